import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { askProvider, type AskDeps } from './ask-provider.ts'
import type { PaymentProvider } from './payment-provider.ts'

export interface ErasureDeps extends AskDeps {
  db: Kysely<Tables>
  /** Null where payments are not set up. */
  paymentProvider: PaymentProvider | null
}

/** What of a person's payments stands at the provider, as far as it is known here. */
interface Payments {
  customerId: string | null
  sessions: string
}

/**
 * Ends whatever would still take money from a person, before their account goes. Doing it twice is harmless; the rows
 * of plans and payments go with the account's own. Gives what was there, to be shown to `checkCancelled`.
 * @throws payments_unavailable when that can't be done now: then nothing may be erased
 */
export async function cancelForErasure(deps: ErasureDeps, userId: string): Promise<Payments> {
  const { db, paymentProvider } = deps
  const payments = await readPayments(db, userId)
  const { customerId } = payments
  if (customerId === null) return payments
  if (!paymentProvider) {
    if (await hasSubscription(db, userId)) throw new Refusal('payments_unavailable')
    return payments
  }
  await askProvider(deps, () => paymentProvider.forgetCustomer(customerId))
  return payments
}

/**
 * Makes sure, in the transaction that erases the account, that no checkout has been opened since all was cancelled: it
 * could be paid, and nobody could end what it began. One that is opened from here on finds no account.
 * @throws payments_unavailable where there is one: a later try erases
 */
export async function checkCancelled(trx: Transaction<Tables>, userId: string, cancelled: Payments): Promise<void> {
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
  const { customerId, sessions } = await readPayments(trx, userId)
  if (customerId !== cancelled.customerId || sessions !== cancelled.sessions) throw new Refusal('payments_unavailable')
}

async function readPayments(db: Kysely<Tables>, userId: string): Promise<Payments> {
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
