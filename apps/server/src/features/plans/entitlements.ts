import { type PriceId, priceIdSchema } from '@quizmaster/contract/http/payments'
import { DAY_MS } from '../../infra/clock.ts'
import type { CustomerState, ProviderCheckout, ProviderSubscription } from './payment-provider.ts'

/** How long a Legend keeps the plan while a renewal is unpaid. */
export const GRACE_MS = 7 * DAY_MS

/** Subscription statuses that entitle to a plan: the provider collects money for these, or will retry. */
const ENTITLING_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])

/** A plan that the provider's records entitle a user to. Times are epoch milliseconds. */
export interface Entitlement {
  /** The provider's id of the subscription or of the paid checkout. */
  reference: string
  plan: PriceId
  startedAt: number
  endsAt: number | null
}

export interface Entitlements {
  grants: Entitlement[]
  /** Subscriptions to cancel, because a better plan or another subscription is paid for. */
  redundant: { subscriptionId: string; wasPaidTwice: boolean }[]
  /** Payments that don't match what we sell. Nothing is granted for these. */
  mismatches: { reference: string; reason: string }[]
  /** Whether a subscription is running, so that entitlements may change without any action by the user. */
  hasSubscription: boolean
}

interface Buyer {
  userId: string
  /** Plans by the provider's price id: the prices in use now and those this user was charged before. */
  planOfPrice: ReadonlyMap<string, PriceId>
}

/**
 * Derives a user's entitlements from the provider's current records alone, so the order in which events arrive doesn't
 * matter. Lifetime counts if it is paid and not refunded; otherwise the best subscription counts, with 7 days of grace
 * once a period is unpaid.
 */
export function entitlementsFrom(state: CustomerState, buyer: Buyer): Entitlements {
  const complete = state.checkouts.filter(({ status }) => status === 'complete')
  const checkoutMismatches = complete.flatMap((checkout) => mismatch(checkout.id, checkoutProblem(checkout, buyer)))
  const mismatchedCheckouts = new Set(checkoutMismatches.map(({ reference }) => reference))
  const subscriptionsOfMismatched = new Set(
    complete.filter(({ id }) => mismatchedCheckouts.has(id)).map(({ subscriptionId }) => subscriptionId),
  )

  const running = state.subscriptions.filter(({ status }) => ENTITLING_STATUSES.has(status))
  const subscriptionMismatches = running.flatMap((one) => mismatch(one.id, subscriptionProblem(one, buyer)))
  const mismatchedSubscriptions = new Set(subscriptionMismatches.map(({ reference }) => reference))
  const valid = running
    .filter(({ id }) => !mismatchedSubscriptions.has(id) && !subscriptionsOfMismatched.has(id))
    .toSorted(bestFirst)

  const lifetime = complete.filter(
    (one) => one.subscriptionId === null && !mismatchedCheckouts.has(one.id) && one.isPaid && !one.isRefunded,
  )
  const kept = lifetime.length > 0 ? undefined : valid[0]
  return {
    grants: [
      ...lifetime.map(({ id, createdAt }) => ({
        reference: id,
        plan: 'lifetime' as const,
        startedAt: createdAt,
        endsAt: null,
      })),
      ...(kept ? [subscriptionEntitlement(kept, buyer)] : []),
    ],
    redundant: valid
      .filter((one) => one !== kept)
      // A subscription replaced by lifetime was in use until now, so it isn't a double payment.
      .map((one) => ({
        subscriptionId: one.id,
        wasPaidTwice: kept !== undefined && one.status === 'active' && isPaid(one),
      })),
    mismatches: [...checkoutMismatches, ...subscriptionMismatches],
    hasSubscription: running.length > 0,
  }
}

const isPaid = (one: ProviderSubscription) => one.unpaidSince === null && one.refundedSince === null

/** Paid before unpaid, then the oldest: of two bought at once the newer one is redundant. */
function bestFirst(a: ProviderSubscription, b: ProviderSubscription): number {
  return Number(isPaid(b)) - Number(isPaid(a)) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

/**
 * Ends when the subscription is set to end, or 7 days after the last paid period, which leaves time for the renewal and
 * its event. A refunded period ends at its start, without grace; a later paid period counts again.
 */
function subscriptionEntitlement(subscription: ProviderSubscription, { planOfPrice }: Buyer): Entitlement {
  const { id, prices, createdAt, periodEndsAt, unpaidSince, refundedSince, endsAt } = subscription
  const graceEndsAt = refundedSince ?? (unpaidSince ?? periodEndsAt) + GRACE_MS
  return {
    reference: id,
    plan: planOfPrice.get(prices[0]?.id ?? '') ?? 'monthly',
    startedAt: createdAt,
    endsAt: endsAt === null ? graceEndsAt : Math.min(endsAt, graceEndsAt),
  }
}

function mismatch(reference: string, reason: string | null) {
  return reason === null ? [] : [{ reference, reason }]
}

/** Why a completed checkout doesn't match what we sell, or null if it does. */
function checkoutProblem(checkout: ProviderCheckout, { userId, planOfPrice }: Buyer): string | null {
  const [line, ...more] = checkout.lines
  const plan = priceIdSchema.safeParse(checkout.plan)
  if (checkout.userId !== userId) return 'made for another user'
  if (!plan.success) return 'no plan named'
  if (!line || more.length > 0 || line.quantity !== 1) return 'not exactly one item'
  if (planOfPrice.get(line.priceId) !== plan.data) return 'not the price of the plan'
  if ((plan.data === 'lifetime') !== (checkout.subscriptionId === null)) return 'not the payment mode of the plan'
  if (line.currency !== line.priceCurrency || checkout.currency !== line.priceCurrency) return 'another currency'
  if (line.subtotal !== line.priceAmount || (checkout.total ?? 0) < line.priceAmount) return 'another amount'
  return null
}

function subscriptionProblem({ userId, prices }: ProviderSubscription, buyer: Buyer): string | null {
  const [price, ...more] = prices
  const plan = price && buyer.planOfPrice.get(price.id)
  if (userId !== null && userId !== buyer.userId) return 'made for another user'
  if (!price || more.length > 0 || price.quantity !== 1) return 'not exactly one item'
  if (plan !== 'monthly' && plan !== 'yearly') return 'not the price of a subscription'
  return null
}
