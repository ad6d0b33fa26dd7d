import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { type PaymentProvider, PaymentProviderError } from './payment-provider.ts'

export interface ErasureDeps {
  db: Kysely<Tables>
  /** Null where payments are not set up. */
  paymentProvider: PaymentProvider | null
}

/**
 * Ends whatever would still take money from a person, before their account goes. Doing it twice is harmless; the rows
 * of plans and payments go with the account's own.
 * @throws payments_unavailable when that can't be done now: then nothing may be erased
 */
export async function cancelForErasure({ db, paymentProvider }: ErasureDeps, userId: string): Promise<void> {
  const customer = await db
    .selectFrom('payment_customer')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!customer) return
  if (!paymentProvider) {
    if (await hasSubscription(db, userId)) throw new Refusal('payments_unavailable')
    return
  }
  try {
    await paymentProvider.forgetCustomer(customer.customer_id)
  } catch (error) {
    if (error instanceof PaymentProviderError) throw new Refusal('payments_unavailable')
    throw error
  }
}

/** Whether a subscription at the provider was alive when it was last looked at. */
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
