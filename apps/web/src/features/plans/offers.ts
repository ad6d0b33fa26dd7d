import type { PriceId } from '@quizmaster/contract/http/payments'
import { PRICE_LIST } from '@quizmaster/contract/price-list'

/** One way to pay for Legend (product 3, 9). */
export interface Offer {
  priceId: PriceId
  label: string
  price: string
  per: string
  /** The amount that is charged at once, if it differs from `price` and the server gives none. */
  charged?: string
  /** The saving. That of yearly is the only one shown (product 9). */
  badge?: string
}

export const OFFERS: readonly Offer[] = [
  { priceId: 'monthly', ...PRICE_LIST.monthly },
  { priceId: 'yearly', ...PRICE_LIST.yearly, charged: '23.88', badge: '-30%' },
  { priceId: 'lifetime', ...PRICE_LIST.lifetime },
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
