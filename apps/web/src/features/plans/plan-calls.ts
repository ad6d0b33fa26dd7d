import type { OfferedPrice, PriceId } from '@quizmaster/contract/http/payments'
import { paymentsApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '../../platform/durations.ts'
import { call, dataOf } from '../../platform/http.ts'

const FRESH_MS = MINUTE_MS

interface PlanDetails {
  prices: readonly OfferedPrice[]
  /** The e-mail address for support; null if there is none. */
  support_email: string | null
}

/** The server's details about the plans; `undefined` while they load and if that fails. */
export function usePlanDetails(): PlanDetails | undefined {
  const { data } = useQuery({ queryKey: ['plans'], queryFn: fetchPlans, staleTime: FRESH_MS })
  return data
}

async function fetchPlans({ signal }: { signal: AbortSignal }): Promise<PlanDetails> {
  return dataOf(await call(paymentsApi.getPlans, undefined, { signal }))
}

/** The price of a plan: the currency and the amount that is charged at once. */
export interface Charge {
  /** Empty while unknown. */
  currency: string
  /** Null if only the product's list prices are known. */
  amount: string | null
}

/** The charge for a plan, as far as the server knows it. */
export function chargeOf(prices: readonly OfferedPrice[] | undefined, priceId: PriceId): Charge {
  const price = prices?.find((one) => one.price_id === priceId)
  if (!price?.currency) return { currency: '', amount: null }
  const { currency, amount } = price
  return { currency, amount: amount === null ? null : wholeUnits(amount, currency) }
}

/** An amount in whole units: 2388 cents are 23.88, but a yen has no smaller unit. */
function wholeUnits(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return (amount / 10 ** digits).toFixed(digits)
}
