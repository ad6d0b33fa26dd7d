import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '@quizmaster/contract/http/user'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../infra/clock.ts'
import { buildApp, dataOf, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { mailedCode, signIn } from '../../testing/sign-in.ts'

const INVALID = { errors: { code: ['Code is invalid or has expired'] } }

describe.each(databaseKinds())('sign-in on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let email: string

  beforeAll(async () => {
    app = await buildApp({ kind })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    counter += 1
    email = `player${counter}@example.com`
    app.mailer.sent.length = 0
    // Past every rate limit's window.
    app.clock.advance(2 * 60 * MINUTE_MS)
  })

  const requestCode = (address = '10.0.0.1') => app.call('POST', 'user/api/request_code', { body: { email }, address })
  const verify = (code: string, address = '10.0.0.1') =>
    app.call('POST', 'user/api/verify_code', { body: { email, code }, address })
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('a mailed code opens a session and creates the account', async () => {
    expect(await requestCode()).toMatchObject({ status: 200, body: { data: {} } })
    const { status, body } = await verify(await mailedCode(app, email))
    expect(status).toBe(200)
    expect(body.token).toMatch(/^[\w-]{43}$/)
    const me = await app.call('POST', 'user/api/auth/current_user', { token: body.token })
    expect(me.body.data).toMatchObject({
      email,
      display_name: null,
      plan: 'starter',
      is_premium: false,
      role: 'player',
    })
  })

  test('an address leads to the same account regardless of case', async () => {
    const first = await signIn(app, email)
    app.clock.advance(MINUTE_MS)
    const second = await signIn(app, email.toUpperCase())
    const ids = await Promise.all(
      [first, second].map(
        async (token) => dataOf<User>(await app.call('POST', 'user/api/auth/current_user', { token })).id,
      ),
    )
    expect(ids[0]).toBe(ids[1])
  })

  test('a code works once', async () => {
    await requestCode()
    const code = await mailedCode(app, email)
    expect((await verify(code)).status).toBe(200)
    expect(await verify(code)).toMatchObject({ status: 422, body: INVALID })
  })

  test('a code expires after 10 minutes', async () => {
    await requestCode()
    const code = await mailedCode(app, email)
    app.clock.advance(10 * MINUTE_MS)
    expect(await verify(code)).toMatchObject({ status: 422, body: INVALID })
  })

  test("a new code replaces the requester's old one", async () => {
    await requestCode()
    const old = await mailedCode(app, email)
    app.mailer.sent.length = 0
    app.clock.advance(31_000)
    await requestCode()
    const fresh = await mailedCode(app, email)
    if (old !== fresh) expect(await verify(old)).toMatchObject({ status: 422, body: INVALID })
    expect((await verify(fresh)).status).toBe(200)
  })

  test('after 5 wrong attempts from one address the right code is refused there for 10 minutes, but not elsewhere', async () => {
    await requestCode()
    const code = await mailedCode(app, email)
    for (let tries = 0; tries < 5; tries += 1) expect((await verify(wrong(code))).status).toBe(422)
    expect(await verify(code)).toMatchObject({ status: 422, body: INVALID })
    expect((await verify(code, '10.9.9.9')).status).toBe(200)
    app.clock.advance(9 * MINUTE_MS)
    app.mailer.sent.length = 0
    await requestCode()
    const next = await mailedCode(app, email)
    expect(await verify(next)).toMatchObject({ status: 422, body: INVALID })
    app.clock.advance(MINUTE_MS)
    expect((await verify(next)).status).toBe(200)
  })

  test('of 40 simultaneous guesses from one address 5 are compared', async () => {
    await requestCode()
    const code = await mailedCode(app, email)
    const guesses = Array.from({ length: 40 }, (_, index) =>
      String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
    )
    await app.database.db.deleteFrom('failed_sign_in').execute()
    await Promise.all(guesses.map((guess) => verify(guess)))
    const { rows } = await sql<{ failures: number }>`select failures from failed_sign_in`.execute(app.database.db)
    expect(rows).toEqual([{ failures: 5 }])
    expect((await verify(code, '10.9.9.9')).status).toBe(200)
  })

  test('a code that was never requested is refused like a wrong one', async () => {
    expect(await verify('123456')).toMatchObject({ status: 422, body: INVALID })
  })

  test('one code in 30 s and 5 an hour from one address, 20 from all addresses', async () => {
    expect((await requestCode()).status).toBe(200)
    const tooSoon = await requestCode()
    expect(tooSoon.status).toBe(429)
    expect(tooSoon.body).toMatchObject({ code: 'rate_limited', errors: { email: [expect.any(String)] } })
    expect(Number(tooSoon.headers['retry-after'])).toBe(30)
    for (let more = 0; more < 4; more += 1) {
      app.clock.advance(30_000)
      expect((await requestCode()).status).toBe(200)
    }
    app.clock.advance(30_000)
    expect((await requestCode()).status).toBe(429)
    for (const address of ['10.3.0.1', '10.3.0.2', '10.3.0.3']) {
      // There are 3 codes of an e-mail address at a time.
      if (address === '10.3.0.3') app.clock.advance(10 * MINUTE_MS)
      for (let more = 0; more < 5; more += 1) {
        expect((await requestCode(address)).status).toBe(200)
        app.clock.advance(30_000)
      }
    }
    const refused = await requestCode('10.4.0.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30 * 60)
  })

  test('200 codes an hour from one address, for any e-mail', async () => {
    const ask = (n: number) =>
      app.call('POST', 'user/api/request_code', { body: { email: `flood${n}@example.com` }, address: '10.5.0.1' })
    const statuses: number[] = []
    // Some at once, so that they compete for the last ones.
    for (let n = 0; n < 205; n += 5) {
      const answers = await Promise.all([n, n + 1, n + 2, n + 3, n + 4].map(ask))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(200)
    expect(statuses.slice(200)).toEqual([429, 429, 429, 429, 429])
  })

  test('logout ends the token at once', async () => {
    const token = await signIn(app, email)
    expect((await app.call('POST', 'user/api/logout', { token })).body).toEqual({ data: {} })
    expect((await app.call('POST', 'user/api/logout', { token })).status).toBe(401)
    expect((await app.call('POST', 'user/api/auth/current_user', { token })).body).toEqual({ data: null })
  })

  test('a token lasts 90 days after its last use', async () => {
    const token = await signIn(app, email)
    const day = 24 * 60 * MINUTE_MS
    app.clock.advance(89 * day)
    expect((await app.call('POST', 'user/api/auth/current_user', { token })).body.data).not.toBeNull()
    app.clock.advance(89 * day)
    expect((await app.call('POST', 'user/api/auth/current_user', { token })).body.data).not.toBeNull()
    app.clock.advance(91 * day)
    expect((await app.call('POST', 'user/api/auth/current_user', { token })).body.data).toBeNull()
  })

  test('a token ends after a year, however often it is used', async () => {
    const token = await signIn(app, email)
    const day = 24 * 60 * MINUTE_MS
    for (let passed = 73; passed < 365; passed += 73) {
      app.clock.advance(73 * day)
      expect((await app.call('POST', 'user/api/auth/current_user', { token })).body.data).not.toBeNull()
    }
    app.clock.advance(73 * day)
    expect((await app.call('POST', 'user/api/auth/current_user', { token })).body.data).toBeNull()
  })

  test('a player whose account is deleted during current_user is a visitor and gets no 401', async () => {
    const token = await signIn(app, email)
    const { db } = app.database
    // Only during this call: within the transaction of a background task, the deletion would wait forever for its end.
    const currentUserCall = new AsyncLocalStorage<true>()
    const eraser = {
      transformQuery: ({ node }: { node: unknown }) => node,
      transformResult: async ({ result }: { result: unknown }) => {
        if (currentUserCall.getStore()) await db.deleteFrom('app_user').where('email', '=', email).execute()
        return result
      },
    }
    const database = { ...app.database, db: db.withPlugin(eraser as never) }
    const erasing = await buildApp({ database, clock: app.clock, mailer: app.mailer })
    const answer = await currentUserCall.run(true, () => erasing.call('POST', 'user/api/auth/current_user', { token }))
    expect(answer).toMatchObject({ status: 200, body: { data: null } })
    await erasing.close()
  })

  test('a device can be signed out from another, and all at once', async () => {
    const here = await signIn(app, email)
    app.clock.advance(MINUTE_MS)
    const there = await signIn(app, email)
    const sessions = dataOf<{ id: string; is_current: boolean }[]>(
      await app.call('GET', 'user/api/sessions', { token: here }),
    )
    expect(sessions).toHaveLength(2)
    expect(sessions.filter((session) => session.is_current)).toHaveLength(1)
    const other = sessions.find((session) => !session.is_current)
    expect((await app.call('POST', `user/api/sessions/${other?.id}/revoke`, { token: here })).status).toBe(200)
    expect((await app.call('GET', 'user/api/sessions', { token: there })).status).toBe(401)
    expect((await app.call('POST', `user/api/sessions/${other?.id}/revoke`, { token: here })).status).toBe(404)
    expect((await app.call('POST', 'user/api/sessions/revoke_all', { token: here })).status).toBe(200)
    expect((await app.call('GET', 'user/api/sessions', { token: here })).status).toBe(401)
  })

  test('a mail that could not be sent is retried until its code expires', async () => {
    app.mailer.failure = new Error('connection refused')
    await requestCode()
    await expect.poll(retryInMs).toBe(1_000)
    app.mailer.failure = null
    app.clock.advance(1_000)
    const code = await mailedCode(app, email)
    expect((await verify(code)).status).toBe(200)

    app.mailer.sent.length = 0
    app.mailer.failure = new Error('connection refused')
    app.clock.advance(31_000)
    await requestCode()
    await expect.poll(retryInMs).toBe(1_000)
    app.clock.advance(10 * MINUTE_MS)
    app.mailer.failure = null
    await app.call('POST', 'user/api/request_code', { body: { email: `other${counter}@example.com` } })
    await mailedCode(app, `other${counter}@example.com`)
    expect(app.mailer.sent.filter((mail) => mail.to === email)).toEqual([])
  })

  test('the log contains no token, no whole address, and a code only if mails go to the outbox folder', async () => {
    const token = await signIn(app, email)
    const lines = JSON.stringify(app.logged)
    expect(lines).not.toContain(email)
    expect(lines).not.toContain(token)
    expect(app.logged).toContainEqual(
      expect.objectContaining({ msg: 'login_code', to: 'p***@example.com', code: expect.stringMatching(/^\d{6}$/) }),
    )
  })

  test('the database contains no usable code and no usable token', async () => {
    await requestCode()
    const code = await mailedCode(app, email)
    await expect.poll(row).toBeUndefined()
    const codes = await app.database.db.selectFrom('mailed_code').selectAll().execute()
    // Whole values: ids and times may contain the same six digits by chance.
    const values = codes.flatMap((row) => Object.values(row).map((value) => String(value)))
    expect(values.length).toBeGreaterThan(0)
    expect(values).not.toContain(code)
    const { body } = await verify(code)
    const sessions = await app.database.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(sessions)).not.toContain(body.token)
    expect(sessions.every((session) => session.token_hash.length === 32)).toBe(true)
  })

  /**
   * How long until the mail is tried again, 1 s after a failure. While it is being sent, until another process may
   * claim it.
   */
  const retryInMs = async () => ((await row())?.due_at ?? 0) - app.clock.now()
  const row = () =>
    app.database.db.selectFrom('queued_mail').selectAll().where('email_key', '=', email).executeTakeFirst()
})
