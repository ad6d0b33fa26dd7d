import type { Kysely } from 'kysely'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { CustomerGoneError, type PaymentProvider } from './payment-provider.ts'

export interface CustomerDeps {
  db: Kysely<Tables>
}

/**
 * Asks the provider about the user's customer there, who is made before the first question. One whom the operator has
 * deleted there is replaced, once.
 * @throws unauthorized when the account was erased meanwhile
 */
export async function withCustomer<Answer>(
  deps: CustomerDeps,
  provider: PaymentProvider,
  userId: string,
  ask: (customerId: string) => Promise<Answer>,
): Promise<Answer> {
  const customerId = await customerOf(deps, provider, userId, null)
  try {
    return await ask(customerId)
  } catch (error) {
    if (!(error instanceof CustomerGoneError)) throw error
    return ask(await customerOf(deps, provider, userId, customerId))
  }
}

/** The user's customer, if it is another than the one who is `gone`; else a new one in their place. */
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
  const made = await provider.createCustomer({ userId, email: user.email }, await customerKey(db, userId, gone))
  const kept = await keep(db, userId, made, gone)
  if (kept !== null) return kept
  await provider.forgetCustomer(made)
  throw new Refusal('unauthorized')
}

/**
 * Stores a customer, unless another checkout of the same person was quicker, under an earlier key: theirs is the
 * customer then. Their looks are numbered on, so that one at the customer who is gone stays the older. Gives the
 * customer who counts, or null when the account is gone.
 */
function keep(db: Kysely<Tables>, userId: string, made: string, gone: string | null): Promise<string | null> {
  return inTransaction(db, async (trx) => {
    const user = await trx.selectFrom('app_user').select('id').where('id', '=', userId).forKeyShare().executeTakeFirst()
    if (!user) return null
    await trx
      .insertInto('payment_customer')
      .values({ user_id: userId, customer_id: made, look_due_at: null })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ customer_id: made }).where('payment_customer.customer_id', '=', gone),
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
 * The same for all checkouts of a person, so that two at once make one customer. A bad answer, which the provider keeps
 * under the key, has its checkout given up: that counts, and the next key is another one. So is that of the customer
 * after one who is gone.
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
