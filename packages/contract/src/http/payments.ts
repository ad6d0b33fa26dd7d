import { z } from 'zod'
import { paymentsApi } from '../routes/user.ts'
import { endpoint } from './endpoint.ts'

/** The prices on sale; each is named after the plan that it buys. */
export const priceIdSchema = z.enum(['monthly', 'yearly', 'lifetime'])
export type PriceId = z.infer<typeof priceIdSchema>

/** The URL that the browser is sent to. */
const redirectSchema = z.object({ url: z.string() })

/** Checkout and subscription management. */
export const paymentsEndpoints = {
  createCheckoutSession: endpoint(paymentsApi.createCheckoutSession, {
    access: 'signed_in',
    summary: 'Starts a checkout; the answer tells where to pay',
    body: z.object({ price_id: priceIdSchema }),
    answer: redirectSchema,
  }),
  createPortalSession: endpoint(paymentsApi.createPortalSession, {
    access: 'signed_in',
    summary: 'Opens the page where a subscription is managed',
    body: null,
    answer: redirectSchema,
  }),
}
