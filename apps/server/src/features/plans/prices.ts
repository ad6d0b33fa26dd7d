import type { OfferedPrice, PriceId } from '@quizmaster/contract/http/payments'
import { type Cached, createCached } from '../../infra/cached.ts'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import { Refusal } from '../../refusal.ts'
import { RANKED_PLANS } from './grants.ts'
import { callProvider, type PaymentProvider, type ProviderCallDeps } from './payment-provider.ts'

/** After an outage of the provider the currency is missing for no longer than this. */
const KEPT_MS = MINUTE_MS

export type PriceList = Cached<readonly OfferedPrice[]>

export interface PriceListDeps extends ProviderCallDeps {
  clock: Clock
  paymentProvider: PaymentProvider | null
  /** The currency of the prices where no provider has them (PRICE_CURRENCY). */
  priceCurrency: string
}

/** The currency of each price and what is charged at once, as the provider has them; cached for a minute. */
export function createPriceList(deps: PriceListDeps): PriceList {
  return createCached(deps.clock, KEPT_MS, () => Promise.all(RANKED_PLANS.map((id) => readPrice(deps, id))))
}

/** Currency and amount are null if the provider has no such price, or can't be reached. */
async function readPrice(deps: PriceListDeps, price_id: PriceId): Promise<OfferedPrice> {
  const { paymentProvider: provider, priceCurrency } = deps
  if (!provider) return { price_id, currency: priceCurrency, amount: null }
  const id = provider.prices[price_id]
  if (id === null) return { price_id, currency: null, amount: null }
  try {
    const { currency, amount } = await callProvider(deps, () => provider.readPrice(id))
    return { price_id, currency: currency.toUpperCase(), amount }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { price_id, currency: null, amount: null }
  }
}
