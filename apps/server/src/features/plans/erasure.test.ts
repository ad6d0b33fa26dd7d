import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../testing/database.ts'
import { buildApp } from '../../testing/build-app.ts'
import { Buyer, openTill, PUBLIC_URL, type Till, urlOf } from '../../testing/till.ts'

describe.each(databaseKinds())('erasing an account that pays on %s', (kind) => {
  let till: Till
  let buyer: Buyer
  let email: string
  let counter = 0

  beforeAll(async () => {
    till = await openTill(kind)
  })
  afterAll(() => till.close())
  beforeEach(async () => {
    counter += 1
    email = `leaver${counter}@example.com`
    till.app.clock.advance(2 * 3_600_000)
    buyer = await Buyer.signIn(till.app, email)
  })
  afterEach(() => {
    till.standIn.fault = null
  })

  const erase = (app = till.app) => app.call('POST', 'user/api/account/delete', { token: buyer.token, body: { email } })
  const subscribe = async () => {
    const session = till.standIn.sessionAt(urlOf(await buyer.checkout('monthly')))
    till.standIn.pay(session.id)
    await till.deliverAll()
    return session
  }

  test('the subscription ends at the provider, which forgets who it was; later events find nobody', async () => {
    const session = await subscribe()
    const customer = till.standIn.customers.get(session.customer)
    expect(customer).toMatchObject({ email })
    expect((await erase()).status).toBe(200)
    expect(till.standIn.subscription(session.subscription ?? '').status).toBe('canceled')
    expect(customer).toMatchObject({ email: '' })
    expect(await till.deliverAll()).not.toContain(500)
    const { db } = till.app.database
    for (const table of ['plan_grant', 'payment_customer', 'checkout'] as const) {
      const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', buyer.userId).execute()
      expect(rows).toEqual([])
    }
  })

  test('a checkout left open can not be paid afterwards', async () => {
    const session = till.standIn.sessionAt(urlOf(await buyer.checkout('yearly')))
    expect((await erase()).status).toBe(200)
    expect(session.status).toBe('expired')
  })

  describe('in the middle of a click on a plan', () => {
    const theirs = () =>
      [...till.standIn.customers.values()].filter(
        ({ metadata }) => (metadata as { user_id?: string }).user_id === buyer.userId,
      )

    test('the customer who is made late is forgotten', async () => {
      const held = till.standIn.holdNext(/customers$/)
      const click = buyer.checkout('monthly')
      await held.reached
      expect((await erase()).status).toBe(200)
      held.go()
      expect((await click).status).toBe(401)
      expect(theirs()).toMatchObject([{ email: '' }])
    })

    test('the session that is made late can not be paid', async () => {
      const held = till.standIn.holdNext(/sessions$/)
      const click = buyer.checkout('monthly')
      await held.reached
      // It came too late for the erasure to find it.
      const [session] = [...till.standIn.sessions.values()].slice(-1)
      till.standIn.sessions.delete(session?.id ?? '')
      expect((await erase()).status).toBe(200)
      if (session) till.standIn.sessions.set(session.id, session)
      held.go()
      expect((await click).status).toBe(401)
      expect(session?.status).toBe('expired')
    })

    test('a session opened after all was cancelled lets the erasure wait for a second try', async () => {
      await buyer.checkout('monthly')
      const held = till.standIn.holdNext(/customers\/cus/)
      const first = erase()
      await held.reached
      const session = till.standIn.sessionAt(urlOf(await buyer.checkout('yearly')))
      held.go()
      expect(await first).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
      expect(session.status).toBe('open')
      expect((await erase()).status).toBe(200)
      expect(session.status).toBe('expired')
    })
  })

  test('while the provider is out nothing is erased, and a later try erases', async () => {
    const session = await subscribe()
    till.standIn.fault = { kind: 'error' }
    expect(await erase()).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
    expect(await buyer.plan()).toBe('monthly')
    till.standIn.fault = null
    expect((await erase()).status).toBe(200)
    expect(till.standIn.subscription(session.subscription ?? '').status).toBe('canceled')
  })

  test('a customer who is gone at the provider does not keep their account from being erased', async () => {
    const { customer } = await subscribe()
    till.standIn.customers.delete(customer)
    expect((await erase()).status).toBe(200)
  })

  test('a process without payment settings leaves a subscriber alone, and erases everybody else', async () => {
    const bare = await buildApp({ database: till.app.database, clock: till.app.clock, env: { PUBLIC_URL } })
    try {
      await subscribe()
      expect(await erase(bare)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
      expect((await erase()).status).toBe(200)
      email = `other${counter}@example.com`
      buyer = await Buyer.signIn(till.app, email)
      await buyer.checkout('monthly')
      expect((await erase(bare)).status).toBe(200)
    } finally {
      await bare.close()
    }
  })

  test('while the provider hangs the answer comes before a second try', async () => {
    const slow = await buildApp({
      database: till.app.database,
      clock: till.app.clock,
      env: { PUBLIC_URL, ...till.standIn.env },
      providerTimeoutMs: 200,
    })
    try {
      await subscribe()
      till.standIn.fault = { kind: 'hang' }
      till.standIn.calls.length = 0
      expect(await erase(slow)).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
      // The SDK asks again by itself after each time that is up.
      expect(till.standIn.calls).toHaveLength(1)
      till.standIn.fault = null
      expect((await erase(slow)).status).toBe(200)
    } finally {
      await slow.close()
    }
  })
})
