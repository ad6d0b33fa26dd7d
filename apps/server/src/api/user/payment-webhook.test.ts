import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { buildApp, type TestApp } from '../../testing/build-app.ts'
import { countWaitingForLocks, databaseKinds } from '../../testing/database.ts'
import type { StandInEvent } from '../../testing/payments/ledger.ts'
import {
  Buyer,
  openCheckoutFixture,
  post,
  PUBLIC_URL,
  type CheckoutFixture,
  urlOf,
} from '../../testing/payments/checkout-fixture.ts'

const OLD_SECRET = 'whsec_before_rotation'

describe.each(databaseKinds())('payment webhook on %s', (kind) => {
  let fixture: CheckoutFixture
  let app: TestApp
  let buyer: Buyer
  let counter = 0

  beforeAll(async () => {
    fixture = await openCheckoutFixture(kind, { STRIPE_WEBHOOK_SECRET: `whsec_stand_in,${OLD_SECRET}` })
    app = fixture.app
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    counter += 1
    app.clock.advance(2 * 60 * MINUTE_MS)
    app.logged.length = 0
    buyer = await Buyer.signIn(app, `buyer${counter}@example.com`)
  })
  afterEach(() => {
    fixture.standIn.fault = null
  })

  /** Pays a new checkout without delivering its events. */
  async function buy(plan: 'monthly' | 'yearly' | 'lifetime', who = buyer) {
    const session = fixture.standIn.sessionAt(urlOf(await who.checkout(plan)))
    const from = fixture.standIn.events.length
    fixture.standIn.pay(session.id)
    return { session, events: fixture.standIn.events.slice(from), subscriptionId: session.subscription ?? '' }
  }

  /** Delivers the events that this action causes. */
  async function deliverEventsOf(action: () => void): Promise<number[]> {
    const from = fixture.standIn.events.length
    action()
    return fixture.deliver(fixture.standIn.events.slice(from))
  }

  const alarms = (kindOfAlarm: string) => app.logged.filter(({ msg }) => msg === kindOfAlarm)
  const metric = async (line: string) => {
    const body = await app.metrics()
    return Number(
      body
        .split('\n')
        .find((each) => each.startsWith(line))
        ?.split(' ')[1] ?? 0,
    )
  }

  describe('forgery', () => {
    let event: StandInEvent
    beforeEach(async () => {
      const { events } = await buy('lifetime')
      event = events.at(-1)!
    })
    afterEach(async () => {
      // None of them had an effect; the genuine event still has one.
      expect(await buyer.plan()).toBe('starter')
      expect(await fixture.deliver([event])).toEqual([200])
      expect(await buyer.plan()).toBe('lifetime')
    })

    const changed = (body: string) => body.replace('"livemode": false', '"livemode": true ')
    const cases: [string, (body: string) => [string | Buffer, string | undefined]][] = [
      ['unsigned', (body) => [body, undefined]],
      ['an empty signature', (body) => [body, '']],
      ['signed with another secret', (body) => [body, fixture.standIn.sign(body, { secret: 'whsec_other' })]],
      ['a body changed after signing', (body) => [changed(body), fixture.standIn.sign(body)]],
      ['one byte less', (body) => [body.slice(0, -1), fixture.standIn.sign(body)]],
      ['the same JSON written anew', (body) => [JSON.stringify(JSON.parse(body)), fixture.standIn.sign(body)]],
      ['an old scheme alone', (body) => [body, fixture.standIn.sign(body).replace('v1=', 'v0=')]],
      ['no time', (body) => [body, fixture.standIn.sign(body).replace(/t=\d+,/, '')]],
      ['nonsense for a time', (body) => [body, fixture.standIn.sign(body).replace(/t=\d+/, 't=NaN')]],
      [
        'another time than the signed one',
        (body) => [body, fixture.standIn.sign(body).replace(/t=\d+/, (t) => `${t.slice(0, -1)}0,t=1`)],
      ],
      ['older than 300 s', (body) => [body, fixture.standIn.sign(body, { atMs: app.clock.now() - 301_000 })]],
      ['dated 301 s ahead', (body) => [body, fixture.standIn.sign(body, { atMs: app.clock.now() + 301_000 })]],
      ['no body', () => ['', fixture.standIn.sign('')]],
      ['no JSON, unsigned', () => ['{"id": evt', undefined]],
    ]
    test.each(cases)('%s is refused with 400', async (_name, forge) => {
      const before = await metric('quizmaster_payment_webhooks_total{outcome="bad_signature"}')
      expect(await post(app, ...forge(event.body))).toBe(400)
      expect(await metric('quizmaster_payment_webhooks_total{outcome="bad_signature"}')).toBe(before + 1)
    })

    test('a body of 2 MiB is refused with 413', async () => {
      const body = `{"id":"${'x'.repeat(2 * 1024 * 1024)}"}`
      expect(await post(app, body, fixture.standIn.sign(body))).toBe(413)
    })
  })

  test.each([
    ['299 s old', -299_000],
    ['299 s ahead', 299_000],
  ])('a signature %s still counts', async (_name, offsetMs) => {
    const { events } = await buy('lifetime')
    const { body } = events.at(-1)!
    expect(await post(app, body, fixture.standIn.sign(body, { atMs: app.clock.now() + offsetMs }))).toBe(200)
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('both secrets are accepted while one is being rotated', async () => {
    const { events } = await buy('lifetime')
    const { body } = events.at(-1)!
    expect(await post(app, body, fixture.standIn.sign(body, { secret: OLD_SECRET }))).toBe(200)
    expect(await buyer.plan()).toBe('lifetime')
  })

  test('events of an unknown type or about an unknown customer are accepted and ignored', async () => {
    const unknown = fixture.standIn.event('galaxy.exploded', { id: 'x', customer: 'cus_none' })
    const stranger = fixture.standIn.event('invoice.paid', { id: 'in_1', customer: 'cus_stranger' })
    const nobody = fixture.standIn.event('invoice.paid', { id: 'in_2', customer: null })
    expect(await fixture.deliver([unknown, stranger, nobody])).toEqual([200, 200, 200])
  })

  test('an event delivered 100 times at once takes effect once, and every delivery gets a 200', async () => {
    const { events } = await buy('monthly')
    const { id, body } = events.at(-1)!
    fixture.standIn.calls.length = 0
    const before = await metric('quizmaster_payment_webhooks_total{outcome="applied"}')
    const statuses = await Promise.all(Array.from({ length: 100 }, () => post(app, body, fixture.standIn.sign(body))))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await buyer.plan()).toBe('monthly')
    const kept = await app.database.db.selectFrom('payment_event').selectAll().where('id', '=', id).execute()
    expect(kept).toHaveLength(1)
    expect(fixture.standIn.calls.length).toBeLessThan(10)
    expect(await metric('quizmaster_payment_webhooks_total{outcome="applied"}')).toBeGreaterThan(before)
  })

  test('an event delivered to two processes at once takes effect once', async () => {
    const other = await buildApp({
      database: app.database,
      clock: app.clock,
      env: { PUBLIC_URL, ...fixture.standIn.env },
    })
    try {
      const { events } = await buy('monthly')
      const { id, body } = events.at(-1)!
      const both = Array.from({ length: 40 }, (_, turn) =>
        post(turn % 2 === 0 ? app : other, body, fixture.standIn.sign(body)),
      )
      expect(new Set(await Promise.all(both))).toEqual(new Set([200]))
      expect(await buyer.through(other).plan()).toBe('monthly')
      const grants = await app.database.db
        .selectFrom('plan_grant')
        .selectAll()
        .where('user_id', '=', buyer.userId)
        .execute()
      expect(grants).toHaveLength(1)
      const customer = await app.database.db
        .selectFrom('payment_customer')
        .selectAll()
        .where('user_id', '=', buyer.userId)
        .executeTakeFirstOrThrow()
      expect(customer.last_ticket).toBeLessThanOrEqual(2)
      const kept = await app.database.db.selectFrom('payment_event').selectAll().where('id', '=', id).execute()
      expect(kept).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  test('two processes agree after reordered and duplicated deliveries, syncs, portals and clicks at once', async () => {
    const other = await buildApp({
      database: app.database,
      clock: app.clock,
      env: { PUBLIC_URL, ...fixture.standIn.env },
    })
    try {
      const { events, subscriptionId } = await buy('yearly')
      const from = fixture.standIn.events.length
      fixture.standIn.renew(subscriptionId, true)
      fixture.standIn.refund(subscriptionId, 1)
      const told = [...events, ...fixture.standIn.events.slice(from)]
      app.clock.advance(15 * MINUTE_MS)
      const both = [app, other]
      const statuses = await Promise.all([
        ...both.flatMap((one) => told.toReversed().flatMap((event) => [fixture.deliver([event, event], one)])),
        ...both.map(async (one) => [Number(await one.app.reconcilePayments())]),
        ...both.map(async (one) => [(await buyer.through(one).portal()).status]),
        ...both.map(async (one) => [(await buyer.through(one).checkout('lifetime')).status]),
      ])
      expect(statuses.flat().filter((status) => status >= 500)).toEqual([])
      const { db } = app.database
      const theirs = (table: 'plan_grant' | 'payment_customer') =>
        db.selectFrom(table).select('user_id').where('user_id', '=', buyer.userId).execute()
      expect([await buyer.plan(), await buyer.through(other).plan()]).toEqual(['yearly', 'yearly'])
      expect([(await theirs('plan_grant')).length, (await theirs('payment_customer')).length]).toEqual([1, 1])
      const ids = told.map(({ id }) => id)
      expect(await db.selectFrom('payment_event').select('id').where('id', 'in', ids).execute()).toHaveLength(
        told.length,
      )
    } finally {
      await other.close()
    }
  })

  // Needs two connections.
  test.skipIf(kind === 'embedded')(
    'a delivery in the middle of an erasure waits for it, and finds nobody',
    async () => {
      const { events } = await buy('monthly')
      const { db } = app.database
      let delivered: Promise<number[]> | undefined
      await inTransaction(db, async (trx) => {
        await trx.selectFrom('app_user').select('id').where('id', '=', buyer.userId).forUpdate().execute()
        delivered = fixture.deliver(events.slice(-1))
        await expect.poll(() => countWaitingForLocks(db)).toBe(1)
        // It holds no lock that the erasure needs.
        await trx
          .selectFrom('payment_customer')
          .select('user_id')
          .where('user_id', '=', buyer.userId)
          .forUpdate()
          .noWait()
          .execute()
        await trx.deleteFrom('app_user').where('id', '=', buyer.userId).execute()
      })
      expect(await delivered).toEqual([200])
    },
  )

  test('a replayed event changes nothing', async () => {
    const { events, session } = await buy('lifetime')
    await fixture.deliver(events)
    await deliverEventsOf(() => fixture.standIn.refund(session.id))
    expect(await buyer.plan()).toBe('starter')
    fixture.standIn.calls.length = 0
    // The provider's own redelivery: the same event with a new signature.
    expect(await fixture.deliver(events)).toEqual(events.map(() => 200))
    expect(fixture.standIn.calls).toEqual([])
    expect(await buyer.plan()).toBe('starter')
  })

  test.each([
    ['lives on', 'monthly', () => undefined],
    ['was ended', 'starter', (id: string) => fixture.standIn.setSubscription(id, { status: 'canceled' })],
  ] as const)('any order of events has the same result if the subscription %s', async (_name, plan, then) => {
    const orders = permutations([0, 1, 2, 3])
    expect(orders).toHaveLength(24)
    for (const order of orders) {
      counter += 1
      const one = await Buyer.signIn(app, `order${counter}@example.com`)
      const { events, subscriptionId } = await buy('monthly', one)
      const from = fixture.standIn.events.length
      fixture.standIn.setSubscription(subscriptionId, {})
      then(subscriptionId)
      const late = fixture.standIn.events.slice(from)
      const stale = fixture.standIn.event('customer.subscription.deleted', fixture.standIn.subscription(subscriptionId))
      const four = [
        events.find(({ type }) => type === 'checkout.session.completed')!,
        events.find(({ type }) => type === 'invoice.paid')!,
        late.find(({ type }) => type === 'customer.subscription.updated')!,
        late.find(({ type }) => type === 'customer.subscription.deleted') ?? stale,
      ]
      await fixture.deliver(order.map((index) => four[index]!))
      expect(await one.plan(), order.join()).toBe(plan)
    }
  })

  test('a sync that started earlier never overwrites a later one', async () => {
    const { events, session } = await buy('lifetime')
    await fixture.deliver(events)
    // The first sync reads "paid" and its response is held back; meanwhile the refund is synced.
    const [slow, quick] = [
      fixture.standIn.event('invoice.paid', session),
      fixture.standIn.event('invoice.paid', session),
    ]
    const release = fixture.standIn.holdNext(/checkout\/sessions/)
    const slowly = fixture.deliver([slow])
    await release.reached
    fixture.standIn.refund(session.id)
    await fixture.deliver([quick])
    expect(await buyer.plan()).toBe('starter')
    release.go()
    expect(await slowly).toEqual([200])
    expect(await buyer.plan()).toBe('starter')
  })

  describe("payments that don't match grant nothing", () => {
    const mismatch = async (events: readonly StandInEvent[]) => {
      const before = await metric('quizmaster_payment_alarms_total{kind="payment_mismatch"}')
      await fixture.deliver(events)
      expect(await buyer.plan()).toBe('starter')
      expect(alarms('payment_mismatch')).toMatchObject([{ level: 50, userId: buyer.userId }])
      expect(await metric('quizmaster_payment_alarms_total{kind="payment_mismatch"}')).toBe(before + 1)
      // Raised once, however often it is synced.
      await fixture.deliver([
        fixture.standIn.event('invoice.paid', { id: 'in_x', customer: fixture.standIn.customerOf(buyer.userId) }),
      ])
      expect(alarms('payment_mismatch')).toHaveLength(1)
    }

    test("a price that isn't the plan's", async () => {
      const { events, session } = await buy('lifetime')
      session.line_items.data[0]!.price = { ...session.line_items.data[0]!.price, id: 'price_cheap_1' }
      await mismatch(events)
    })

    test('the price of another plan', async () => {
      const { events, session } = await buy('lifetime')
      session.metadata = { ...session.metadata, plan: 'yearly' }
      await mismatch(events)
    })

    test("a subscription's checkout at the price of another plan", async () => {
      const { events, session } = await buy('monthly')
      const { price } = session.line_items.data[0]!
      session.line_items.data[0]!.price = { ...price, id: fixture.standIn.prices.yearly.id }
      await mismatch(events)
    })

    test('less than the price', async () => {
      const { events, session } = await buy('lifetime')
      session.amount_total = 1
      await mismatch(events)
    })

    test('another currency', async () => {
      const { events, session } = await buy('lifetime')
      session.currency = 'xts'
      await mismatch(events)
    })

    test('two line items', async () => {
      const { events, session } = await buy('lifetime')
      session.line_items.data.push({ ...session.line_items.data[0]!, id: 'li_2' })
      await mismatch(events)
    })

    test('a checkout that names another player, who gets nothing either', async () => {
      const other = await Buyer.signIn(app, `other${counter}@example.com`)
      const { events, session } = await buy('monthly')
      session.client_reference_id = other.userId
      await mismatch(events)
      expect(await other.plan()).toBe('starter')
    })

    test('a subscription with an unknown price', async () => {
      const { events, subscriptionId } = await buy('monthly')
      const [item] = fixture.standIn.subscription(subscriptionId).items.data
      item.price = { ...item.price, id: 'price_cheap_1' }
      await mismatch(events)
    })

    test('a subscription made for another player', async () => {
      const { events, subscriptionId } = await buy('monthly')
      fixture.standIn.subscription(subscriptionId).metadata = { user_id: 'another' }
      await mismatch(events)
    })

    test('an unpaid checkout grants nothing, and raises no alarm', async () => {
      const { events, session } = await buy('lifetime')
      session.payment_status = 'unpaid'
      await fixture.deliver(events)
      expect(await buyer.plan()).toBe('starter')
      expect(alarms('payment_mismatch')).toEqual([])
      session.payment_status = 'paid'
      await fixture.deliver([fixture.standIn.event('checkout.session.async_payment_succeeded', session)])
      expect(await buyer.plan()).toBe('lifetime')
    })
  })

  test('a plan bought at an earlier price survives a price change', async () => {
    const { events } = await buy('monthly')
    const env = { PUBLIC_URL, ...fixture.standIn.env, STRIPE_PRICE_MONTHLY: 'price_monthly_2' }
    const repriced = await buildApp({ database: app.database, clock: app.clock, env })
    try {
      await fixture.deliver(events, repriced)
      expect(await buyer.plan()).toBe('monthly')
    } finally {
      await repriced.close()
    }
  })

  describe('refunds and disputes', () => {
    test("a full refund ends lifetime, a partial one doesn't", async () => {
      const { events, session } = await buy('lifetime')
      await fixture.deliver(events)
      await deliverEventsOf(() => fixture.standIn.refund(session.id, 100))
      expect(await buyer.plan()).toBe('lifetime')
      await deliverEventsOf(() => fixture.standIn.refund(session.id))
      expect(await buyer.plan()).toBe('starter')
    })

    test.each([
      ['needs_response', 'starter'],
      ['under_review', 'starter'],
      ['lost', 'starter'],
      ['won', 'lifetime'],
      ['warning_needs_response', 'lifetime'],
    ])('a payment disputed at the bank (%s) leaves %s', async (status, plan) => {
      const { events, session } = await buy('lifetime')
      await fixture.deliver(events)
      await deliverEventsOf(() => fixture.standIn.dispute(session.id, 'needs_response'))
      expect(await buyer.plan()).toBe('starter')
      await deliverEventsOf(() => fixture.standIn.dispute(session.id, status))
      expect(await buyer.plan()).toBe(plan)
    })

    test('a refund that fails leaves lifetime as it was', async () => {
      const { events, session } = await buy('lifetime')
      await fixture.deliver(events)
      await deliverEventsOf(() => fixture.standIn.refund(session.id))
      const charge = fixture.standIn.chargeOf(session.id)
      Object.assign(charge, { refunded: false, amount_refunded: 0 })
      await fixture.deliver([
        fixture.standIn.event('refund.failed', { id: 're_1', object: 'refund', charge: charge.id }),
      ])
      expect(await buyer.plan()).toBe('lifetime')
    })

    test("a refund of the current period ends a subscription's plan until a period is paid again", async () => {
      const { events, subscriptionId } = await buy('yearly')
      await fixture.deliver(events)
      await deliverEventsOf(() => fixture.standIn.refund(subscriptionId, 100))
      expect(await buyer.plan()).toBe('yearly')
      await deliverEventsOf(() => fixture.standIn.refund(subscriptionId))
      expect(await buyer.plan()).toBe('starter')
      // It will charge again next year, so the page where it can be cancelled stays available.
      expect((await buyer.portal()).status).toBe(200)
      app.clock.advance(365 * DAY_MS)
      buyer = await Buyer.signIn(app, `buyer${counter}@example.com`)
      await deliverEventsOf(() => fixture.standIn.renew(subscriptionId, true))
      expect(await buyer.plan()).toBe('yearly')
    })

    test('a disputed subscription gives no plan while the dispute is open', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      await deliverEventsOf(() => fixture.standIn.dispute(subscriptionId, 'needs_response'))
      expect(await buyer.plan()).toBe('starter')
      await deliverEventsOf(() => fixture.standIn.dispute(subscriptionId, 'won'))
      expect(await buyer.plan()).toBe('monthly')
    })

    test('a new subscription after a refunded one is kept, with nothing more to refund', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      await deliverEventsOf(() => fixture.standIn.refund(subscriptionId))
      await fixture.deliver((await buy('yearly')).events)
      expect(await buyer.plan()).toBe('yearly')
      expect(fixture.standIn.subscription(subscriptionId).status).toBe('canceled')
      expect(alarms('payment_needs_refund')).toEqual([])
    })
  })

  describe('renewals', () => {
    test('a paid renewal extends the plan', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      app.clock.advance(30 * DAY_MS)
      await deliverEventsOf(() => fixture.standIn.renew(subscriptionId, true))
      app.clock.advance(29 * DAY_MS)
      expect(await buyer.plan()).toBe('monthly')
    })

    test('a failed renewal leaves 7 days from the start of the unpaid period; paying later restores the plan', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      app.clock.advance(30 * DAY_MS)
      await deliverEventsOf(() => fixture.standIn.renew(subscriptionId, false))
      app.clock.advance(7 * DAY_MS - 1)
      expect(await buyer.plan()).toBe('monthly')
      app.clock.advance(1)
      expect(await buyer.plan()).toBe('starter')
      expect((await buyer.portal()).status).toBe(200)
      await deliverEventsOf(() => fixture.standIn.settle(subscriptionId))
      expect(await buyer.plan()).toBe('monthly')
    })

    test('a second failed month gives no second grace period', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      for (let month = 0; month < 2; month += 1) {
        app.clock.advance(30 * DAY_MS)
        await deliverEventsOf(() => fixture.standIn.renew(subscriptionId, false))
      }
      expect(await buyer.plan()).toBe('starter')
    })

    test.each(['unpaid', 'canceled', 'incomplete_expired', 'incomplete', 'paused'])(
      'the status %s ends the plan',
      async (status) => {
        const { events, subscriptionId } = await buy('monthly')
        await fixture.deliver(events)
        await deliverEventsOf(() => fixture.standIn.setSubscription(subscriptionId, { status }))
        expect(await buyer.plan()).toBe('starter')
        expect(await buyer.portal()).toMatchObject({ status: 409 })
      },
    )

    test('a subscription cancelled at the end of its period lasts exactly until then', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      await deliverEventsOf(() => fixture.standIn.cancelAtPeriodEnd(subscriptionId))
      app.clock.advance(30 * DAY_MS - 1)
      expect(await buyer.plan()).toBe('monthly')
      app.clock.advance(1)
      expect(await buyer.plan()).toBe('starter')
    })

    test('switching a subscription to another of our prices switches the plan', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      const [item] = fixture.standIn.subscription(subscriptionId).items.data
      item.price = { ...item.price, id: fixture.standIn.prices.yearly.id }
      await deliverEventsOf(() => fixture.standIn.setSubscription(subscriptionId, {}))
      expect(await buyer.plan()).toBe('yearly')
    })
  })

  describe('paid twice', () => {
    /** Two tabs, both opened before either is paid. */
    async function twoTabs(first: 'monthly' | 'lifetime', second: 'yearly' | 'lifetime') {
      const sessions = [await buyer.checkout(first), await buyer.checkout(second)].map((one) =>
        fixture.standIn.sessionAt(urlOf(one)),
      )
      const from = fixture.standIn.events.length
      for (const { id } of sessions) {
        app.clock.advance(MINUTE_MS)
        fixture.standIn.pay(id)
      }
      await fixture.deliver(fixture.standIn.events.slice(from))
      return sessions
    }

    test('the later of two subscriptions is cancelled and flagged for refund, once', async () => {
      const [first, second] = await twoTabs('monthly', 'yearly')
      expect(await buyer.plan()).toBe('monthly')
      expect(fixture.standIn.subscription(first?.subscription ?? '').status).toBe('active')
      expect(fixture.standIn.subscription(second?.subscription ?? '').status).toBe('canceled')
      expect(alarms('payment_needs_refund')).toMatchObject([{ level: 50, reference: second?.subscription }])
    })

    test('lifetime cancels the subscription it replaces, with nothing to refund', async () => {
      const [monthly] = await twoTabs('monthly', 'lifetime')
      expect(await buyer.plan()).toBe('lifetime')
      expect(fixture.standIn.subscription(monthly?.subscription ?? '').status).toBe('canceled')
      expect(alarms('payment_needs_refund')).toEqual([])
    })

    test('a second lifetime is flagged for refund, and refunding either leaves the other', async () => {
      const first = fixture.standIn.sessionAt(urlOf(await buyer.checkout('lifetime')))
      app.clock.advance(31 * MINUTE_MS)
      const second = fixture.standIn.sessionAt(urlOf(await buyer.checkout('lifetime')))
      await deliverEventsOf(() => fixture.standIn.pay(first.id))
      await deliverEventsOf(() => fixture.standIn.pay(second.id))
      expect(alarms('payment_needs_refund')).toMatchObject([{ reference: second.id }])
      await deliverEventsOf(() => fixture.standIn.refund(first.id))
      expect(await buyer.plan()).toBe('lifetime')
      expect(alarms('payment_needs_refund')).toHaveLength(1)
    })

    test('a new subscription replaces an unpaid one, which is cancelled', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      app.clock.advance(30 * DAY_MS)
      await deliverEventsOf(() => fixture.standIn.renew(subscriptionId, false))
      app.clock.advance(8 * DAY_MS)
      const again = await buy('yearly')
      await fixture.deliver(again.events)
      expect(await buyer.plan()).toBe('yearly')
      expect(fixture.standIn.subscription(subscriptionId).status).toBe('canceled')
      expect(alarms('payment_needs_refund')).toEqual([])
    })

    test('a cancellation that failed is repeated by a later sync', async () => {
      fixture.standIn.fault = { kind: 'refuse', path: /subscriptions\/sub_/ }
      const [, second] = await twoTabs('monthly', 'yearly')
      expect(await buyer.plan()).toBe('monthly')
      expect(fixture.standIn.subscription(second?.subscription ?? '').status).toBe('active')
      fixture.standIn.fault = null
      app.clock.advance(15 * MINUTE_MS)
      while (await app.app.reconcilePayments());
      expect(fixture.standIn.subscription(second?.subscription ?? '').status).toBe('canceled')
    })
  })

  describe('missed and failed deliveries', () => {
    test.each(['monthly', 'lifetime'] as const)(
      'with every event lost, %s is granted within 15 minutes',
      async (plan) => {
        await buy(plan)
        app.clock.advance(15 * MINUTE_MS)
        while (await app.app.reconcilePayments());
        expect(await buyer.plan()).toBe(plan)
      },
    )

    test('a cancellation whose events are lost is noticed within 15 minutes too', async () => {
      const { events, subscriptionId } = await buy('monthly')
      await fixture.deliver(events)
      fixture.standIn.setSubscription(subscriptionId, { status: 'canceled' })
      app.clock.advance(15 * MINUTE_MS)
      while (await app.app.reconcilePayments());
      expect(await buyer.plan()).toBe('starter')
    })

    test.each([
      ['refund', 15 * MINUTE_MS, (id: string) => fixture.standIn.refund(id)],
      ['dispute', 15 * MINUTE_MS, (id: string) => fixture.standIn.dispute(id, 'needs_response')],
      ['refund months later', DAY_MS, (id: string) => fixture.standIn.refund(id)],
    ] as const)('a lifetime payment whose %s came without an event is noticed', async (name, withinMs, takeBack) => {
      const { events, session } = await buy('lifetime')
      await fixture.deliver(events)
      if (name.endsWith('later')) {
        app.clock.advance(100 * DAY_MS)
        while (await app.app.reconcilePayments());
        buyer = await Buyer.signIn(app, `buyer${counter}@example.com`)
      }
      expect(await buyer.plan()).toBe('lifetime')
      takeBack(session.id)
      app.clock.advance(withinMs)
      while (await app.app.reconcilePayments());
      expect(await buyer.plan()).toBe('starter')
    })

    test('a lifetime payment is synced every 15 minutes for 8 days, daily up to 180 days, then no more', async () => {
      const { events } = await buy('lifetime')
      await fixture.deliver(events)
      const paidAt = app.clock.now()
      const countSyncs = async (forMs: number, everyMs: number) => {
        let count = 0
        for (const endMs = app.clock.now() + forMs; app.clock.now() < endMs;) {
          app.clock.advance(everyMs)
          fixture.standIn.calls.length = 0
          while (await app.app.reconcilePayments());
          count += fixture.standIn.calls.filter((call) => call === 'GET /v1/checkout/sessions').length
        }
        return count
      }
      await app.database.db
        .updateTable('payment_customer')
        .set({ look_due_at: null })
        .where('user_id', '<>', buyer.userId)
        .execute()
      expect(await countSyncs(2 * 60 * MINUTE_MS, 15 * MINUTE_MS)).toBe(8)
      app.clock.advance(8 * DAY_MS)
      expect(await countSyncs(5 * DAY_MS, 12 * 60 * MINUTE_MS)).toBeLessThanOrEqual(6)
      app.clock.advance(paidAt + 180 * DAY_MS - app.clock.now())
      expect(await countSyncs(60 * 60_000, 60 * MINUTE_MS)).toBe(1)
      expect(await countSyncs(30 * DAY_MS, DAY_MS)).toBe(0)
    })

    test('an unpaid checkout is synced for a day, then no more', async () => {
      await buyer.checkout('monthly')
      const dueAt = async () =>
        (
          await app.database.db
            .selectFrom('payment_customer')
            .select('look_due_at')
            .where('user_id', '=', buyer.userId)
            .executeTakeFirstOrThrow()
        ).look_due_at
      expect(await dueAt()).not.toBeNull()
      app.clock.advance(26 * 60 * MINUTE_MS)
      while (await app.app.reconcilePayments());
      expect(await dueAt()).toBeNull()
    })

    test("customers the provider returns errors for don't hold up the others", async () => {
      const gone = [
        await Buyer.signIn(app, `first-gone${counter}@example.com`),
        await Buyer.signIn(app, `last-gone${counter}@example.com`),
      ] as const
      await buy('monthly', gone[0])
      await buy('monthly')
      await buy('monthly', gone[1])
      for (const { userId } of gone) fixture.standIn.customers.delete(fixture.standIn.customerOf(userId))
      app.clock.advance(15 * MINUTE_MS)
      while (await app.app.reconcilePayments());
      expect(await buyer.plan()).toBe('monthly')
    })

    test('during an outage the provider is called for one customer, not for each of them', async () => {
      await buy('monthly')
      await buy('monthly', await Buyer.signIn(app, `second${counter}@example.com`))
      app.clock.advance(15 * MINUTE_MS)
      fixture.standIn.fault = { kind: 'busy', status: 429 }
      fixture.standIn.calls.length = 0
      expect(await app.app.reconcilePayments()).toBe(false)
      // One call for subscriptions and one for checkouts, of which the second may still be on its way.
      await expect
        .poll(() => fixture.standIn.calls.toSorted())
        .toEqual(['GET /v1/checkout/sessions', 'GET /v1/subscriptions'])
    })

    test('only one of two processes syncs a customer', async () => {
      const other = await buildApp({
        database: app.database,
        clock: app.clock,
        env: { PUBLIC_URL, ...fixture.standIn.env },
      })
      try {
        await buy('monthly')
        app.clock.advance(15 * MINUTE_MS)
        const run = async (one: TestApp) => {
          while (await one.app.reconcilePayments());
        }
        await Promise.all([run(app), run(other)])
        const { last_ticket } = await app.database.db
          .selectFrom('payment_customer')
          .select('last_ticket')
          .where('user_id', '=', buyer.userId)
          .executeTakeFirstOrThrow()
        expect(last_ticket).toBe(1)
        expect(await buyer.plan()).toBe('monthly')
      } finally {
        await other.close()
      }
    })

    test.each(['error', 'reset'] as const)(
      'an outage while an event is handled (%s) is a 503, and its redelivery works',
      async (fault) => {
        const { events } = await buy('lifetime')
        const completed = events.at(-1)!
        fixture.standIn.fault = { kind: fault }
        expect(await fixture.deliver([completed])).toEqual([503])
        expect(await buyer.plan()).toBe('starter')
        fixture.standIn.fault = null
        expect(await fixture.deliver([completed])).toEqual([200])
        expect(await buyer.plan()).toBe('lifetime')
      },
    )
  })

  test('payment log lines contain no e-mail address and no signature', async () => {
    const { events, session } = await buy('lifetime')
    session.amount_total = 1
    await fixture.deliver(events)
    const logged = JSON.stringify(app.logged)
    expect(logged).toContain('payment_mismatch')
    expect(logged).not.toContain(`buyer${counter}@example.com`)
    expect(logged).not.toContain('v1=')
    expect(logged).not.toContain('sk_test')
  })
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
