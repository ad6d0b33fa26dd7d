import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../src/infra/clock.ts'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { codeCalls, INVALID_CODE } from '../src/testing/code-calls.ts'

type CodeCalls = ReturnType<typeof codeCalls>

// An attacker wants to sign in to an account without its mailbox: they request codes for its e-mail address and guess,
// from as many client addresses as they can get.

describe.each(databaseKinds())('guessing codes on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let email: string

  beforeAll(async () => {
    app = await buildApp({ kind, env: { FAILED_SIGN_IN_BUDGET: '150' } })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.database.db.deleteFrom('failed_sign_in').execute()
    counter += 1
    email = `owner${counter}@example.com`
    app.mailer.sent.length = 0
    // Past every limit's window.
    app.clock.advance(2 * HOUR_MS)
  })

  const request: CodeCalls['request'] = (...call) => codeCalls(app, email).request(...call)
  const verify: CodeCalls['verify'] = (...call) => codeCalls(app, email).verify(...call)
  const requested: CodeCalls['requested'] = (...call) => codeCalls(app, email).requested(...call)
  const signIn: CodeCalls['signIn'] = async (...call) => {
    const session = await codeCalls(app, email).signIn(...call)
    app.clock.advance(30_000)
    return session
  }
  /** Guesses that are wrong for all of these codes. */
  const wrong = (...codes: string[]) => {
    let guess = 0
    return () => {
      do guess += 1
      while (codes.includes(sixDigits(guess)))
      return sixDigits(guess)
    }
  }
  const sixDigits = (n: number) => String(n % 1_000_000).padStart(6, '0')
  /** Attempts that were compared with a code. */
  const failures = async () => {
    const rows = await app.database.db.selectFrom('failed_sign_in').select('failures').execute()
    return rows.reduce((sum, row) => sum + row.failures, 0)
  }
  const fail = async (times: number, addressOf: (n: number) => string, guess = wrong()) => {
    for (let n = 0; n < times; n += 1) expect(await verify(guess(), addressOf(n))).toMatchObject(INVALID_CODE)
  }
  const byFive = (prefix: string) => (n: number) => `${prefix}.${Math.floor(n / 5)}`

  test('a request from elsewhere leaves the code alone, and it may be entered from anywhere', async () => {
    const own = await requested('10.1.0.1')
    const other = await requested('10.1.0.2')
    const third = await requested('2001:db8:1::1')
    expect((await verify(own, '10.1.0.9')).status).toBe(200)
    expect(await verify(own, '10.1.0.9')).toMatchObject(INVALID_CODE)
    if (third !== other) expect((await verify(third, '10.1.0.9')).status).toBe(200)
    expect((await verify(other, '10.1.0.9')).status).toBe(200)
  })

  test('an e-mail address has at most 3 live codes, however many addresses request one', async () => {
    const codes = [await requested('10.1.0.1'), await requested('10.1.0.2'), await requested('10.1.0.3')]
    const refused = await request('10.1.0.4')
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', errors: { email: [expect.any(String)] } },
    })
    expect(Number(refused.headers['retry-after'])).toBe(600)
    // The same client has one code, whichever address of its /64 it uses.
    app.clock.advance(10 * MINUTE_MS)
    const first = await requested('2001:db8:2:3::1')
    app.clock.advance(30_000)
    const second = await requested('2001:db8:2:3:4::1')
    if (first !== second) expect(await verify(first, '10.1.0.9')).toMatchObject(INVALID_CODE)
    expect((await verify(second, '10.1.0.9')).status).toBe(200)
    for (const old of codes.filter((one) => one !== second))
      expect(await verify(old, '10.1.0.9')).toMatchObject(INVALID_CODE)
  })

  test('a /64 has 5 attempts, a /48 has 50, and nobody else loses any', async () => {
    const code = await requested('10.1.0.1')
    const guess = wrong(code)
    await fail(60, (n) => `2001:db8:5:6::${n + 1}`, guess)
    expect(await failures()).toBe(5)
    await fail(60, (n) => `2001:db8:5:${(n + 16).toString(16)}::1`, guess)
    expect(await failures()).toBe(50)
    expect(await verify(code, '2001:db8:5:ffff::1')).toMatchObject(INVALID_CODE)
    expect((await verify(code, '2001:db8:7:1::1')).status).toBe(200)
    expect(await failures()).toBe(0)
  })

  test('after 100 failures strangers get 5 attempts and one code an hour, until a sign-in succeeds', async () => {
    const code = await requested('10.1.0.1')
    const guess = wrong(code)
    await fail(100, byFive('10.2.0'), guess)
    expect(await failures()).toBe(100)
    await fail(30, byFive('10.2.1'), guess)
    expect(await failures()).toBe(105)
    expect(await verify(code, '10.2.2.1')).toMatchObject(INVALID_CODE)
    // Its mail must not be taken for the next one.
    await requested('10.2.2.1')
    const refused = await request('10.2.2.2')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers['retry-after'])).toBe(3600)
    app.clock.advance(HOUR_MS)
    const next = await requested('10.2.2.2')
    await fail(4, byFive('10.2.3'), wrong(next))
    expect((await verify(next, '10.2.4.1')).status).toBe(200)
    expect(await failures()).toBe(0)
    await fail(20, byFive('10.2.5'))
    expect(await failures()).toBe(20)
    expect((await request('10.2.6.1')).status).toBe(200)
    expect((await request('10.2.6.2')).status).toBe(200)
  })

  test.each([
    ['at home', '10.1.0.1', false],
    ['on the move', '10.1.0.99', true],
  ])('a lockdown does not affect a device that has signed in before, %s', async (_where, address, sendsToken) => {
    const { device_token } = await signIn('10.1.0.1')
    const device = sendsToken ? { device_token } : {}
    await fail(110, byFive('10.2.0'))
    const strangers = await requested('10.2.9.1')
    expect((await request('10.2.9.2')).status).toBe(429)
    const code = await requested(address, device)
    const guesses = wrong(code, strangers)
    await fail(10, byFive('10.2.1'), guesses)
    for (const guess of [guesses(), guesses()]) {
      expect(await verify(guess, address, device)).toMatchObject(INVALID_CODE)
    }
    expect((await verify(code, address, device)).status).toBe(200)
  })

  test('a made-up device token does not make a device known', async () => {
    await signIn('10.1.0.1')
    await fail(105, byFive('10.2.0'))
    const device = { device_token: 'x'.repeat(43) }
    expect((await request('10.2.9.1', device)).status).toBe(200)
    expect((await request('10.2.9.2', device)).status).toBe(429)
    expect(await verify('123456', '10.1.0.5', { device_token: 'x'.repeat(101) })).toMatchObject({
      status: 422,
      body: { errors: { device_token: [expect.any(String)] } },
    })
  })

  test('signing out everywhere makes all devices unknown', async () => {
    const { token, device_token } = await signIn('10.1.0.1')
    await app.call('POST', 'user/api/sessions/revoke_all', { token })
    await fail(105, byFive('10.2.0'))
    expect((await request('10.1.0.2', { device_token })).status).toBe(200)
    expect((await request('10.1.0.1', { device_token })).status).toBe(429)
  })

  test('failed attempts over the budget of an hour raise an alarm, once', async () => {
    app.logged.length = 0
    const alarms = () => app.logged.filter(({ msg }) => msg === 'budget_exceeded')
    const before = await exceeded()
    await fail(150, byFive('10.2.0'))
    expect(alarms()).toEqual([])
    expect(await exceeded()).toBe(before)
    email = `another${counter}@example.com`
    await fail(5, byFive('10.2.0'))
    expect(alarms()).toMatchObject([{ budget: 'failed_sign_ins', perHour: 150 }])
    expect(await exceeded()).toBe(before + 5)
  })

  const exceeded = async () => {
    const { payload } = await app.server.inject('/metrics')
    return Number(/^quizmaster_budget_exceeded_total\{budget="failed_sign_ins"\} (\d+)$/m.exec(payload)?.[1])
  }
})
