import { z } from 'zod'
import { paymentsApi } from '../routes/user.ts'
import { endpoint } from './endpoint.ts'

/** What can be bought (product 3): a price's id is the name of the plan it pays for. */
export const priceIdSchema = z.enum(['monthly', 'yearly', 'lifetime'])
export type PriceId = z.infer<typeof priceIdSchema>

/** Where the browser goes next. */
const redirectSchema = z.object({ url: z.string() })

/** The payment calls of the user service. The provider's webhook takes a raw body and stands apart (contract 3). */
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
