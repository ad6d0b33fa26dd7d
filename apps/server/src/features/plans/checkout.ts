import { randomUUID } from 'node:crypto'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { CheckoutTable, Tables } from '../../infra/db/tables.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import { LOOK_EVERY_MS } from './apply-judgement.ts'
import { askProvider, type AskDeps } from './ask-provider.ts'
import { withCustomer } from './customers.ts'
import { presentPlan } from './grants.ts'
import { type PaymentProvider, PaymentProviderError } from './payment-provider.ts'
import { INTERRUPT_PATH, SUCCESS_PATH } from './return-paths.ts'

const NEW_CHECKOUTS_AN_HOUR = 10
const HOUR_MS = 3_600_000
/** Clicks this soon after one another mean the same walk to the till. */
const REUSED_FOR_MS = 30 * 60_000

export interface CheckoutDeps extends AskDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
  paymentProvider: PaymentProvider | null
  /** Whether the sandbox stands in for the provider (contract 9). */
  hasSandbox: boolean
  /** Origin of the site as configured: where the provider sends people back to. */
  publicUrl: string
  /** Clicks at the same moment share one walk to the provider. */
  shareOpening(checkoutId: string, open: () => Promise<string>): Promise<string>
}

interface CheckoutWish {
  userId: string
  plan: PriceId
  /** The request's own origin, for the sandbox's page (contract 9). */
  requestOrigin: string
}

type Checkout = Selectable<CheckoutTable>

/**
 * Starts paying for a plan, or goes on with the start of the last half hour; gives the address of the page to pay on.
 * @throws rate_limited over 10 new ones an hour, already_premium for a Legend of any origin, payments_unavailable
 */
export async function startCheckout(deps: CheckoutDeps, wish: CheckoutWish): Promise<string> {
  const { paymentProvider: provider } = deps
  const price = provider?.prices[wish.plan] ?? null
  if (provider ? price === null : !deps.hasSandbox) throw new Refusal('payments_unavailable')
  const checkout = await inTransaction(deps.db, (trx) => reserve({ ...deps, db: trx }, wish, price))
  if (!provider) return `${wish.requestOrigin}/sandbox/checkout/${checkout.id}`
  if (checkout.url !== null) return checkout.url
  return askProvider(deps, () => deps.shareOpening(checkout.id, () => openAtProvider(deps, provider, checkout)))
}

/** The open checkout of a user and plan, or a new one. Call it in a transaction: it holds the user's row. */
async function reserve(deps: CheckoutDeps, wish: CheckoutWish, price: string | null): Promise<Checkout> {
  const { db, clock, limiter } = deps
  const { userId, plan } = wish
  const user = await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
  if (!user) throw new Refusal('unauthorized')
  const open = await findOpen(db, { userId, plan, price, since: clock.now() - REUSED_FOR_MS })
  const limit = { key: `checkout:${userId}`, max: NEW_CHECKOUTS_AN_HOUR, windowMs: HOUR_MS }
  const waitMs = open ? 0 : await limiter.waitMs(db, limit)
  if (waitMs > 0) throw new Refusal('rate_limited', { retryAfterMs: waitMs })
  if ((await presentPlan(db, userId, clock.now())).plan !== 'starter') throw new Refusal('already_premium')
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

/** Asks under a key made of the checkout's and the customer's id: however often it is asked, there is one session. */
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
          successUrl: `${publicUrl}${SUCCESS_PATH}`,
          cancelUrl: `${publicUrl}${INTERRUPT_PATH}`,
        },
        `checkout-${id}-${customerId}`,
      )
      if (await storeSession(deps, checkout, session)) return session.url
      // Erased while the session was made: nobody may pay for it any more.
      await provider.forgetCustomer(customerId)
      throw new Refusal('unauthorized')
    })
  } catch (error) {
    // The provider keeps its answer to a key, bad ones too: the next click needs a key of its own.
    if (error instanceof PaymentProviderError && error.isAnswer) await giveUp(deps.db, id)
    throw error
  }
}

/** False when the account has been erased meanwhile. */
function storeSession(
  { db, clock }: CheckoutDeps,
  { id, user_id: userId }: Checkout,
  session: { id: string; url: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Held, so that an erasure sees this session or isn't done before it is refused.
    const user = await trx.selectFrom('app_user').select('id').where('id', '=', userId).forKeyShare().executeTakeFirst()
    if (!user) return false
    // Open again, should another process have met a bad answer and given it up meanwhile. One that is stored already
    // is the same session, and may have been paid since.
    await trx
      .updateTable('checkout')
      .set({ provider_session: session.id, url: session.url, status: 'open' })
      .where('id', '=', id)
      .where('provider_session', 'is', null)
      .execute()
    // The customer is looked at even if no event ever comes.
    await trx
      .updateTable('payment_customer')
      .set((eb) => ({ look_due_at: eb.fn('least', ['look_due_at', eb.val(clock.now() + LOOK_EVERY_MS)]) }))
      .where('user_id', '=', userId)
      .execute()
    return true
  })
}

/** Unless another process was luckier and has a session for it. */
async function giveUp(db: Kysely<Tables>, checkoutId: string): Promise<void> {
  await db
    .updateTable('checkout')
    .set({ status: 'failed' })
    .where('id', '=', checkoutId)
    .where('provider_session', 'is', null)
    .execute()
}
