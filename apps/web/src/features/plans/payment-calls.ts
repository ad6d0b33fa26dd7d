import type { PriceId } from '@quizmaster/contract/http/payments'
import { paymentsApi } from '@quizmaster/contract/routes/user'
import { call } from '../../platform/http.ts'

/** Starts a checkout and gives the address where to pay. */
export async function createCheckout(signal: AbortSignal, priceId: PriceId): Promise<string> {
  const body = { price_id: priceId }
  const { url } = await call(paymentsApi.createCheckoutSession, body, { signal })
  return url
}

/** Gives the address of the page where a subscription is managed. */
export async function createPortal(signal: AbortSignal): Promise<string> {
  const { url } = await call(paymentsApi.createPortalSession, undefined, { signal })
  return url
}
