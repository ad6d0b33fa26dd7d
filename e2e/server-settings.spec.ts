import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../scripts/testing/free-port.mjs'
import { QuizServer } from './support/quiz-server.ts'
import { expect, test } from './support/test.ts'

/** The printed lines. */
function lines(output: string): string[] {
  return output.trim().split('\n')
}

test('a used port prints one clear line and exits with code 1', async ({ quiz }) => {
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { code, output } = await QuizServer.attempt({
    PORT: String(port),
    DATA_DIR: join(quiz.dataDir, 'second'),
    LOG_LEVEL: 'silent',
  })
  other.close()
  expect(code).toBe(1)
  expect(lines(output)).toEqual([`PORT ${port} is already used by another program`])
})

test('a data folder in use by another process prints one clear line and exits with code 1', async ({ quiz }) => {
  const { code, output } = await QuizServer.attempt({
    PORT: String(await freePort()),
    DATA_DIR: quiz.dataDir,
    LOG_LEVEL: 'silent',
  })
  expect(code).toBe(1)
  expect(lines(output)).toHaveLength(1)
  expect(output).toContain(quiz.dataDir)
})

for (const [name, value] of [
  ['PORT', '99999'],
  ['PORT', '4000x'],
  ['HOST', '192.0.2.1'],
  ['DATA_DIR', '/dev/null'],
  ['PUBLIC_URL', 'quiz.example'],
  ['DATABASE_URL', 'mysql://localhost/quiz'],
  ['SMTP_URL', 'mail.example:25'],
  ['FLAGS', 'fullscreen_ads_enabled'],
  ['SERVICES', 'user,billing'],
  ['TRUST_PROXY', 'yes'],
] as const) {
  test(`${name}=${value} prints one line that names it and exits with code 2`, async () => {
    const { code, output } = await QuizServer.attempt({ [name]: value })
    expect(code).toBe(2)
    expect(lines(output)).toHaveLength(1)
    expect(output).toMatch(new RegExp(`^${name} `))
  })
}

test('in production the server does not start without SMTP_URL, SECRET_KEY, PUBLIC_URL or TRUST_PROXY', async () => {
  const given: Record<string, string> = { NODE_ENV: 'production' }
  for (const [name, value] of [
    ['SMTP_URL', 'smtp://127.0.0.1:2525'],
    ['SECRET_KEY', 'a-secret-of-some-length'],
    ['PUBLIC_URL', 'https://quiz.example'],
    ['TRUST_PROXY', '1'],
  ] as const) {
    const { code, output } = await QuizServer.attempt(given)
    expect(code).toBe(2)
    expect(lines(output)).toHaveLength(1)
    expect(output).toContain(name)
    given[name] = value
  }
})
