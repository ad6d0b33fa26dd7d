import { randomBytes } from 'node:crypto'
import { type Form, text } from './form.ts'

export type ProviderObject = Record<string, unknown> & { id: string }

/** A price in the stand-in's catalogue. */
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
/** Length of a billing period. */
export const PERIOD_S = { month: 30 * DAY_S, year: 365 * DAY_S }

/** The stand-in's catalogue. `cheap` isn't one of our prices. */
export const PRICES = {
  monthly: { id: 'price_monthly_1', unit_amount: 299, currency: 'eur', interval: 'month' },
  yearly: { id: 'price_yearly_1', unit_amount: 2388, currency: 'eur', interval: 'year' },
  lifetime: { id: 'price_lifetime_1', unit_amount: 4999, currency: 'eur', interval: null },
  cheap: { id: 'price_cheap_1', unit_amount: 1, currency: 'eur', interval: null },
} as const satisfies Record<string, StandInPrice>

/** A price as the API returns it. */
export function whole({ id, unit_amount, currency, interval }: StandInPrice): WholePrice {
  return { id, object: 'price', unit_amount, currency, recurring: interval && { interval } }
}

/** The price of a session's line item. */
export function priceOf(session: CheckoutObject): StandInPrice {
  return priceWithId(String(session.line_items.data[0]?.price.id))
}

/** @throws NotFoundError if there is none */
export function priceWithId(id: string): StandInPrice {
  return found(
    Object.values(PRICES).find((price) => price.id === id),
    id,
  )
}

/** An id in the provider's format: `cus_` and 16 hex digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`
}

/** A call names an object that doesn't exist; `param` is the field that named it. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly param: string

  constructor(id: string, param: string) {
    super(`No such object: ${id}`)
    this.param = param
  }
}

/** @throws NotFoundError, which the API returns as resource_missing */
export function found<T>(value: T | undefined, id: string, param = 'id'): T {
  if (value === undefined) throw new NotFoundError(id, param)
  return value
}

const SESSION_OPEN_S = 86_400

/** A customer from a create call. */
export function newCustomer(form: Form): ProviderObject {
  return { id: newId('cus'), object: 'customer', email: form.email, metadata: form.metadata ?? {} }
}

/** An open checkout session with one line item, from a create call. */
export function newSession(form: Form, price: StandInPrice, pagesUrl: string, nowS: number): CheckoutObject {
  const isSubscription = form.mode === 'subscription'
  if (isSubscription !== (price.interval !== null)) throw new Error('the price does not fit the mode')
  const id = newId('cs')
  const { unit_amount: amount, currency } = price
  const line = { id: newId('li'), quantity: 1, currency, amount_subtotal: amount, amount_total: amount }
  return {
    id,
    object: 'checkout.session',
    url: `${pagesUrl}/pay/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    mode: isSubscription ? 'subscription' : 'payment',
    customer: text(form.customer),
    client_reference_id: text(form.client_reference_id),
    metadata: (form.metadata ?? {}) as Record<string, string>,
    subscription_metadata: ((form.subscription_data as Form | undefined)?.metadata ?? {}) as Record<string, string>,
    success_url: text(form.success_url),
    cancel_url: text(form.cancel_url),
    currency,
    amount_total: amount,
    line_items: { object: 'list', has_more: false, data: [{ ...line, price: whole(price) }] },
    subscription: null,
    payment_intent: null,
    created: nowS,
    expires_at: nowS + SESSION_OPEN_S,
  }
}

/** The subscription that a paid session starts, without its first invoice. */
export function newSubscription(session: CheckoutObject, price: StandInPrice, nowS: number): SubscriptionObject {
  const item = {
    id: newId('si'),
    quantity: 1,
    price: whole(price),
    current_period_start: nowS,
    current_period_end: nowS + PERIOD_S[price.interval ?? 'month'],
  }
  return {
    id: newId('sub'),
    object: 'subscription',
    status: 'active',
    customer: session.customer,
    metadata: session.subscription_metadata,
    items: { object: 'list', has_more: false, data: [item] },
    latest_invoice: '',
    cancel_at: null,
    cancel_at_period_end: false,
    created: nowS,
  }
}

/** An invoice for a subscription's current period: paid by a payment intent, or open. */
export function newInvoice(subscription: SubscriptionObject, intent: IntentObject | null): InvoiceObject {
  const [item] = subscription.items.data
  const period = { start: item.current_period_start, end: item.current_period_end }
  const payment = intent && { type: 'payment_intent', payment_intent: intent.id }
  return {
    id: newId('in'),
    object: 'invoice',
    status: intent ? 'paid' : 'open',
    customer: subscription.customer,
    subscription: subscription.id,
    lines: { object: 'list', has_more: false, data: [{ id: newId('il'), period }] },
    payments: {
      object: 'list',
      has_more: false,
      data: payment ? [{ id: newId('inpay'), status: 'paid', payment }] : [],
    },
  }
}

/** A successful payment. */
export function newIntent(customer: string, amount: number): IntentObject {
  const charge = {
    id: newId('ch'),
    object: 'charge',
    customer,
    amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
  }
  return { id: newId('pi'), object: 'payment_intent', latest_charge: charge }
}
