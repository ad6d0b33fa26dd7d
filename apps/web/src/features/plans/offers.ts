import type { PriceId } from '@quizmaster/contract/http/payments'

/** One way to pay for Legend (product 3, 9). */
export interface Offer {
  priceId: PriceId
  label: string
  price: string
  per: string
  /** The amount that is charged at once, if it differs from `price` and the server gives none. */
  charged?: string
  /** The saving, if it is shown. */
  badge?: string
  /**
   * The saving in the price data. For yearly the text says 30 and the data 20; lifetime's 80 has no unit (product 9).
   */
  discount?: number
}

/** The price list. Only the savings in `badge` are shown (design 3.2). */
export const OFFERS: readonly Offer[] = [
  {
    priceId: 'monthly',
    label: 'Monthly',
    price: '2.99',
    per: 'per month',
  },
  {
    priceId: 'yearly',
    label: 'Yearly',
    price: '1.99',
    per: 'per month',
    charged: '23.88',
    badge: '-30%',
    discount: 20,
  },
  {
    priceId: 'lifetime',
    label: 'Forever',
    price: '49.99',
    per: 'once',
    discount: 80,
  },
]

/** What a plan includes now and what is coming soon. */
export interface Perks {
  now: readonly string[]
  soon: readonly string[]
  /** Perks that lead to support. */
  contact?: readonly string[]
}

export const STARTER_PERKS: Perks = {
  now: ['Unlimited topics', 'Unlimited games', 'Unlimited solo practice', 'Ranking'],
  soon: ['Matchmaking', 'Topic suggestion', 'Feature requests'],
}

export const LEGEND_PERKS: Perks = {
  now: ['No ads', 'Premium support', 'Priority feature requests'],
  contact: ['Premium support', 'Priority feature requests'],
  soon: ['Analytics', 'Learning summary', 'Topic requests'],
}
