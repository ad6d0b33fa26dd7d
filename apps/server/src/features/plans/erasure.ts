import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { callProvider, type PaymentProvider, type ProviderCallDeps } from './payment-provider.ts'

export interface ErasureDeps extends ProviderCallDeps {
  db: Kysely<Tables>
  /** Null if payments aren't configured. */
  paymentProvider: PaymentProvider | null
}

/** A user's customer and checkout sessions at the provider, as stored here. */
interface ProviderRecords {
  customerId: string | null
  sessions: string
}

/**
 * Ends everything at the provider that could still charge a user whose account is about to be erased. Safe to repeat.
 * The stored plans and payments are deleted with the account. Returns what was cancelled, for `checkCancelled`.
 * @throws payments_unavailable if it can't be done now; the account must not be erased then
 */
export async function cancelForErasure(deps: ErasureDeps, userId: string): Promise<ProviderRecords> {
  const { db, paymentProvider } = deps
  const records = await readProviderRecords(db, userId)
  const { customerId } = records
  if (customerId === null) return records
  if (!paymentProvider) {
    if (await hasSubscription(db, userId)) throw new Refusal('payments_unavailable')
    return records
  }
  await callProvider(deps, () => paymentProvider.forgetCustomer(customerId))
  return records
}

/**
 * Checks, in the transaction that erases the account, that no checkout was opened after `cancelForErasure`: it could be
 * paid, and nobody could cancel the subscription it starts. The row lock makes any later checkout find no account.
 * @throws payments_unavailable if one was opened; trying again erases the account
 */
export async function checkCancelled(
  trx: Transaction<Tables>,
  userId: string,
  cancelled: ProviderRecords,
): Promise<void> {
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
  const { customerId, sessions } = await readProviderRecords(trx, userId)
  if (customerId !== cancelled.customerId || sessions !== cancelled.sessions) throw new Refusal('payments_unavailable')
}

async function readProviderRecords(db: Kysely<Tables>, userId: string): Promise<ProviderRecords> {
  const customer = await db
    .selectFrom('payment_customer')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const sessions = await db
    .selectFrom('checkout')
    .select('provider_session')
    .where('user_id', '=', userId)
    .where('provider_session', 'is not', null)
    .orderBy('provider_session')
    .execute()
  return {
    customerId: customer?.customer_id ?? null,
    sessions: sessions.map(({ provider_session }) => provider_session).join(),
  }
}

/** Whether a subscription was running at the last sync. */
async function hasSubscription(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const grant = await db
    .selectFrom('plan_grant')
    .select('id')
    .where('user_id', '=', userId)
    .where('origin', '=', 'provider')
    .where('plan', '<>', 'lifetime')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return grant !== undefined
}
