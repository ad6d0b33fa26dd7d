import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../testing/build-app.ts'

/** The base64 of the SHA-256 of `go()`, from `printf 'go()' | openssl dgst -sha256 -binary | base64`. */
const HASH_OF_GO = '5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='

let folder = ''
let app: TestApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
  await rm(folder, { recursive: true, force: true })
})

async function serve(pages: Record<string, string>): Promise<TestApp['server']> {
  folder = await mkdtemp(join(tmpdir(), 'web-app-'))
  for (const [name, page] of Object.entries(pages)) await writeFile(join(folder, name), page)
  app = await buildApp({ webFolder: folder })
  return app.server
}

test('the inline scripts of all pages may run, each named once by its hash, and no others', async () => {
  const inline = '<script>go()</script>'
  const server = await serve({
    'index.html': '<script type="module" src="/assets/app.js"></script>',
    'landing.html': `<title>Quizmaster</title>${inline}<p>Play</p>`,
    'dashboard.html': `${inline}<p>Journey</p>`,
    'sw.js': 'const page = "<script>other()</script>"',
  })
  for (const path of ['/', '/app/dashboard', '/app/games']) {
    const { headers, statusCode } = await server.inject(path)
    expect(statusCode, path).toBe(200)
    expect(headers['content-security-policy'], path).toContain(`script-src 'self' 'sha256-${HASH_OF_GO}';`)
  }
})
