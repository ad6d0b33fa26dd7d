import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../src/infra/clock.ts'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { codeCalls, INVALID_CODE } from '../src/testing/code-calls.ts'
import { mailedCode } from '../src/testing/sign-in.ts'

type CodeCalls = ReturnType<typeof codeCalls>

// An attacker can't sign in, but wants to keep the owner of an account from signing in, or to flood them with mail.

describe.each(databaseKinds())('locking out on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let email: string

  beforeAll(async () => {
    app = await buildApp({ kind, env: { MAIL_BUDGET: '30' } })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    counter += 1
    email = `owner${counter}@example.com`
    app.mailer.sent.length = 0
    app.clock.advance(2 * HOUR_MS)
  })

  const request: CodeCalls['request'] = (...call) => codeCalls(app, email).request(...call)
  const verify: CodeCalls['verify'] = (...call) => codeCalls(app, email).verify(...call)
  const requested: CodeCalls['requested'] = (...call) => codeCalls(app, email).requested(...call)
  const signIn: CodeCalls['signIn'] = (...call) => codeCalls(app, email).signIn(...call)

  test("requests of strangers use up neither the owner's code nor the codes they may request", async () => {
    await signIn('10.1.0.1')
    const statuses: number[] = []
    const ask = async (address: string) => {
      const earlier = app.mailer.sent.length
      const { status } = await request(address)
      statuses.push(status)
      // Its mail must not be taken for the owner's.
      if (status === 200) await mailedCode(app, email, earlier)
    }
    let code = ''
    for (let round = 0; round < 4; round += 1) {
      app.clock.advance(10 * MINUTE_MS)
      for (const n of [1, 2, 3, 4]) await ask(`10.2.${round}.${n}`)
      code = await requested('10.1.0.1')
      for (const n of [5, 6, 7, 8]) await ask(`10.2.${round}.${n}`)
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20)
    expect(statuses).toContain(429)
    expect((await verify(code, '10.1.0.1')).status).toBe(200)
  })

  test('of 4 codes requested at once, that of the device that has signed in before is among the 3 live ones', async () => {
    const { device_token } = await signIn('10.1.0.1')
    app.clock.advance(31_000)
    app.mailer.sent.length = 0
    const statuses = await Promise.all(
      [
        () => request('10.2.0.1'),
        () => request('10.2.0.2'),
        () => request('10.2.0.3'),
        () => request('10.1.0.77', { device_token }),
      ].map((ask) => ask()),
    )
    expect(statuses.at(-1)?.status).toBe(200)
    const rows = await app.database.db
      .selectFrom('mailed_code')
      .select('is_known')
      .where('email_key', '=', email)
      .execute()
    expect(rows).toHaveLength(3)
    expect(rows.filter(({ is_known }) => is_known)).toHaveLength(1)
  })

  test('60 wrong attempts from a shared address block only the e-mail addresses they were made at', async () => {
    const shared = '10.4.0.1'
    const code = await requested(shared)
    for (let n = 0; n < 60; n += 1) {
      const body = { email: `victim${n % 10}@example.com`, code: '000000' }
      expect((await app.call('POST', 'user/api/verify_code', { body, address: shared })).status).toBe(422)
    }
    expect((await verify(code, shared)).status).toBe(200)
  })

  test('wrong attempts of a neighbour do not block a device behind the same address that has signed in before', async () => {
    const shared = '10.4.0.2'
    const { device_token } = await signIn(shared)
    app.clock.advance(31_000)
    const code = await requested(shared, { device_token })
    const guess = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 6; n += 1) expect(await verify(guess, shared)).toMatchObject(INVALID_CODE)
    expect(await verify(code, shared)).toMatchObject(INVALID_CODE)
    expect((await verify(code, shared, { device_token })).status).toBe(200)
  })

  test('1,000 failures an hour from one address block it, except for devices that have signed in before', async () => {
    const shared = '10.4.0.3'
    const { device_token } = await signIn(shared)
    app.clock.advance(31_000)
    const spray = (n: number) =>
      app.call('POST', 'user/api/verify_code', {
        body: { email: `spray${n}@example.com`, code: '000000' },
        address: shared,
      })
    expect((await spray(1)).status).toBe(422)
    // The count of 998 more attempts, which would take a minute over the wire.
    await sql`
      insert into rate_hit (key, at)
      select key, at from rate_hit cross join generate_series(1, 998) where at = ${app.clock.now()}`.execute(
      app.database.db,
    )
    expect((await spray(2)).status).toBe(422)
    const owner = email
    email = `stranger${counter}@example.com`
    const strangers = await requested(shared)
    const refused = await verify(strangers, shared)
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', errors: { code: [expect.any(String)] } },
    })
    email = owner
    const code = await requested(shared, { device_token })
    expect((await verify(code, shared, { device_token })).status).toBe(200)
  })

  test('mails over the budget of an hour raise an alarm, once, and are sent', async () => {
    app.logged.length = 0
    const alarms = () => app.logged.filter(({ msg }) => msg === 'budget_exceeded')
    const before = await exceeded()
    for (let n = 0; n < 35; n += 1) {
      email = `many${counter}.${n}@example.com`
      await requested(`10.5.0.${n}`)
    }
    await expect.poll(exceeded).toBeGreaterThanOrEqual(before + 5)
    expect(alarms()).toMatchObject([{ budget: 'mails', perHour: 30 }])
  })

  const exceeded = async () => {
    const { payload } = await app.server.inject('/metrics')
    return Number(/^quizmaster_budget_exceeded_total\{budget="mails"\} (\d+)$/m.exec(payload)?.[1])
  }
})
