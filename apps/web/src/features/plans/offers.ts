import type { PriceId } from '@quizmaster/contract/http/payments'

/** One way to pay for Legend, as product 3 and 9 give it. */
export interface Offer {
  priceId: PriceId
  label: string
  price: string
  per: string
  /** What the saving says, where it is shown. */
  badge?: string
  /** The saving in the price data. Product 9: the yearly text says 30, the data 20; the lifetime's 80 has no unit. */
  discount?: number
}

/** The one table of prices. Only `badge` of the savings is ever shown (design 3.2). */
export const OFFERS: readonly Offer[] = [
  { priceId: 'monthly', label: 'Monthly', price: '2.99', per: 'per month' },
  { priceId: 'yearly', label: 'Yearly', price: '1.99', per: 'per month', badge: '-30%', discount: 20 },
  { priceId: 'lifetime', label: 'Forever', price: '49.99', per: 'once', discount: 80 },
]

/** What a plan gives, and what it will give. */
export interface Perks {
  now: readonly string[]
  soon: readonly string[]
}

/** Product 1. */
export const STARTER_PERKS: Perks = {
  now: ['Unlimited topics', 'Unlimited games', 'Unlimited solo practice', 'Ranking'],
  soon: ['Matchmaking', 'Topic suggestion', 'Feature requests'],
}

/** Product 1; "No ads" is what it says of the plan itself. */
export const LEGEND_PERKS: Perks = {
  now: ['No ads', 'Premium support', 'Priority feature requests'],
  soon: ['Analytics', 'Learning summary', 'Topic requests'],
}
