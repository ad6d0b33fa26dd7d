import type { paymentsApi, PriceId } from '@quizmaster/contract/http/payments'
import { post } from '../../platform/http.ts'

/** Starts a checkout and gives the address where to pay. */
export async function createCheckout(signal: AbortSignal, priceId: PriceId): Promise<string> {
  const body = { price_id: priceId }
  const path = '/payments/create_checkout_session'
  const { url } = await post<typeof paymentsApi.createCheckoutSession>('user', path, body, { signal })
  return url
}

/** Gives the address of the page where a subscription is managed. */
export async function createPortal(signal: AbortSignal): Promise<string> {
  const path = '/payments/create_portal_session'
  const { url } = await post<typeof paymentsApi.createPortalSession>('user', path, undefined, { signal })
  return url
}
