import type { PriceId } from './http/payments.ts'

/** A price of Legend as a person reads it. */
interface ListedPrice {
  label: string
  /** Without its currency, which the server knows. */
  price: string
  per: string
}

/** The product's prices (product 3.5). A payment provider may charge other amounts. */
export const PRICE_LIST: Readonly<Record<PriceId, ListedPrice>> = {
  monthly: { label: 'Monthly', price: '2.99', per: 'per month' },
  yearly: { label: 'Yearly', price: '1.99', per: 'per month' },
  lifetime: { label: 'Forever', price: '49.99', per: 'once' },
}
