import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { askProvider, type AskDeps } from './ask-provider.ts'
import type { PaymentProvider } from './payment-provider.ts'

export interface ErasureDeps extends AskDeps {
  db: Kysely<Tables>
  /** Null where payments are not set up. */
  paymentProvider: PaymentProvider | null
}

/**
 * Ends whatever would still take money from a person, before their account goes. Doing it twice is harmless; the rows
 * of plans and payments go with the account's own.
 * @throws payments_unavailable when that can't be done now: then nothing may be erased
 */
export async function cancelForErasure(deps: ErasureDeps, userId: string): Promise<void> {
  const { db, paymentProvider } = deps
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
  await askProvider(deps, () => paymentProvider.forgetCustomer(customer.customer_id))
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
