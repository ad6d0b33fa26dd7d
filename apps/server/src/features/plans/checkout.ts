import { randomUUID } from 'node:crypto'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Kysely, Selectable } from 'kysely'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { CheckoutTable } from '../../infra/db/tables/plans.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import type { SingleFlight } from '../../infra/single-flight.ts'
import { Refusal } from '../../refusal.ts'
import { SYNC_INTERVAL_MS } from './apply-entitlements.ts'
import { withCustomer } from './customers.ts'
import { currentPlan } from './grants.ts'
import { callProvider, type PaymentProvider, PaymentProviderError, type ProviderCallDeps } from './payment-provider.ts'

/** Pages of the web app that the payment pages, the provider's or the sandbox's, return to. */
export const RETURN_PATHS = {
  success: '/app/dashboard/premium/success',
  interrupt: '/app/dashboard/premium/interrupt',
  portal: '/app/dashboard/profile',
} as const

const NEW_CHECKOUTS_AN_HOUR = 10
/** A second click within this time continues the open checkout. */
const REUSED_FOR_MS = 30 * MINUTE_MS

export interface CheckoutDeps extends ProviderCallDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
  paymentProvider: PaymentProvider | null
  /** Whether the sandbox checkout replaces the provider (contract 9). */
  hasSandbox: boolean
  /** The configured origin of the site, to which the provider redirects back. */
  publicUrl: string
  /** By checkout id: simultaneous clicks share one provider session. */
  checkoutFlight: SingleFlight<string>
}

interface CheckoutRequest {
  userId: string
  plan: PriceId
  /** The request's own origin, where the sandbox page is served. */
  requestOrigin: string
}

type Checkout = Selectable<CheckoutTable>

/**
 * Starts a checkout for a plan, or continues the one started in the last half hour. Returns the URL of the payment
 * page.
 * @throws rate_limited over 10 new ones an hour, already_premium for a Legend of any origin, payments_unavailable
 */
export async function startCheckout(deps: CheckoutDeps, request: CheckoutRequest): Promise<string> {
  const { paymentProvider: provider } = deps
  const price = provider?.prices[request.plan] ?? null
  if (provider ? price === null : !deps.hasSandbox) throw new Refusal('payments_unavailable')
  const checkout = await inTransaction(deps.db, (trx) => reserve({ ...deps, db: trx }, request, price))
  if (!provider) return `${request.requestOrigin}/sandbox/checkout/${checkout.id}`
  if (checkout.url !== null) return checkout.url
  return callProvider(deps, () => deps.checkoutFlight(checkout.id, () => openAtProvider(deps, provider, checkout)))
}

/** The open checkout of a user and plan, or a new one. Needs a transaction, because it locks the user's row. */
async function reserve(deps: CheckoutDeps, request: CheckoutRequest, price: string | null): Promise<Checkout> {
  const { db, clock, limiter } = deps
  const { userId, plan } = request
  const user = await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  if (!user) throw new Refusal('unauthorized')
  const open = await findOpen(db, { userId, plan, price, since: clock.now() - REUSED_FOR_MS })
  const limit = { key: `checkout:${userId}`, max: NEW_CHECKOUTS_AN_HOUR, windowMs: HOUR_MS }
  if (!open) await limiter.check(db, limit)
  if ((await currentPlan(db, userId, clock.now())).plan !== 'starter') throw new Refusal('already_premium')
  if (open) return open
  await limiter.hit(db, limit.key)
  return db
    .insertInto('checkout')
    .values({
      id: randomUUID(),
      user_id: userId,
      origin: price === null ? 'sandbox' : 'provider',
      plan,
      provider_price: price,
      provider_session: null,
      url: null,
      created_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function findOpen(
  db: Kysely<Tables>,
  { userId, plan, price, since }: { userId: string; plan: PriceId; price: string | null; since: number },
): Promise<Checkout | undefined> {
  return db
    .selectFrom('checkout')
    .selectAll()
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .where('provider_price', price === null ? 'is' : '=', price)
    .where('status', '=', 'open')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The idempotency key is made of the checkout's and the customer's ids, so repeated calls create one session. */
async function openAtProvider(deps: CheckoutDeps, provider: PaymentProvider, checkout: Checkout): Promise<string> {
  const { id, user_id: userId, plan, provider_price: price } = checkout
  const { publicUrl } = deps
  try {
    return await withCustomer(deps, provider, userId, async (customerId) => {
      const session = await provider.createCheckout(
        {
          customerId,
          userId,
          plan,
          price: price ?? '',
          successUrl: `${publicUrl}${RETURN_PATHS.success}`,
          cancelUrl: `${publicUrl}${RETURN_PATHS.interrupt}`,
        },
        `checkout-${id}-${customerId}`,
      )
      if (await storeSession(deps, checkout, session)) return session.url
      // The account was erased while the session was created, so the session must not be paid.
      await provider.forgetCustomer(customerId)
      throw new Refusal('unauthorized')
    })
  } catch (error) {
    // The provider repeats its answer to a key, even an error, so the next click needs another checkout and key.
    if (error instanceof PaymentProviderError && error.isAnswer) await failCheckout(deps.db, id)
    throw error
  }
}

/** False if the account has been erased in the meantime. */
function storeSession(
  { db, clock }: CheckoutDeps,
  { id, user_id: userId }: Checkout,
  session: { id: string; url: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Locked, so that a concurrent erasure either sees this session or makes it fail here.
    const user = await trx.selectFrom('app_user').select('id').where('id', '=', userId).forKeyShare().executeTakeFirst()
    if (!user) return false
    // Reopened in case another process got an error and marked it failed. A session that is already stored is the
    // same one, and may have been paid since.
    await trx
      .updateTable('checkout')
      .set({ provider_session: session.id, url: session.url, status: 'open' })
      .where('id', '=', id)
      .where('provider_session', 'is', null)
      .execute()
    // Schedules a sync in case no event ever arrives.
    await trx
      .updateTable('payment_customer')
      .set((eb) => ({ look_due_at: eb.fn('least', ['look_due_at', eb.val(clock.now() + SYNC_INTERVAL_MS)]) }))
      .where('user_id', '=', userId)
      .execute()
    return true
  })
}

/** Marks the checkout failed, unless another process has stored a session for it. */
async function failCheckout(db: Kysely<Tables>, checkoutId: string): Promise<void> {
  await db
    .updateTable('checkout')
    .set({ status: 'failed' })
    .where('id', '=', checkoutId)
    .where('provider_session', 'is', null)
    .execute()
}
