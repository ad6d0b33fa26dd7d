import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantByOperator } from '../../features/plans/grants.ts'
import { MINUTE_MS } from '../../infra/clock.ts'
import { buildApp, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import {
  Buyer,
  openCheckoutFixture,
  PUBLIC_URL,
  type CheckoutFixture,
  urlOf,
} from '../../testing/payments/checkout-fixture.ts'

const UNAVAILABLE = { status: 503, body: { code: 'payments_unavailable' } }

describe.each(databaseKinds())('checkout and portal on %s', (kind) => {
  let fixture: CheckoutFixture
  let app: TestApp
  let buyer: Buyer
  let counter = 0

  beforeAll(async () => {
    fixture = await openCheckoutFixture(kind)
    app = fixture.app
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    counter += 1
    app.clock.advance(2 * 60 * MINUTE_MS)
    fixture.standIn.calls.length = 0
    buyer = await Buyer.signIn(app, `buyer${counter}@example.com`)
  })
  afterEach(() => {
    fixture.standIn.fault = null
  })

  const opened = () => fixture.standIn.calls.filter((call) => call === 'POST /v1/checkout/sessions').length

  /** All of the buyer's customers at the provider. */
  const customers = () =>
    [...fixture.standIn.customers.values()].filter(
      ({ metadata }) => (metadata as { user_id?: string }).user_id === buyer.userId,
    )

  test.each(['monthly', 'yearly', 'lifetime'] as const)(
    '%s is granted once it is paid at the provider',
    async (plan) => {
      const url = urlOf(await buyer.checkout(plan))
      const session = fixture.standIn.sessionAt(url)
      expect(session).toMatchObject({
        mode: plan === 'lifetime' ? 'payment' : 'subscription',
        client_reference_id: buyer.userId,
        line_items: { data: [{ price: { id: fixture.standIn.prices[plan].id }, quantity: 1 }] },
      })
      expect(await buyer.plan()).toBe('starter')
      fixture.standIn.pay(session.id)
      await fixture.deliverAll()
      expect(await buyer.plan()).toBe(plan)
    },
  )

  test('20 quick clicks lead to the same session', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.checkout('monthly')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(urlOf)).size).toBe(1)
    const mine = [...fixture.standIn.sessions.values()].filter((one) => one.client_reference_id === buyer.userId)
    expect(mine).toHaveLength(1)
    expect(urlOf(await buyer.checkout('monthly'))).toBe(urlOf(answers[0]!))
  })

  test('simultaneous clicks on two processes lead to the same session', async () => {
    const other = await buildApp({
      database: app.database,
      clock: app.clock,
      env: { PUBLIC_URL, ...fixture.standIn.env },
    })
    try {
      const elsewhere = buyer.through(other)
      const answers = await Promise.all([buyer, elsewhere, buyer, elsewhere].map((one) => one.checkout('yearly')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(urlOf)).size).toBe(1)
    } finally {
      await other.close()
    }
  })

  test('clicking two plans at once creates one customer', async () => {
    const held = fixture.standIn.holdNext(/customers$/)
    const first = buyer.checkout('monthly')
    await held.reached
    const second = await buyer.checkout('yearly')
    held.go()
    const sessions = [await first, second].map((answer) => fixture.standIn.sessionAt(urlOf(answer)))
    expect(customers()).toHaveLength(1)
    expect(sessions.map(({ customer }) => customer)).toEqual([customers()[0]?.id, customers()[0]?.id])
  })

  test('a customer whose creation response was lost is reused by the next click on any plan', async () => {
    // The SDK retries once by itself.
    fixture.standIn.fault = { kind: 'lose', path: /customers$/, times: 2 }
    expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
    expect((await buyer.checkout('yearly')).status).toBe(200)
    expect(customers()).toHaveLength(1)
  })

  describe('a customer deleted at the provider', () => {
    const gone = async () => {
      await buyer.checkout('monthly')
      fixture.standIn.customers.delete(customers()[0]?.id ?? '')
      app.clock.advance(31 * MINUTE_MS)
    }
    const stored = () =>
      app.database.db.selectFrom('payment_customer').select('customer_id').where('user_id', '=', buyer.userId).execute()

    test('is replaced on the next click, and can pay', async () => {
      await gone()
      const session = fixture.standIn.sessionAt(urlOf(await buyer.checkout('lifetime')))
      expect(customers().map(({ id }) => id)).toEqual([session.customer])
      expect(await stored()).toEqual([{ customer_id: session.customer }])
      fixture.standIn.pay(session.id)
      await fixture.deliverAll()
      expect(await buyer.plan()).toBe('lifetime')
    })

    test('is replaced once, even by simultaneous clicks on two processes', async () => {
      await gone()
      const other = await buildApp({
        database: app.database,
        clock: app.clock,
        env: { PUBLIC_URL, ...fixture.standIn.env },
      })
      try {
        const clicks = [buyer, buyer.through(other)].flatMap((one) =>
          (['monthly', 'yearly', 'lifetime'] as const).map((plan) => one.checkout(plan)),
        )
        const answers = await Promise.all(clicks)
        expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
        const sessions = new Set(answers.map((answer) => fixture.standIn.sessionAt(urlOf(answer))))
        expect(sessions.size).toBe(3)
        expect(new Set([...sessions].map(({ customer }) => customer))).toEqual(new Set([customers()[0]?.id]))
        expect(customers()).toHaveLength(1)
      } finally {
        await other.close()
      }
    })

    test('again after every replacement is refused, with one attempt a click', async () => {
      await gone()
      fixture.standIn.fault = { kind: 'gone', path: /checkout/ }
      fixture.standIn.calls.length = 0
      expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
      expect(opened()).toBe(2)
      fixture.standIn.fault = null
      expect((await buyer.checkout('monthly')).status).toBe(200)
    })

    test('has no subscription to manage', async () => {
      fixture.standIn.pay(fixture.standIn.sessionAt(urlOf(await buyer.checkout('monthly'))).id)
      await fixture.deliverAll()
      fixture.standIn.customers.delete(customers()[0]?.id ?? '')
      expect(await buyer.portal()).toMatchObject({ status: 409, body: { code: 'no_subscription' } })
    })
  })

  describe('when another process fails to open the same checkout', () => {
    let other: TestApp
    beforeEach(async () => {
      other = await buildApp({ database: app.database, clock: app.clock, env: { PUBLIC_URL, ...fixture.standIn.env } })
    })
    afterEach(() => other.close())

    test('before the session is stored, the click that opened it and all later clicks lead to it', async () => {
      const held = fixture.standIn.holdNext(/checkout\/sessions$/)
      const good = buyer.checkout('monthly')
      await held.reached
      // Both attempts of the SDK.
      fixture.standIn.fault = { kind: 'error', path: /checkout/, times: 2 }
      expect(await buyer.through(other).checkout('monthly')).toMatchObject(UNAVAILABLE)
      held.go()
      const url = urlOf(await good)
      expect(url).toContain(fixture.standIn.url)
      expect(urlOf(await buyer.checkout('monthly'))).toBe(url)
    })

    test('after the session is stored, later clicks lead to it', async () => {
      const held = fixture.standIn.holdNext(/customers$/)
      const bad = buyer.through(other).checkout('monthly')
      await held.reached
      const url = urlOf(await buyer.checkout('monthly'))
      fixture.standIn.fault = { kind: 'error', path: /checkout/, times: 2 }
      held.go()
      expect(await bad).toMatchObject(UNAVAILABLE)
      expect(urlOf(await buyer.checkout('monthly'))).toBe(url)
    })

    test('a paid checkout stays paid when a delayed second opening completes', async () => {
      const held = fixture.standIn.holdNext(/customers$/)
      const late = buyer.through(other).checkout('lifetime')
      await held.reached
      fixture.standIn.pay(fixture.standIn.sessionAt(urlOf(await buyer.checkout('lifetime'))).id)
      await fixture.deliverAll()
      held.go()
      await late
      const { db } = app.database
      const stored = await db.selectFrom('checkout').select('status').where('user_id', '=', buyer.userId).execute()
      expect(stored).toEqual([{ status: 'paid' }])
    })
  })

  test.each([
    ['a concurrent call under the same key', 409],
    ['too many calls', 429],
  ])('an error that the provider does not repeat (%s) leaves the checkout as it is', async (_name, status) => {
    fixture.standIn.fault = { kind: 'busy', status, path: /checkout/ }
    expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
    const { db } = app.database
    const before = await db
      .selectFrom('checkout')
      .select(['id', 'status'])
      .where('user_id', '=', buyer.userId)
      .execute()
    expect(before).toMatchObject([{ status: 'open' }])
    fixture.standIn.fault = null
    expect((await buyer.checkout('monthly')).status).toBe(200)
    const after = await db.selectFrom('checkout').select(['id', 'status']).where('user_id', '=', buyer.userId).execute()
    expect(after).toEqual(before)
  })

  test('after half an hour a click starts a new checkout', async () => {
    const first = urlOf(await buyer.checkout('monthly'))
    app.clock.advance(30 * MINUTE_MS)
    expect(urlOf(await buyer.checkout('monthly'))).not.toBe(first)
  })

  test("more than 10 new checkouts an hour are refused; continuing an open one isn't", async () => {
    for (let start = 0; start < 10; start += 1) {
      expect((await buyer.checkout('monthly')).status).toBe(200)
      await app.database.db
        .updateTable('checkout')
        .set({ status: 'expired' })
        .where('user_id', '=', buyer.userId)
        .execute()
    }
    const refused = await buyer.checkout('monthly')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each([
    ['no price', undefined],
    ['a plan that costs nothing', 'free'],
    ["one of the provider's own prices", 'price_cheap_1'],
    ['a list', ['monthly']],
    ['an object', { id: 'monthly' }],
  ])('%s is refused under its field', async (_name, price) => {
    const { status, body } = await buyer.checkout(price)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['price_id'])
    expect(opened()).toBe(0)
  })

  test('an amount in the request is ignored', async () => {
    const { token } = buyer
    const answer = await app.call('POST', 'user/api/payments/create_checkout_session', {
      token,
      body: { price_id: 'lifetime', amount: 1, success_url: 'https://evil.example', user_id: 'another' },
    })
    const session = fixture.standIn.sessionAt(urlOf(answer))
    expect(session).toMatchObject({
      amount_total: 4999,
      success_url: `${PUBLIC_URL}/app/dashboard/premium/success`,
      client_reference_id: buyer.userId,
    })
  })

  test('visitors are asked to sign in', async () => {
    for (const call of ['create_checkout_session', 'create_portal_session']) {
      expect((await app.call('POST', `user/api/payments/${call}`)).status).toBe(401)
    }
  })

  test("a forged Host header doesn't affect the return URLs", async () => {
    const hostile = {
      host: 'evil.example',
      origin: PUBLIC_URL,
      referer: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
    }
    const session = fixture.standIn.sessionAt(urlOf(await buyer.checkout('monthly', hostile)))
    expect(session.success_url).toBe(`${PUBLIC_URL}/app/dashboard/premium/success`)
    expect(session.cancel_url).toBe(`${PUBLIC_URL}/app/dashboard/premium/interrupt`)
  })

  test("a Legend of any plan can't start a checkout", async () => {
    await grantByOperator(app.database.db, { userId: buyer.userId, plan: 'monthly', at: app.clock.now() })
    expect(await buyer.checkout('lifetime')).toMatchObject({ status: 409, body: { code: 'already_premium' } })
  })

  test('an open checkout is refused once the player is a Legend', async () => {
    await buyer.checkout('monthly')
    await grantByOperator(app.database.db, { userId: buyer.userId, plan: 'monthly', at: app.clock.now() })
    expect(await buyer.checkout('monthly')).toMatchObject({ status: 409, body: { code: 'already_premium' } })
  })

  test('the portal opens for a subscription and leads back to the profile', async () => {
    fixture.standIn.pay(fixture.standIn.sessionAt(urlOf(await buyer.checkout('monthly'))).id)
    await fixture.deliverAll()
    expect(urlOf(await buyer.portal())).toContain(`${fixture.standIn.url}/portal/`)
  })

  test('there is no portal without a subscription: starter, lifetime, an operator grant', async () => {
    const none = { status: 409, body: { code: 'no_subscription' } }
    expect(await buyer.portal()).toMatchObject(none)
    await grantByOperator(app.database.db, { userId: buyer.userId, plan: 'yearly', at: app.clock.now() })
    expect(await buyer.portal()).toMatchObject(none)
    const other = await Buyer.signIn(app, `lifetime${counter}@example.com`)
    fixture.standIn.pay(fixture.standIn.sessionAt(urlOf(await other.checkout('lifetime'))).id)
    await fixture.deliverAll()
    expect(await other.plan()).toBe('lifetime')
    expect(await other.portal()).toMatchObject(none)
  })

  test('the portal is opened at most 10 times an hour', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 11; turn += 1) statuses.push((await buyer.portal()).status)
    expect(statuses).toEqual([...Array<number>(10).fill(409), 429])
  })

  test.each(['error', 'reset'] as const)(
    'an outage of the provider (%s) is a 503, and a later click works',
    async (fault) => {
      fixture.standIn.fault = { kind: fault }
      const refused = await buyer.checkout('monthly')
      expect(refused).toMatchObject(UNAVAILABLE)
      expect(refused.headers['retry-after']).toBeDefined()
      fixture.standIn.fault = null
      expect((await buyer.checkout('monthly')).status).toBe(200)
      expect(opened()).toBe(1)
    },
  )

  test('a session whose creation response was lost is reused', async () => {
    // The SDK retries once by itself.
    fixture.standIn.fault = { kind: 'lose', path: /checkout/, times: 2 }
    expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
    expect((await buyer.checkout('monthly')).status).toBe(200)
    const mine = [...fixture.standIn.sessions.values()].filter((one) => one.client_reference_id === buyer.userId)
    expect(mine).toHaveLength(1)
  })

  test.each(['customers', 'checkout'])(
    'an error that the provider repeats under its key does not lock a buyer out (%s)',
    async (path) => {
      fixture.standIn.fault = { kind: 'refuse', path: new RegExp(path), times: 1 }
      expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
      expect((await buyer.checkout('monthly')).status).toBe(200)
    },
  )
})

describe('without a working provider', () => {
  test('a provider that hangs is abandoned after the timeout', async () => {
    const fixture = await openCheckoutFixture('embedded', {}, 200)
    try {
      const buyer = await Buyer.signIn(fixture.app, 'ada@example.com')
      fixture.standIn.fault = { kind: 'hang' }
      expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
      fixture.standIn.fault = null
      await expect.poll(async () => (await buyer.checkout('monthly')).status).toBe(200)
    } finally {
      await fixture.close()
    }
  })

  test("a plan without a configured price can't be bought", async () => {
    const fixture = await openCheckoutFixture('embedded', { STRIPE_PRICE_YEARLY: '' })
    try {
      const buyer = await Buyer.signIn(fixture.app, 'ada@example.com')
      expect(await buyer.checkout('yearly')).toMatchObject(UNAVAILABLE)
      expect((await buyer.checkout('monthly')).status).toBe(200)
    } finally {
      await fixture.close()
    }
  })

  test('in production without settings checkout is unavailable and there is no sandbox', async () => {
    const production = {
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://localhost',
      SECRET_KEY: 'a secret that only tests use',
      PUBLIC_URL: 'https://quiz.example',
      TRUST_PROXY: '0',
    }
    const app = await buildApp({ clock: fakeClock(), env: production })
    try {
      const buyer = await Buyer.signIn(app, 'ada@example.com')
      expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
      expect(await buyer.portal()).toMatchObject(UNAVAILABLE)
      for (const path of ['/sandbox/checkout/x', '/sandbox/portal/x', '/sandbox/']) {
        expect((await app.server.inject(path)).statusCode).toBe(404)
      }
    } finally {
      await app.close()
    }
  })
})
