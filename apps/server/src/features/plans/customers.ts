import type { Kysely } from 'kysely'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { CustomerGoneError, type PaymentProvider } from './payment-provider.ts'

export interface CustomerDeps {
  db: Kysely<Tables>
}

/**
 * Calls the provider with the user's customer id, creating the customer before the first call. A customer deleted at
 * the provider is replaced, once.
 * @throws unauthorized if the account was erased in the meantime
 */
export async function withCustomer<Answer>(
  deps: CustomerDeps,
  provider: PaymentProvider,
  userId: string,
  call: (customerId: string) => Promise<Answer>,
): Promise<Answer> {
  const customerId = await customerOf(deps, provider, userId, null)
  try {
    return await call(customerId)
  } catch (error) {
    if (!(error instanceof CustomerGoneError)) throw error
    return call(await customerOf(deps, provider, userId, customerId))
  }
}

/** The stored customer id, unless it is the `gone` one, which is replaced by a new customer. */
async function customerOf(
  { db }: CustomerDeps,
  provider: PaymentProvider,
  userId: string,
  gone: string | null,
): Promise<string> {
  const user = await db
    .selectFrom('app_user')
    .leftJoin('payment_customer', 'payment_customer.user_id', 'app_user.id')
    .select(['email', 'customer_id'])
    .where('app_user.id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Refusal('unauthorized')
  if (user.customer_id !== gone && user.customer_id !== null) return user.customer_id
  const created = await provider.createCustomer({ userId, email: user.email }, await customerKey(db, userId, gone))
  const stored = await storeCustomer(db, userId, created, gone)
  if (stored !== null) return stored
  await provider.forgetCustomer(created)
  throw new Refusal('unauthorized')
}

/**
 * Stores a customer, unless another checkout of the same user has stored one first. The row keeps its sync numbers, so
 * a sync of the `gone` customer that is still running stays outdated. Returns the stored customer's id, or null if the
 * account is gone.
 */
function storeCustomer(
  db: Kysely<Tables>,
  userId: string,
  created: string,
  gone: string | null,
): Promise<string | null> {
  return inTransaction(db, async (trx) => {
    // Locked against another checkout doing the same: two concurrent inserts of one customer can fail on its unique id
    // instead of reaching the conflict below.
    const user = await trx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return null
    await trx
      .insertInto('payment_customer')
      .values({ user_id: userId, customer_id: created, look_due_at: null })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ customer_id: created })
          .where('payment_customer.customer_id', '=', gone),
      )
      .execute()
    const { customer_id } = await trx
      .selectFrom('payment_customer')
      .select('customer_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return customer_id
  })
}

/**
 * The idempotency key for creating a customer: the same for all checkouts of a user, so that two at once create one
 * customer. The provider repeats errors under a key, so the number of failed checkouts is part of it, as is the
 * customer being replaced.
 */
async function customerKey(db: Kysely<Tables>, userId: string, gone: string | null): Promise<string> {
  const { failed } = await db
    .selectFrom('checkout')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('user_id', '=', userId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  return `customer-${userId}-${failed}${gone === null ? '' : `-after-${gone}`}`
}
