import { randomUUID } from 'node:crypto'
import type { UserId } from '@quizmaster/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../infra/clock.ts'
import type { Database } from '../../infra/db/database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { findOrCreateUser, getUser } from '../accounts/users.ts'
import { endOperatorGrants, exportPlans, grantByOperator, currentPlan } from './grants.ts'
import { sweepPayments } from './reconcile.ts'

describe.each(databaseKinds())('plans on %s', (kind) => {
  let database: Database
  let userId: UserId
  const clock = fakeClock()
  const deps = () => ({ db: database.db, clock, adminEmails: [] })

  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    userId = await findOrCreateUser(deps(), `${randomUUID()}@example.com`)
  })

  const grant = (plan: 'monthly' | 'yearly' | 'lifetime', more: { ends_at?: number; ended_at?: number } = {}) =>
    database.db
      .insertInto('plan_grant')
      .values({
        id: randomUUID(),
        user_id: userId,
        plan,
        origin: 'provider',
        reference: randomUUID(),
        started_at: clock.now(),
        ends_at: null,
        ended_at: null,
        ...more,
      })
      .execute()
  const plan = async () => (await getUser(deps(), userId)).plan

  test('a player without a grant is on Starter', async () => {
    expect(await getUser(deps(), userId)).toMatchObject({ plan: 'starter', is_premium: false })
    expect(await currentPlan(database.db, userId, clock.now())).toEqual({ plan: 'starter', origin: null })
  })

  test('the highest of several grants counts, in any order', async () => {
    await grant('yearly')
    await grant('monthly')
    expect(await getUser(deps(), userId)).toMatchObject({ plan: 'yearly', is_premium: true })
    await grantByOperator(database.db, { userId, plan: 'lifetime', at: clock.now() })
    expect(await plan()).toBe('lifetime')
    expect(await currentPlan(database.db, userId, clock.now())).toEqual({ plan: 'lifetime', origin: 'operator' })
  })

  test('a grant expires at its end time', async () => {
    await grant('monthly', { ends_at: clock.now() + 1 })
    expect(await plan()).toBe('monthly')
    clock.advance(1)
    expect(await plan()).toBe('starter')
  })

  test('ending an operator grant leaves a paid one', async () => {
    await grant('monthly')
    await grantByOperator(database.db, { userId, plan: 'lifetime', at: clock.now() })
    expect(await endOperatorGrants(database.db, { userId, at: clock.now() })).toBe(1)
    expect(await plan()).toBe('monthly')
    expect(await endOperatorGrants(database.db, { userId, at: clock.now() })).toBe(0)
  })

  test('a new operator grant replaces the earlier one', async () => {
    await grantByOperator(database.db, { userId, plan: 'lifetime', at: clock.now() })
    await grantByOperator(database.db, { userId, plan: 'monthly', at: clock.now() })
    expect(await plan()).toBe('monthly')
  })

  test('a grant applies to its own player only', async () => {
    await grant('lifetime')
    const other = await findOrCreateUser(deps(), `${randomUUID()}@example.com`)
    expect((await getUser(deps(), other)).plan).toBe('starter')
  })

  test('the export contains every grant, including ended ones', async () => {
    await grant('monthly', { ended_at: clock.now() })
    await grantByOperator(database.db, { userId, plan: 'yearly', at: clock.now() })
    const { grants } = await exportPlans(database.db, userId)
    expect(grants.map((one) => one.plan).toSorted()).toEqual(['monthly', 'yearly'])
  })

  test('events are deleted after 90 days and unpaid checkouts after 30; paid ones stay', async () => {
    const { db } = database
    const event = { type: 'invoice.paid', received_at: clock.now() }
    await db
      .insertInto('payment_event')
      .values({ id: `evt_${userId}`, ...event })
      .execute()
    const checkout = { user_id: userId, origin: 'sandbox', plan: 'monthly', created_at: clock.now() } as const
    const rest = { provider_price: null, provider_session: null, url: null }
    const [open, paid] = [randomUUID(), randomUUID()]
    await db
      .insertInto('checkout')
      .values({ id: open, ...checkout, ...rest })
      .execute()
    await db
      .insertInto('checkout')
      .values({ id: paid, ...checkout, ...rest, status: 'paid' })
      .execute()
    const left = async () => {
      await sweepPayments(deps())
      const checkouts = await db.selectFrom('checkout').select('id').where('user_id', '=', userId).execute()
      const events = await db.selectFrom('payment_event').select('id').where('id', '=', `evt_${userId}`).execute()
      return [checkouts.map(({ id }) => id).toSorted(), events.length]
    }
    clock.advance(30 * DAY_MS - 1)
    expect(await left()).toEqual([[open, paid].toSorted(), 1])
    clock.advance(1)
    expect(await left()).toEqual([[paid], 1])
    clock.advance(60 * DAY_MS)
    expect(await left()).toEqual([[paid], 0])
  })

  test('an alarm is deleted after 400 days, also if its player is gone', async () => {
    const { db } = database
    const alarm = { kind: 'payment_mismatch', created_at: clock.now() } as const
    await db
      .insertInto('payment_alarm')
      .values([
        { ...alarm, reference: `cs_${userId}`, user_id: userId },
        { ...alarm, reference: `cs_gone_${userId}`, user_id: null },
      ])
      .execute()
    const left = async () => {
      await sweepPayments(deps())
      return (await db.selectFrom('payment_alarm').select('reference').execute()).length
    }
    clock.advance(400 * DAY_MS - 1)
    expect(await left()).toBe(2)
    clock.advance(1)
    expect(await left()).toBe(0)
  })
})
