import { freshCode } from '../../testing/sign-in.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../testing/database.ts'
import { buildApp } from '../../testing/build-app.ts'
import {
  Buyer,
  openCheckoutFixture,
  PUBLIC_URL,
  type CheckoutFixture,
  urlOf,
} from '../../testing/payments/checkout-fixture.ts'

describe.each(databaseKinds())('erasing a paying account on %s', (kind) => {
  let fixture: CheckoutFixture
  let buyer: Buyer
  let email: string
  let counter = 0

  beforeAll(async () => {
    fixture = await openCheckoutFixture(kind)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    counter += 1
    email = `leaver${counter}@example.com`
    fixture.app.clock.advance(2 * 3_600_000)
    buyer = await Buyer.signIn(fixture.app, email)
  })
  afterEach(() => {
    fixture.standIn.fault = null
  })

  const erase = async (app = fixture.app, code?: string) => {
    code ??= await freshCode(fixture.app, email)
    return app.call('POST', 'user/api/account/delete', { token: buyer.token, body: { email, code } })
  }
  const subscribe = async () => {
    const session = fixture.standIn.sessionAt(urlOf(await buyer.checkout('monthly')))
    fixture.standIn.pay(session.id)
    await fixture.deliverAll()
    return session
  }

  test("the subscription ends and the provider's personal data is removed; later events are ignored", async () => {
    const session = await subscribe()
    const customer = fixture.standIn.customers.get(session.customer)
    expect(customer).toMatchObject({ email })
    expect((await erase()).status).toBe(200)
    expect(fixture.standIn.subscription(session.subscription ?? '').status).toBe('canceled')
    expect(customer).toMatchObject({ email: '' })
    expect(await fixture.deliverAll()).not.toContain(500)
    const { db } = fixture.app.database
    for (const table of ['plan_grant', 'payment_customer', 'checkout'] as const) {
      const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', buyer.userId).execute()
      expect(rows).toEqual([])
    }
  })

  test("an open checkout can't be paid afterwards", async () => {
    const session = fixture.standIn.sessionAt(urlOf(await buyer.checkout('yearly')))
    expect((await erase()).status).toBe(200)
    expect(session.status).toBe('expired')
  })

  describe('while a checkout is being opened', () => {
    const theirs = () =>
      [...fixture.standIn.customers.values()].filter(
        ({ metadata }) => (metadata as { user_id?: string }).user_id === buyer.userId,
      )

    test('a customer created too late is removed', async () => {
      const held = fixture.standIn.holdNext(/customers$/)
      const click = buyer.checkout('monthly')
      await held.reached
      expect((await erase()).status).toBe(200)
      held.go()
      expect((await click).status).toBe(401)
      expect(theirs()).toMatchObject([{ email: '' }])
    })

    test("a session created too late can't be paid", async () => {
      const held = fixture.standIn.holdNext(/sessions$/)
      const click = buyer.checkout('monthly')
      await held.reached
      // Hidden from the erasure, as if that had come too early to see it.
      const [session] = [...fixture.standIn.sessions.values()].slice(-1)
      fixture.standIn.sessions.delete(session?.id ?? '')
      expect((await erase()).status).toBe(200)
      if (session) fixture.standIn.sessions.set(session.id, session)
      held.go()
      expect((await click).status).toBe(401)
      expect(session?.status).toBe('expired')
    })

    test('a session opened after the cancellation makes the erasure fail until it is retried', async () => {
      await buyer.checkout('monthly')
      const held = fixture.standIn.holdNext(/customers\/cus/)
      const first = erase()
      await held.reached
      const session = fixture.standIn.sessionAt(urlOf(await buyer.checkout('yearly')))
      held.go()
      expect(await first).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
      expect(session.status).toBe('open')
      expect((await erase()).status).toBe(200)
      expect(session.status).toBe('expired')
    })
  })

  test.each([
    ['lists its checkouts', /checkout\/sessions$/],
    ['removes its personal data', /customers\/cus/],
  ])('a deletion that %s at the provider while another one erases the account is done, too', async (_, call) => {
    const session = fixture.standIn.sessionAt(urlOf(await buyer.checkout('yearly')))
    const code = await freshCode(fixture.app, email)
    const held = fixture.standIn.holdNext(call)
    const first = erase(fixture.app, code)
    await held.reached
    expect((await erase(fixture.app, code)).status).toBe(200)
    held.go()
    expect((await first).status).toBe(200)
    expect(session.status).toBe('expired')
    expect((await erase(fixture.app, code)).status).toBe(401)
  })

  test('nothing is erased while the provider is down; a later attempt succeeds', async () => {
    const session = await subscribe()
    fixture.standIn.fault = { kind: 'error' }
    expect(await erase()).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
    expect(await buyer.plan()).toBe('monthly')
    fixture.standIn.fault = null
    expect((await erase()).status).toBe(200)
    expect(fixture.standIn.subscription(session.subscription ?? '').status).toBe('canceled')
  })

  test('an account whose customer was deleted at the provider can be erased', async () => {
    const { customer } = await subscribe()
    fixture.standIn.customers.delete(customer)
    expect((await erase()).status).toBe(200)
  })

  test('a process without payment settings erases everybody except subscribers', async () => {
    const bare = await buildApp({ database: fixture.app.database, clock: fixture.app.clock, env: { PUBLIC_URL } })
    try {
      await subscribe()
      expect(await erase(bare)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
      expect((await erase()).status).toBe(200)
      email = `other${counter}@example.com`
      buyer = await Buyer.signIn(fixture.app, email)
      await buyer.checkout('monthly')
      expect((await erase(bare)).status).toBe(200)
    } finally {
      await bare.close()
    }
  })

  test("if the provider hangs, the answer comes before the SDK's second attempt", async () => {
    const slow = await buildApp({
      database: fixture.app.database,
      clock: fixture.app.clock,
      env: { PUBLIC_URL, ...fixture.standIn.env },
      providerTimeoutMs: 200,
    })
    try {
      await subscribe()
      fixture.standIn.fault = { kind: 'hang' }
      fixture.standIn.calls.length = 0
      expect(await erase(slow)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
      // The SDK retries by itself after each timeout. A call that takes long to begin may not arrive at all.
      expect(fixture.standIn.calls.length).toBeLessThanOrEqual(1)
      fixture.standIn.fault = null
      expect((await erase()).status).toBe(200)
    } finally {
      await slow.close()
    }
  })
})
