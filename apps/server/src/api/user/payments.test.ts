import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantByOperator } from '../../features/plans/grants.ts'
import { buildApp, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { Buyer, openTill, PUBLIC_URL, type Till, urlOf } from '../../testing/till.ts'

const MINUTE_MS = 60_000
const UNAVAILABLE = { status: 503, body: { code: 'payments_unavailable' } }

describe.each(databaseKinds())('paying on %s', (kind) => {
  let till: Till
  let app: TestApp
  let buyer: Buyer
  let counter = 0

  beforeAll(async () => {
    till = await openTill(kind)
    app = till.app
  })
  afterAll(() => till.close())
  beforeEach(async () => {
    counter += 1
    app.clock.advance(2 * 60 * MINUTE_MS)
    till.standIn.calls.length = 0
    buyer = await Buyer.signIn(app, `buyer${counter}@example.com`)
  })
  afterEach(() => {
    till.standIn.fault = null
  })

  const opened = () => till.standIn.calls.filter((call) => call === 'POST /v1/checkout/sessions').length

  /** The buyer at the provider, as often as they are there. */
  const customers = () =>
    [...till.standIn.customers.values()].filter(
      ({ metadata }) => (metadata as { user_id?: string }).user_id === buyer.userId,
    )

  test.each(['monthly', 'yearly', 'lifetime'] as const)(
    '%s is paid at the provider, and then the plan is there',
    async (plan) => {
      const url = urlOf(await buyer.checkout(plan))
      const session = till.standIn.sessionAt(url)
      expect(session).toMatchObject({
        mode: plan === 'lifetime' ? 'payment' : 'subscription',
        client_reference_id: buyer.userId,
        line_items: { data: [{ price: { id: till.standIn.prices[plan].id }, quantity: 1 }] },
      })
      expect(await buyer.plan()).toBe('starter')
      till.standIn.pay(session.id)
      await till.deliverAll()
      expect(await buyer.plan()).toBe(plan)
    },
  )

  test('20 quick clicks give one and the same session', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.checkout('monthly')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(urlOf)).size).toBe(1)
    const mine = [...till.standIn.sessions.values()].filter((one) => one.client_reference_id === buyer.userId)
    expect(mine).toHaveLength(1)
    expect(urlOf(await buyer.checkout('monthly'))).toBe(urlOf(answers[0]!))
  })

  test('clicks on two processes at once give one session too', async () => {
    const other = await buildApp({ database: app.database, clock: app.clock, env: { PUBLIC_URL, ...till.standIn.env } })
    try {
      const elsewhere = buyer.through(other)
      const answers = await Promise.all([buyer, elsewhere, buyer, elsewhere].map((one) => one.checkout('yearly')))
      expect(new Set(answers.map(urlOf)).size).toBe(1)
    } finally {
      await other.close()
    }
  })

  test('two plans clicked at once are still one customer', async () => {
    const held = till.standIn.holdNext(/customers$/)
    const first = buyer.checkout('monthly')
    await held.reached
    const second = await buyer.checkout('yearly')
    held.go()
    const sessions = [await first, second].map((answer) => till.standIn.sessionAt(urlOf(answer)))
    expect(customers()).toHaveLength(1)
    expect(sessions.map(({ customer }) => customer)).toEqual([customers()[0]?.id, customers()[0]?.id])
  })

  test('a customer made although the answer got lost is found again, whatever is clicked next', async () => {
    // The SDK asks twice by itself.
    till.standIn.fault = { kind: 'lose', path: /customers$/, times: 2 }
    expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
    expect((await buyer.checkout('yearly')).status).toBe(200)
    expect(customers()).toHaveLength(1)
  })

  describe('whoever was deleted at the provider', () => {
    const gone = async () => {
      await buyer.checkout('monthly')
      till.standIn.customers.delete(customers()[0]?.id ?? '')
      app.clock.advance(31 * MINUTE_MS)
    }
    const stored = () =>
      app.database.db.selectFrom('payment_customer').select('customer_id').where('user_id', '=', buyer.userId).execute()

    test('is another customer with the next click, and can pay', async () => {
      await gone()
      const session = till.standIn.sessionAt(urlOf(await buyer.checkout('lifetime')))
      expect(customers().map(({ id }) => id)).toEqual([session.customer])
      expect(await stored()).toEqual([{ customer_id: session.customer }])
      till.standIn.pay(session.id)
      await till.deliverAll()
      expect(await buyer.plan()).toBe('lifetime')
    })

    test('is one other customer, however many clicks on two processes find out at once', async () => {
      await gone()
      const other = await buildApp({
        database: app.database,
        clock: app.clock,
        env: { PUBLIC_URL, ...till.standIn.env },
      })
      try {
        const clicks = [buyer, buyer.through(other)].flatMap((one) =>
          (['monthly', 'yearly', 'lifetime'] as const).map((plan) => one.checkout(plan)),
        )
        const answers = await Promise.all(clicks)
        expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
        const sessions = new Set(answers.map((answer) => till.standIn.sessionAt(urlOf(answer))))
        expect(sessions.size).toBe(3)
        expect(new Set([...sessions].map(({ customer }) => customer))).toEqual(new Set([customers()[0]?.id]))
        expect(customers()).toHaveLength(1)
      } finally {
        await other.close()
      }
    })

    test('again and again is refused, and tried once a click', async () => {
      await gone()
      till.standIn.fault = { kind: 'gone', path: /checkout/ }
      till.standIn.calls.length = 0
      expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
      expect(opened()).toBe(2)
      till.standIn.fault = null
      expect((await buyer.checkout('monthly')).status).toBe(200)
    })

    test('has no subscription to manage', async () => {
      till.standIn.pay(till.standIn.sessionAt(urlOf(await buyer.checkout('monthly'))).id)
      await till.deliverAll()
      till.standIn.customers.delete(customers()[0]?.id ?? '')
      expect(await buyer.portal()).toMatchObject({ status: 409, body: { code: 'no_subscription' } })
    })
  })

  describe('where another process fails to open the same checkout', () => {
    let other: TestApp
    beforeEach(async () => {
      other = await buildApp({ database: app.database, clock: app.clock, env: { PUBLIC_URL, ...till.standIn.env } })
    })
    afterEach(() => other.close())

    test('before the session is stored, the click that opened it and all later ones lead to it', async () => {
      const held = till.standIn.holdNext(/checkout\/sessions$/)
      const good = buyer.checkout('monthly')
      await held.reached
      // Both tries of the SDK.
      till.standIn.fault = { kind: 'error', path: /checkout/, times: 2 }
      expect(await buyer.through(other).checkout('monthly')).toMatchObject(UNAVAILABLE)
      held.go()
      const url = urlOf(await good)
      expect(url).toContain(till.standIn.url)
      expect(urlOf(await buyer.checkout('monthly'))).toBe(url)
    })

    test('after the session is stored, later clicks lead to it', async () => {
      const held = till.standIn.holdNext(/customers$/)
      const bad = buyer.through(other).checkout('monthly')
      await held.reached
      const url = urlOf(await buyer.checkout('monthly'))
      till.standIn.fault = { kind: 'error', path: /checkout/, times: 2 }
      held.go()
      expect(await bad).toMatchObject(UNAVAILABLE)
      expect(urlOf(await buyer.checkout('monthly'))).toBe(url)
    })

    test('a checkout that is paid stays paid when a second opening of it comes late', async () => {
      const held = till.standIn.holdNext(/customers$/)
      const late = buyer.through(other).checkout('lifetime')
      await held.reached
      till.standIn.pay(till.standIn.sessionAt(urlOf(await buyer.checkout('lifetime'))).id)
      await till.deliverAll()
      held.go()
      await late
      const { db } = app.database
      const stored = await db.selectFrom('checkout').select('status').where('user_id', '=', buyer.userId).execute()
      expect(stored).toEqual([{ status: 'paid' }])
    })
  })

  test.each([
    ['the same key is being asked', 409],
    ['asked too often', 429],
  ])('an answer that the provider does not keep (%s) leaves the checkout as it is', async (_name, status) => {
    till.standIn.fault = { kind: 'busy', status, path: /checkout/ }
    expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
    const { db } = app.database
    const before = await db
      .selectFrom('checkout')
      .select(['id', 'status'])
      .where('user_id', '=', buyer.userId)
      .execute()
    expect(before).toMatchObject([{ status: 'open' }])
    till.standIn.fault = null
    expect((await buyer.checkout('monthly')).status).toBe(200)
    const after = await db.selectFrom('checkout').select(['id', 'status']).where('user_id', '=', buyer.userId).execute()
    expect(after).toEqual(before)
  })

  test('after half an hour a click starts anew', async () => {
    const first = urlOf(await buyer.checkout('monthly'))
    app.clock.advance(30 * MINUTE_MS)
    expect(urlOf(await buyer.checkout('monthly'))).not.toBe(first)
  })

  test('more than 10 new checkouts an hour are refused, going on with an open one is not', async () => {
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

  test('an amount sent along changes nothing', async () => {
    const { token } = buyer
    const answer = await app.call('POST', 'user/api/payments/create_checkout_session', {
      token,
      body: { price_id: 'lifetime', amount: 1, success_url: 'https://evil.example', user_id: 'another' },
    })
    const session = till.standIn.sessionAt(urlOf(answer))
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

  test('a hostile Host header never reaches the addresses that people return to', async () => {
    const hostile = {
      host: 'evil.example',
      origin: PUBLIC_URL,
      referer: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
    }
    const session = till.standIn.sessionAt(urlOf(await buyer.checkout('monthly', hostile)))
    expect(session.success_url).toBe(`${PUBLIC_URL}/app/dashboard/premium/success`)
    expect(session.cancel_url).toBe(`${PUBLIC_URL}/app/dashboard/premium/interrupt`)
  })

  test('a Legend of any kind has nothing to buy', async () => {
    await grantByOperator(app.database.db, { userId: buyer.userId, plan: 'monthly', at: app.clock.now() })
    expect(await buyer.checkout('lifetime')).toMatchObject({ status: 409, body: { code: 'already_premium' } })
  })

  test('a checkout that is open is refused once its person is a Legend', async () => {
    await buyer.checkout('monthly')
    await grantByOperator(app.database.db, { userId: buyer.userId, plan: 'monthly', at: app.clock.now() })
    expect(await buyer.checkout('monthly')).toMatchObject({ status: 409, body: { code: 'already_premium' } })
  })

  test('the portal opens for a subscription and leads back to the profile', async () => {
    till.standIn.pay(till.standIn.sessionAt(urlOf(await buyer.checkout('monthly'))).id)
    await till.deliverAll()
    expect(urlOf(await buyer.portal())).toContain(`${till.standIn.url}/portal/`)
  })

  test('without a subscription there is no portal: starter, lifetime, a grant by hand', async () => {
    const none = { status: 409, body: { code: 'no_subscription' } }
    expect(await buyer.portal()).toMatchObject(none)
    await grantByOperator(app.database.db, { userId: buyer.userId, plan: 'yearly', at: app.clock.now() })
    expect(await buyer.portal()).toMatchObject(none)
    const other = await Buyer.signIn(app, `lifetime${counter}@example.com`)
    till.standIn.pay(till.standIn.sessionAt(urlOf(await other.checkout('lifetime'))).id)
    await till.deliverAll()
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
      till.standIn.fault = { kind: fault }
      const refused = await buyer.checkout('monthly')
      expect(refused).toMatchObject(UNAVAILABLE)
      expect(refused.headers['retry-after']).toBeDefined()
      till.standIn.fault = null
      expect((await buyer.checkout('monthly')).status).toBe(200)
      expect(opened()).toBe(1)
    },
  )

  test('a session made although its answer got lost is found again', async () => {
    // The SDK asks twice by itself.
    till.standIn.fault = { kind: 'lose', path: /checkout/, times: 2 }
    expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
    expect((await buyer.checkout('monthly')).status).toBe(200)
    const mine = [...till.standIn.sessions.values()].filter((one) => one.client_reference_id === buyer.userId)
    expect(mine).toHaveLength(1)
  })

  test.each(['customers', 'checkout'])(
    'an answer that the provider keeps under a key does not lock a buyer out (%s)',
    async (path) => {
      till.standIn.fault = { kind: 'refuse', path: new RegExp(path), times: 1 }
      expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
      expect((await buyer.checkout('monthly')).status).toBe(200)
    },
  )
})

describe('where the provider is not there', () => {
  test('a provider that hangs is given up on in time', async () => {
    const till = await openTill('embedded', {}, 200)
    try {
      const buyer = await Buyer.signIn(till.app, 'ada@example.com')
      till.standIn.fault = { kind: 'hang' }
      expect(await buyer.checkout('monthly')).toMatchObject(UNAVAILABLE)
      till.standIn.fault = null
      await expect.poll(async () => (await buyer.checkout('monthly')).status).toBe(200)
    } finally {
      await till.close()
    }
  })

  test('a price that is not set can not be bought', async () => {
    const till = await openTill('embedded', { STRIPE_PRICE_YEARLY: '' })
    try {
      const buyer = await Buyer.signIn(till.app, 'ada@example.com')
      expect(await buyer.checkout('yearly')).toMatchObject(UNAVAILABLE)
      expect((await buyer.checkout('monthly')).status).toBe(200)
    } finally {
      await till.close()
    }
  })

  test('in production without settings nobody pays, and the sandbox is not there', async () => {
    const production = {
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://localhost',
      SECRET_KEY: 'a secret that only tests use',
      PUBLIC_URL: 'https://quiz.example',
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
