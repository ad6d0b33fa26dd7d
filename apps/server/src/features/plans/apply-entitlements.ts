import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Entitlement, Entitlements } from './entitlements.ts'
import { insertNewAlarms, type PaymentAlarm } from './payment-alarms.ts'
import type { CustomerState, ProviderEvent } from './payment-provider.ts'

/** A missed event may delay a change by 15 minutes at most; the worker that runs the syncs wakes up once a minute. */
export const SYNC_INTERVAL_MS = 14 * MINUTE_MS
/** The provider accepts payment of a checkout for 24 hours. */
const CHECKOUT_OPEN_MS = 25 * HOUR_MS

/** How long a single payment is checked for refunds and disputes, in case their event is lost. */
const REFUND_CHECKED_FOR_MS = 180 * DAY_MS
/**
 * Refunds are promised within 7 days, so for 8 days a payment is checked as often as a subscription; then once a day.
 */
const REFUND_CHECKED_OFTEN_FOR_MS = 8 * DAY_MS

/** How a sync ended. `outdated`: a later sync, or the erasure of the account, came first. */
export type SyncOutcome = 'applied' | 'duplicate' | 'outdated'

interface Sync {
  userId: string
  syncNumber: number
  event: ProviderEvent | null
  state: CustomerState
  entitlements: Entitlements
  now: number
}

/** Stores a user's entitlements, in one transaction with the event that triggered the sync. */
export async function applyEntitlements(
  trx: Transaction<Tables>,
  { userId, syncNumber, event, state, entitlements, now }: Sync,
): Promise<{ outcome: SyncOutcome; alarms: PaymentAlarm[] }> {
  // Locks the account first, then its dependent rows: the same order as an erasure, so the two can't deadlock.
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forKeyShare().execute()
  if (event && !(await recordEvent(trx, event, now))) return { outcome: 'duplicate', alarms: [] }
  const { numUpdatedRows } = await trx
    .updateTable('payment_customer')
    .set({ applied_ticket: syncNumber })
    .where('user_id', '=', userId)
    .where('applied_ticket', '<', syncNumber)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { outcome: 'outdated', alarms: [] }
  const paidTwice = await replaceGrants(trx, userId, entitlements.grants, now)
  await closeCheckouts(trx, state)
  await scheduleNextSync(trx, userId, { hasSubscription: entitlements.hasSubscription, state, now })
  const alarms = [
    ...entitlements.mismatches.map((mismatch) => ({ kind: 'payment_mismatch' as const, ...mismatch })),
    ...paidTwice.map((reference) => ({
      kind: 'payment_needs_refund' as const,
      reference,
      reason: 'lifetime paid twice',
    })),
  ]
  return { outcome: 'applied', alarms: await insertNewAlarms(trx, userId, alarms, now) }
}

/** False if the event has been recorded before. */
async function recordEvent(trx: Transaction<Tables>, { id, type }: ProviderEvent, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_event')
    .values({ id, type, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Makes the stored grants match the entitlements. Returns the lifetime payments made in addition to an earlier one. */
async function replaceGrants(
  trx: Transaction<Tables>,
  userId: string,
  entitlements: readonly Entitlement[],
  now: number,
): Promise<string[]> {
  const stored = await trx
    .selectFrom('plan_grant')
    .select(['id', 'plan', 'reference', 'ended_at'])
    .where('user_id', '=', userId)
    .where('origin', '=', 'provider')
    .execute()
  const entitled = new Set(entitlements.map(({ reference }) => reference))
  const ended = stored.filter((grant) => grant.ended_at === null && !entitled.has(grant.reference))
  if (ended.length > 0) {
    const ids = ended.map(({ id }) => id)
    await trx.updateTable('plan_grant').set({ ended_at: now }).where('id', 'in', ids).execute()
  }
  for (const { reference, plan, startedAt, endsAt } of entitlements) {
    const mutable = { plan, ends_at: endsAt, ended_at: null }
    await trx
      .insertInto('plan_grant')
      .values({
        id: randomUUID(),
        user_id: userId,
        origin: 'provider',
        reference,
        started_at: startedAt,
        ...mutable,
      })
      .onConflict((conflict) => conflict.columns(['origin', 'reference']).doUpdateSet(mutable))
      .execute()
  }
  return entitlements
    .filter(({ plan }) => plan === 'lifetime')
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.reference < b.reference ? -1 : 1))
    .slice(1)
    .map(({ reference }) => reference)
}

async function closeCheckouts(trx: Transaction<Tables>, state: CustomerState): Promise<void> {
  for (const [status, stored] of [
    ['complete', 'paid'],
    ['expired', 'expired'],
  ] as const) {
    const ids = state.checkouts.filter((checkout) => checkout.status === status).map(({ id }) => id)
    if (ids.length === 0) continue
    await trx
      .updateTable('checkout')
      .set({ status: stored })
      .where('provider_session', 'in', ids)
      .where('status', '=', 'open')
      .execute()
  }
}

async function scheduleNextSync(
  trx: Transaction<Tables>,
  userId: string,
  { hasSubscription, state, now }: { hasSubscription: boolean; state: CustomerState; now: number },
): Promise<void> {
  const open = await trx
    .selectFrom('checkout')
    .select('id')
    .where('user_id', '=', userId)
    .where('origin', '=', 'provider')
    .where('status', '=', 'open')
    .where('created_at', '>', now - CHECKOUT_OPEN_MS)
    .limit(1)
    .executeTakeFirst()
  const waitMs = hasSubscription || open ? SYNC_INTERVAL_MS : refundCheckDueInMs(state, now)
  await trx
    .updateTable('payment_customer')
    .set({ look_due_at: waitMs === null ? null : now + waitMs })
    .where('user_id', '=', userId)
    .execute()
}

/** When to check single payments for refunds, in milliseconds from now; null if none is recent enough. */
function refundCheckDueInMs({ checkouts }: CustomerState, now: number): number | null {
  const paid = checkouts.filter(({ isPaid, subscriptionId }) => isPaid && subscriptionId === null)
  const ageMs = now - Math.max(...paid.map(({ createdAt }) => createdAt), -Infinity)
  if (ageMs < REFUND_CHECKED_OFTEN_FOR_MS) return SYNC_INTERVAL_MS
  return ageMs < REFUND_CHECKED_FOR_MS ? DAY_MS : null
}
