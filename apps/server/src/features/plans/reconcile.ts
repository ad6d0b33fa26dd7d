import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { SYNC_INTERVAL_MS } from './apply-entitlements.ts'
import { type PaymentProvider, PaymentProviderError } from './payment-provider.ts'
import { type SyncDeps, syncWithProvider } from './sync-with-provider.ts'

const BATCH = 20
/** Longer than the provider retries a delivery (3 days) or lets an operator resend one (30 days). */
const KEEP_EVENTS_MS = 90 * DAY_MS
/** Checkouts that ended without payment. */
const KEEP_UNPAID_MS = 30 * DAY_MS
/** Longer than a customer can dispute a payment. What is wrong then still is raised again by the next sync. */
const KEEP_ALARMS_MS = 400 * DAY_MS

/**
 * Syncs customers with an open checkout or a running subscription every 15 minutes, even if no event arrives. Each
 * customer is claimed by one process. Returns whether more may be due.
 */
export async function reconcilePayments(
  deps: SyncDeps & { paymentProvider: PaymentProvider | null },
): Promise<boolean> {
  const provider = deps.paymentProvider
  if (!provider) return false
  const due = await claimDue(deps.db, deps.clock.now())
  let syncedCount = 0
  for (const userId of due) {
    try {
      await syncWithProvider(deps, provider, userId, null)
      syncedCount += 1
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      if (error.isAnswer) deps.log.warn({ err: error, msg: 'payment_provider_refused', userId })
      // During an outage the claimed customers are due again in 15 minutes. A final answer concerns only this customer.
      if (!error.isAnswer) return false
    }
  }
  // If every call failed, the rest waits for the next run.
  return due.length === BATCH && syncedCount > 0
}

async function claimDue(db: Kysely<Tables>, now: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update payment_customer set look_due_at = ${now + SYNC_INTERVAL_MS} where user_id in (
      select user_id from payment_customer where look_due_at <= ${now}
      order by look_due_at limit ${BATCH} for update skip locked)
    returning user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Work to be done with the payment provider: customers due for a check, how late the first is, and open checkouts. */
export interface PaymentBacklog {
  due: number
  lagMs: number
  /** Only those of the last day: the provider ends a checkout after that. */
  openCheckouts: number
}

export async function measurePayments({ db, clock }: Pick<SyncDeps, 'db' | 'clock'>): Promise<PaymentBacklog> {
  const now = clock.now()
  const customers = await db
    .selectFrom('payment_customer')
    .select((row) => [row.fn.countAll<number>().as('due'), row.fn.min('look_due_at').as('first_due_at')])
    .where('look_due_at', '<=', now)
    .executeTakeFirstOrThrow()
  const checkouts = await db
    .selectFrom('checkout')
    .select((row) => row.fn.countAll<number>().as('open'))
    // Needed for the partial index, which leaves out those that were paid.
    .where('status', '<>', 'paid')
    .where('status', '=', 'open')
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow()
  return {
    due: customers.due,
    lagMs: customers.first_due_at === null ? 0 : now - customers.first_due_at,
    openCheckouts: checkouts.open,
  }
}

/** Deletes events that can't be delivered again, old unpaid checkouts and old alarms. */
export async function sweepPayments({ db, clock }: Pick<SyncDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('payment_event')
    .where('received_at', '<=', now - KEEP_EVENTS_MS)
    .execute()
  await db
    .deleteFrom('checkout')
    .where('status', '<>', 'paid')
    .where('created_at', '<=', now - KEEP_UNPAID_MS)
    .execute()
  await db
    .deleteFrom('payment_alarm')
    .where('created_at', '<=', now - KEEP_ALARMS_MS)
    .execute()
}
