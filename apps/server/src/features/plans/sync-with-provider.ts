import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Kysely } from 'kysely'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { applyEntitlements, type SyncOutcome } from './apply-entitlements.ts'
import { type Entitlements, entitlementsFrom } from './entitlements.ts'
import { type AlarmDeps, insertNewAlarms, raiseAlarm } from './payment-alarms.ts'
import { type PaymentProvider, PaymentProviderError, type ProviderEvent } from './payment-provider.ts'

export interface SyncDeps extends AlarmDeps {
  db: Kysely<Tables>
}

/**
 * Reads a customer's current state from the provider and replaces the grants derived from it. The event that triggered
 * the sync is recorded in the same transaction, so it takes effect once. No transaction is open while the provider
 * is called; if another sync of this customer started later and has been applied, this one is dropped as outdated.
 * @throws PaymentProviderError when the provider can't be reached; nothing has changed then
 */
export async function syncWithProvider(
  deps: SyncDeps,
  provider: PaymentProvider,
  userId: string,
  event: ProviderEvent | null,
): Promise<SyncOutcome> {
  const started = await startSync(deps.db, userId)
  if (!started) return 'outdated'
  const state = await provider.readCustomer(started.customerId)
  const entitlements = entitlementsFrom(state, { userId, planOfPrice: await planOfPrice(deps.db, provider, userId) })
  const { outcome, alarms } = await inTransaction(deps.db, (trx) =>
    applyEntitlements(trx, { ...started, userId, event, state, entitlements, now: deps.clock.now() }),
  )
  for (const alarm of alarms) raiseAlarm(deps, userId, alarm)
  if (outcome === 'applied') await cancelRedundant(deps, provider, userId, entitlements)
  return outcome
}

/** Numbers this sync of the customer, so that a later one wins. Null if the account is gone. */
async function startSync(db: Kysely<Tables>, userId: string) {
  const row = await db
    .updateTable('payment_customer')
    .set((eb) => ({ last_ticket: eb('last_ticket', '+', 1) }))
    .where('user_id', '=', userId)
    .returning(['customer_id', 'last_ticket'])
    .executeTakeFirst()
  return row ? { customerId: row.customer_id, syncNumber: row.last_ticket } : null
}

/** The configured prices, plus those this user was charged before the operator changed them. */
async function planOfPrice(
  db: Kysely<Tables>,
  provider: PaymentProvider,
  userId: string,
): Promise<ReadonlyMap<string, PriceId>> {
  const sold = await db
    .selectFrom('checkout')
    .select(['plan', 'provider_price'])
    .where('user_id', '=', userId)
    .where('provider_price', 'is not', null)
    .execute()
  const configured = Object.entries(provider.prices) as [PriceId, string | null][]
  const pairs = [...sold.map(({ plan, provider_price }) => [plan, provider_price] as const), ...configured]
  return new Map(pairs.flatMap(([plan, price]) => (price === null ? [] : [[price, plan] as const])))
}

/** Cancels redundant subscriptions at the provider. What fails is tried again by the next sync. */
async function cancelRedundant(
  deps: SyncDeps,
  provider: PaymentProvider,
  userId: string,
  { redundant }: Entitlements,
): Promise<void> {
  for (const { subscriptionId, wasPaidTwice } of redundant) {
    try {
      const wasCancelled = await provider.cancelSubscription(subscriptionId)
      if (!wasCancelled || !wasPaidTwice) continue
      const alarm = { kind: 'payment_needs_refund', reference: subscriptionId, reason: 'two subscriptions' } as const
      const alarms = await insertNewAlarms(deps.db, userId, [alarm], deps.clock.now())
      for (const inserted of alarms) raiseAlarm(deps, userId, inserted)
    } catch (error) {
      if (error instanceof PaymentProviderError && !error.isAnswer) continue
      deps.log.warn({ err: error, msg: 'subscription_not_cancelled', subscriptionId })
    }
  }
}
