import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { DueGrant, Judgement } from './judge-truth.ts'
import { newAlarms, type PaymentAlarm } from './payment-alarms.ts'
import type { CustomerTruth, ProviderEvent } from './payment-provider.ts'

/** A minute less than the 15 that a missed event may cost, for the worker that looks each minute. */
export const LOOK_EVERY_MS = 14 * 60_000
/** The provider lets a checkout be paid for 24 hours. */
const CHECKOUT_OPEN_MS = 25 * 3_600_000
const DAY_MS = 86_400_000

/** How long after a single payment it is looked whether it still stands: an event that took it back may be lost. */
const TAKEN_BACK_WITHIN_MS = 180 * DAY_MS
/** Refunds are promised within 7 days (spec 2): for so long, and a day more, looks come as often as anybody's. */
const OFTEN_WITHIN_MS = 8 * DAY_MS

/** How a look ended: `outdated` where a later one, or the account's erasure, came first. */
export type LookOutcome = 'applied' | 'duplicate' | 'outdated'

export interface Application {
  userId: string
  ticket: number
  event: ProviderEvent | null
  truth: CustomerTruth
  judgement: Judgement
  now: number
}

/** Makes what is stored fit a judgement, in one transaction with the event that was the reason for it. */
export async function applyJudgement(
  trx: Transaction<Tables>,
  application: Application,
): Promise<{ outcome: LookOutcome; alarms: PaymentAlarm[] }> {
  const { userId, ticket, event, truth, judgement, now } = application
  // First the account, then what hangs on it: in the order in which an erasure goes, so that neither waits in vain.
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forKeyShare().execute()
  if (event && !(await noteEvent(trx, event, now))) return { outcome: 'duplicate', alarms: [] }
  const { numUpdatedRows } = await trx
    .updateTable('payment_customer')
    .set({ applied_ticket: ticket })
    .where('user_id', '=', userId)
    .where('applied_ticket', '<', ticket)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { outcome: 'outdated', alarms: [] }
  const paidTwice = await rewriteGrants(trx, userId, judgement.grants, now)
  await closeCheckouts(trx, truth)
  await planNextLook(trx, userId, { isLive: judgement.isLive, truth, now })
  const alarms = [
    ...judgement.mismatches.map((mismatch) => ({ kind: 'payment_mismatch' as const, ...mismatch })),
    ...paidTwice.map((reference) => ({
      kind: 'payment_needs_refund' as const,
      reference,
      reason: 'lifetime paid twice',
    })),
  ]
  return { outcome: 'applied', alarms: await newAlarms(trx, userId, alarms, now) }
}

/** False when the event has had its effect before. */
async function noteEvent(trx: Transaction<Tables>, { id, type }: ProviderEvent, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_event')
    .values({ id, type, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Makes the stored grants those that are due. Gives the lifetime payments that came on top of another one. */
async function rewriteGrants(
  trx: Transaction<Tables>,
  userId: string,
  due: readonly DueGrant[],
  now: number,
): Promise<string[]> {
  const stored = await trx
    .selectFrom('plan_grant')
    .select(['id', 'plan', 'reference', 'ended_at'])
    .where('user_id', '=', userId)
    .where('origin', '=', 'provider')
    .execute()
  const isDue = new Set(due.map(({ reference }) => reference))
  const over = stored.filter((grant) => grant.ended_at === null && !isDue.has(grant.reference))
  if (over.length > 0) {
    const ids = over.map(({ id }) => id)
    await trx.updateTable('plan_grant').set({ ended_at: now }).where('id', 'in', ids).execute()
  }
  for (const { reference, plan, startedAt, endsAt } of due) {
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
  return due
    .filter(({ plan }) => plan === 'lifetime')
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.reference < b.reference ? -1 : 1))
    .slice(1)
    .map(({ reference }) => reference)
}

async function closeCheckouts(trx: Transaction<Tables>, truth: CustomerTruth): Promise<void> {
  for (const [status, stored] of [
    ['complete', 'paid'],
    ['expired', 'expired'],
  ] as const) {
    const ids = truth.checkouts.filter((checkout) => checkout.status === status).map(({ id }) => id)
    if (ids.length === 0) continue
    await trx
      .updateTable('checkout')
      .set({ status: stored })
      .where('provider_session', 'in', ids)
      .where('status', '=', 'open')
      .execute()
  }
}

async function planNextLook(
  trx: Transaction<Tables>,
  userId: string,
  { isLive, truth, now }: { isLive: boolean; truth: CustomerTruth; now: number },
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
  const waitMs = isLive || open ? LOOK_EVERY_MS : untilSinglePaymentsMs(truth, now)
  await trx
    .updateTable('payment_customer')
    .set({ look_due_at: waitMs === null ? null : now + waitMs })
    .where('user_id', '=', userId)
    .execute()
}

/** When to look whether single payments still stand, in milliseconds from now; null where none is recent enough. */
function untilSinglePaymentsMs({ checkouts }: CustomerTruth, now: number): number | null {
  const paid = checkouts.filter(({ isPaid, subscriptionId }) => isPaid && subscriptionId === null)
  const ageMs = now - Math.max(...paid.map(({ createdAt }) => createdAt), -Infinity)
  if (ageMs < OFTEN_WITHIN_MS) return LOOK_EVERY_MS
  return ageMs < TAKEN_BACK_WITHIN_MS ? DAY_MS : null
}
