import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Kysely } from 'kysely'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { applyJudgement, type LookOutcome } from './apply-judgement.ts'
import { type Judgement, judgeTruth } from './judge-truth.ts'
import { type AlarmDeps, newAlarms, raiseAlarm } from './payment-alarms.ts'
import type { PaymentProvider, ProviderEvent } from './payment-provider.ts'

export interface LookDeps extends AlarmDeps {
  db: Kysely<Tables>
}

/**
 * Reads what the provider says about a customer now and rewrites the grants that come from it. An event that was the
 * reason is noted in the same transaction, so that it has one effect. The database is left alone while the provider is
 * asked; a look that began later wins over this one.
 * @throws PaymentProviderError when the provider can't be asked: then nothing has changed
 */
export async function lookAgain(
  deps: LookDeps,
  provider: PaymentProvider,
  userId: string,
  event: ProviderEvent | null,
): Promise<LookOutcome> {
  const started = await takeTicket(deps.db, userId)
  if (!started) return 'outdated'
  const truth = await provider.readTruth(started.customerId)
  const judgement = judgeTruth(truth, { userId, planOfPrice: await planOfPrice(deps.db, provider, userId) })
  const { outcome, alarms } = await inTransaction(deps.db, (trx) =>
    applyJudgement(trx, { ...started, userId, event, truth, judgement, now: deps.clock.now() }),
  )
  for (const alarm of alarms) raiseAlarm(deps, userId, alarm)
  if (outcome === 'applied') await endSuperfluous(deps, provider, userId, judgement)
  return outcome
}

async function takeTicket(db: Kysely<Tables>, userId: string) {
  const row = await db
    .updateTable('payment_customer')
    .set((eb) => ({ last_ticket: eb('last_ticket', '+', 1) }))
    .where('user_id', '=', userId)
    .returning(['customer_id', 'last_ticket'])
    .executeTakeFirst()
  return row ? { customerId: row.customer_id, ticket: row.last_ticket } : null
}

/** Our prices, and those this person was sold before the operator set others. */
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

/** Ends at the provider what is not needed. What fails is tried again with the next look. */
async function endSuperfluous(
  deps: LookDeps,
  provider: PaymentProvider,
  userId: string,
  { superfluous }: Judgement,
): Promise<void> {
  for (const { subscriptionId, wasPaidTwice } of superfluous) {
    try {
      const hasEnded = await provider.cancelSubscription(subscriptionId)
      if (!hasEnded || !wasPaidTwice) continue
      const alarm = { kind: 'payment_needs_refund', reference: subscriptionId, reason: 'two subscriptions' } as const
      const alarms = await newAlarms(deps.db, userId, [alarm], deps.clock.now())
      for (const fresh of alarms) raiseAlarm(deps, userId, fresh)
    } catch (error) {
      deps.log.warn({ err: error, msg: 'subscription_not_cancelled', subscriptionId })
    }
  }
}
