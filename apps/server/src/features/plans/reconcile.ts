import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { LOOK_EVERY_MS } from './apply-judgement.ts'
import { type LookDeps, lookAgain } from './look-again.ts'
import { type PaymentProvider, PaymentProviderError } from './payment-provider.ts'

const BATCH = 20
const DAY_MS = 86_400_000
/** Longer than the provider delivers an event again (3 days), or an operator may ask it to (30). */
const KEEP_EVENTS_MS = 90 * DAY_MS
/** A walk to the till that ended without payment. */
const KEEP_UNPAID_MS = 30 * DAY_MS

/**
 * Looks at the customers that are due, whether or not an event came: those with an open checkout or a live
 * subscription, every 15 minutes. Each is taken by one process. Gives whether there may be more.
 */
export async function reconcilePayments(
  deps: LookDeps & { paymentProvider: PaymentProvider | null },
): Promise<boolean> {
  const provider = deps.paymentProvider
  if (!provider) return false
  const due = await claimDue(deps.db, deps.clock.now())
  let looked = 0
  for (const userId of due) {
    try {
      await lookAgain(deps, provider, userId, null)
      looked += 1
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      deps.log.warn({ err: error, msg: 'payment_provider_failed', userId })
      // An outage; the claimed ones come up again in 15 minutes. An answer may be about this customer alone.
      if (!error.isAnswer) return false
    }
  }
  // Where it answers badly for everybody, the rest waits for the next turn.
  return due.length === BATCH && looked > 0
}

async function claimDue(db: Kysely<Tables>, now: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update payment_customer set look_due_at = ${now + LOOK_EVERY_MS} where user_id in (
      select user_id from payment_customer where look_due_at <= ${now}
      order by look_due_at limit ${BATCH} for update skip locked)
    returning user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Deletes events that no delivery repeats any more, and checkouts that came to nothing. */
export async function sweepPayments({ db, clock }: Pick<LookDeps, 'db' | 'clock'>): Promise<void> {
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
}
