import { randomBytes } from 'node:crypto'

export type ProviderObject = Record<string, unknown> & { id: string }

/** One price of the stand-in's catalogue. */
export interface StandInPrice {
  id: string
  unit_amount: number
  currency: string
  interval: 'month' | 'year' | null
}

export interface WholePrice {
  id: string
  object: 'price'
  unit_amount: number
  currency: string
  recurring: { interval: 'month' | 'year' } | null
}

export interface CheckoutObject extends ProviderObject {
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  mode: 'subscription' | 'payment'
  customer: string
  client_reference_id: string
  metadata: Record<string, string>
  subscription_metadata: Record<string, string>
  success_url: string
  cancel_url: string
  currency: string
  amount_total: number
  line_items: {
    object: 'list'
    has_more: boolean
    data: {
      id: string
      quantity: number
      currency: string
      amount_subtotal: number
      amount_total: number
      price: WholePrice
    }[]
  }
  subscription: string | null
  payment_intent: IntentObject | null
}

export interface IntentObject extends ProviderObject {
  latest_charge: ProviderObject
}

export interface InvoiceObject extends ProviderObject {
  status: 'paid' | 'open'
  customer: string
  subscription: string
  payments: {
    object: 'list'
    has_more: boolean
    data: { id: string; status: string; payment: { type: string; payment_intent: string } }[]
  }
}

export interface SubscriptionObject extends ProviderObject {
  status: string
  customer: string
  metadata: Record<string, string>
  items: {
    object: 'list'
    has_more: boolean
    data: [
      { id: string; quantity: number; price: WholePrice; current_period_start: number; current_period_end: number },
    ]
  }
  latest_invoice: string
  cancel_at: number | null
  cancel_at_period_end: boolean
  created: number
}

const DAY_S = 86_400
/** How long a period is paid for. */
export const PERIOD_S = { month: 30 * DAY_S, year: 365 * DAY_S }

/** The stand-in's catalogue; `cheap` is nobody's price. */
export const PRICES = {
  monthly: { id: 'price_monthly_1', unit_amount: 299, currency: 'eur', interval: 'month' },
  yearly: { id: 'price_yearly_1', unit_amount: 2388, currency: 'eur', interval: 'year' },
  lifetime: { id: 'price_lifetime_1', unit_amount: 4999, currency: 'eur', interval: null },
  cheap: { id: 'price_cheap_1', unit_amount: 1, currency: 'eur', interval: null },
} as const satisfies Record<string, StandInPrice>

/** A price as the API shows it. */
export function whole({ id, unit_amount, currency, interval }: StandInPrice): WholePrice {
  return { id, object: 'price', unit_amount, currency, recurring: interval && { interval } }
}

/** What a session sells. */
export function priceOf(session: CheckoutObject): StandInPrice {
  const id = session.line_items.data[0]?.price.id
  return found(
    Object.values(PRICES).find((price) => price.id === id),
    String(id),
  )
}

/** An id of the provider's kind: `cus_` and 16 hex digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`
}

/** Something a call names is not there; `param` is the field that named it. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly param: string

  constructor(id: string, param: string) {
    super(`No such object: ${id}`)
    this.param = param
  }
}

/** @throws NotFoundError when there is no such object, which the API answers with resource_missing */
export function found<T>(value: T | undefined, id: string, param = 'id'): T {
  if (value === undefined) throw new NotFoundError(id, param)
  return value
}
