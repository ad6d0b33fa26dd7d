import { type PriceId, priceIdSchema } from '@quizmaster/contract/http/payments'
import type { CustomerTruth, ProviderCheckout, ProviderSubscription } from './payment-provider.ts'

/** How long a Legend stays one while a renewal is not paid. */
export const GRACE_MS = 7 * 86_400_000

/** Subscriptions that take money, or will again. */
const LIVE_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due'])

/** A grant that stands, by what the provider says. Times are epoch milliseconds. */
export interface DueGrant {
  /** Of the subscription, or of the paid checkout. */
  reference: string
  plan: PriceId
  startedAt: number
  endsAt: number | null
}

export interface Judgement {
  grants: DueGrant[]
  /** Subscriptions to end: a better plan is paid for, or the same a second time. */
  superfluous: { subscriptionId: string; wasPaidTwice: boolean }[]
  /** Paid, and not as we sold it: nothing is granted for these. */
  mismatches: { reference: string; reason: string }[]
  /** Whether something of it may change without the person doing anything. */
  isLive: boolean
}

interface Judged {
  userId: string
  /** The plan of each of our prices, by the provider's id: those of now and those this person was once sold. */
  planOfPrice: ReadonlyMap<string, PriceId>
}

/**
 * What a customer's present truth makes of their plan. Only the truth decides, so the order in which events said to look
 * doesn't matter: lifetime paid and not taken back; the best live subscription, 7 days past what is unpaid.
 */
export function judgeTruth(truth: CustomerTruth, judged: Judged): Judgement {
  const checkouts = truth.checkouts.filter(({ status }) => status === 'complete')
  const badCheckouts = checkouts.flatMap((checkout) => mismatchOf(checkout.id, checkoutProblem(checkout, judged)))
  const isBad = new Set(badCheckouts.map(({ reference }) => reference))
  const spoiled = new Set(checkouts.filter(({ id }) => isBad.has(id)).map(({ subscriptionId }) => subscriptionId))

  const live = truth.subscriptions.filter(({ status }) => LIVE_STATUSES.has(status))
  const badSubscriptions = live.flatMap((one) => mismatchOf(one.id, subscriptionProblem(one, judged)))
  const isBadToo = new Set(badSubscriptions.map(({ reference }) => reference))
  const good = live.filter(({ id }) => !isBadToo.has(id) && !spoiled.has(id)).toSorted(bestFirst)

  const lifetime = checkouts.filter((one) => one.subscriptionId === null && !isBad.has(one.id) && holds(one))
  const kept = lifetime.length > 0 ? undefined : good[0]
  return {
    grants: [
      ...lifetime.map(({ id, createdAt }) => ({
        reference: id,
        plan: 'lifetime' as const,
        startedAt: createdAt,
        endsAt: null,
      })),
      ...(kept ? [grantOf(kept, judged)] : []),
    ],
    superfluous: good
      .filter((one) => one !== kept)
      // What lifetime replaces was used and is no second payment for the same.
      .map((one) => ({
        subscriptionId: one.id,
        wasPaidTwice: kept !== undefined && one.status === 'active' && isPaid(one),
      })),
    mismatches: [...badCheckouts, ...badSubscriptions],
    isLive: live.length > 0,
  }
}

function holds(checkout: ProviderCheckout): boolean {
  return checkout.isPaid && !checkout.isTakenBack
}

const isPaid = (one: ProviderSubscription) => one.unpaidSince === null && one.takenBackSince === null

/** Paid before unpaid, then the earlier: of two bought at once the later goes. */
function bestFirst(a: ProviderSubscription, b: ProviderSubscription): number {
  return Number(isPaid(b)) - Number(isPaid(a)) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}

/**
 * Up to its settled end; else 7 days past what is paid, in which the renewal and its event have time to come. Money that
 * went back paid for nothing, and knows no grace; the next period that is paid for counts again.
 */
function grantOf(subscription: ProviderSubscription, { planOfPrice }: Judged): DueGrant {
  const { id, prices, createdAt, periodEndsAt, unpaidSince, takenBackSince, endsAt } = subscription
  const graceEndsAt = takenBackSince ?? (unpaidSince ?? periodEndsAt) + GRACE_MS
  return {
    reference: id,
    plan: planOfPrice.get(prices[0]?.id ?? '') ?? 'monthly',
    startedAt: createdAt,
    endsAt: endsAt === null ? graceEndsAt : Math.min(endsAt, graceEndsAt),
  }
}

function mismatchOf(reference: string, reason: string | null) {
  return reason === null ? [] : [{ reference, reason }]
}

/** What about a finished checkout is not as we sold it; null where all is. */
function checkoutProblem(checkout: ProviderCheckout, { userId, planOfPrice }: Judged): string | null {
  const [line, ...more] = checkout.lines
  const plan = priceIdSchema.safeParse(checkout.plan)
  if (checkout.userId !== userId) return 'made for another user'
  if (!plan.success) return 'no plan named'
  if (!line || more.length > 0 || line.quantity !== 1) return 'not one of one thing'
  if (planOfPrice.get(line.priceId) !== plan.data) return 'not the price of the plan'
  if ((plan.data === 'lifetime') !== (checkout.subscriptionId === null)) return 'not the kind of payment of the plan'
  if (line.currency !== line.priceCurrency || checkout.currency !== line.priceCurrency) return 'another currency'
  if (line.subtotal !== line.priceAmount || (checkout.total ?? 0) < line.priceAmount) return 'another amount'
  return null
}

function subscriptionProblem({ userId, prices }: ProviderSubscription, judged: Judged): string | null {
  const [price, ...more] = prices
  const plan = price && judged.planOfPrice.get(price.id)
  if (userId !== null && userId !== judged.userId) return 'made for another user'
  if (!price || more.length > 0 || price.quantity !== 1) return 'not one of one thing'
  if (plan !== 'monthly' && plan !== 'yearly') return 'not the price of a subscription'
  return null
}
