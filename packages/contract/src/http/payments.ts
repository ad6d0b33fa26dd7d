import { z } from 'zod'
import { paymentsApi } from '../routes/user.ts'
import { dataOf, endpoint } from './endpoint.ts'

/** The prices on sale; each is named after the plan that it buys. */
export const priceIdSchema = z.enum(['monthly', 'yearly', 'lifetime'])
export type PriceId = z.infer<typeof priceIdSchema>

/** What a plan costs: its ISO 4217 currency, and what is charged at once, in the currency's smallest unit. */
export const offeredPriceSchema = z.object({
  price_id: priceIdSchema,
  /** Null if the provider has no such price, or could not be asked. */
  currency: z.string().nullable(),
  /** Null if it is not known: then the product's own figures apply. */
  amount: z.int().nullable(),
})
export type OfferedPrice = z.infer<typeof offeredPriceSchema>

/** The URL that the browser is sent to. */
const redirectSchema = z.object({ url: z.string() })

/** Checkout and subscription management. */
export const paymentsEndpoints = {
  getPlans: endpoint(paymentsApi.getPlans, {
    access: 'open',
    summary: 'The currency of each price, what is charged at once, and whom to write to',
    body: null,
    answer: dataOf(z.object({ prices: z.array(offeredPriceSchema), support_email: z.string().nullable() })),
  }),
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
