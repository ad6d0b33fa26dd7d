import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { HOUR_MS } from '../src/infra/clock.ts'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { codeCalls, INVALID_CODE } from '../src/testing/code-calls.ts'

// The app stores' reviewers sign in with an address and a code that never changes. An attacker who knows of it tries to
// sign in, or to use the code elsewhere.

const REVIEWER = { REVIEWER_EMAIL: 'review@quiz.example', REVIEWER_CODE: '407215' }

let app: TestApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

async function start(env: Record<string, string>): Promise<TestApp> {
  app = await buildApp({ env })
  return app
}

test('reviewers sign in with the code, whatever the case of the address, and get no mail', async () => {
  const site = await start(REVIEWER)
  const { request, verify } = codeCalls(site, 'Review@Quiz.example')
  expect(await request('10.0.0.1')).toMatchObject({ status: 200, body: { data: {} } })
  expect(await verify('407215', '10.0.0.1')).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  expect(site.mailer.sent).toEqual([])
  expect(site.logged).toContainEqual(expect.objectContaining({ level: 40, msg: 'reviewer_sign_in_on' }))
  expect(JSON.stringify(site.logged)).not.toContain('407215')
})

test('the code works only for a request: not before it, not twice, and not after 10 minutes', async () => {
  const site = await start(REVIEWER)
  const { request, verify } = codeCalls(site, REVIEWER.REVIEWER_EMAIL)
  expect(await verify('407215', '10.0.0.1')).toMatchObject(INVALID_CODE)
  await request('10.0.0.1')
  expect((await verify('407215', '10.0.0.1')).status).toBe(200)
  expect(await verify('407215', '10.0.0.1')).toMatchObject(INVALID_CODE)
  site.clock.advance(60_000)
  expect((await request('10.0.0.1')).status).toBe(200)
  site.clock.advance(600_000)
  expect(await verify('407215', '10.0.0.1')).toMatchObject(INVALID_CODE)
})

test('it opens no other account', async () => {
  const site = await start(REVIEWER)
  for (const email of ['victim@quiz.example', 'review@quiz.example.org', 'review+1@quiz.example']) {
    const { requested, verify } = codeCalls(site, email)
    const code = await requested('10.0.0.1')
    expect(code === '407215').toBe(false)
    expect(await verify('407215', '10.0.0.1')).toMatchObject(INVALID_CODE)
  }
})

test('the limits of sign-in hold: guesses stop being compared, and 100 of them lock strangers down', async () => {
  const site = await start(REVIEWER)
  const { request, verify } = codeCalls(site, REVIEWER.REVIEWER_EMAIL)
  expect((await request('10.0.0.1')).status).toBe(200)
  expect((await request('10.0.0.1')).status).toBe(429)
  for (let n = 0; n < 5; n += 1) expect(await verify(`00000${n}`, '10.0.0.1')).toMatchObject(INVALID_CODE)
  expect(await verify('407215', '10.0.0.1')).toMatchObject(INVALID_CODE)
  for (let n = 5; n < 100; n += 1) {
    expect(await verify(String(n).padStart(6, '0'), `10.1.${Math.floor(n / 5)}.1`)).toMatchObject(INVALID_CODE)
  }
  // From now on strangers have one code and five attempts an hour, whatever their addresses.
  expect((await request('10.2.0.1')).status).toBe(200)
  for (let n = 0; n < 5; n += 1) await verify(`10000${n}`, `10.3.${n}.1`)
  expect(await verify('407215', '10.4.0.1')).toMatchObject(INVALID_CODE)
  expect((await request('10.5.0.1')).status).toBe(429)
  site.clock.advance(HOUR_MS)
  expect((await request('10.6.0.1')).status).toBe(200)
  expect((await verify('407215', '10.6.0.1')).status).toBe(200)
})

test('without the settings nobody has a fixed code', async () => {
  const site = await start({})
  const { requested, verify } = codeCalls(site, REVIEWER.REVIEWER_EMAIL)
  const code = await requested('10.0.0.1')
  expect(code).toMatch(/^\d{6}$/)
  expect((await verify(code, '10.0.0.1')).status).toBe(200)
})

test('incomplete settings, an admin, and a code that anybody would try are refused at the start', () => {
  const refused = (env: Record<string, string>) => expect(() => readConfig(env))
  refused({ REVIEWER_EMAIL: 'a@b.co' }).toThrow(/^REVIEWER_CODE /)
  refused({ REVIEWER_CODE: '407215' }).toThrow(/^REVIEWER_EMAIL /)
  refused({ ...REVIEWER, ADMIN_EMAILS: 'REVIEW@quiz.example' }).toThrow(/^REVIEWER_EMAIL /)
  for (const code of ['123456', '987654', '000000', '12345', '1234567', 'abcdef', '１２３４５６']) {
    refused({ ...REVIEWER, REVIEWER_CODE: code }).toThrow(/^REVIEWER_CODE /)
  }
  expect(readConfig(REVIEWER).reviewer).toEqual({ email: 'review@quiz.example', code: '407215' })
  expect(readConfig({}).reviewer).toBeNull()
})
