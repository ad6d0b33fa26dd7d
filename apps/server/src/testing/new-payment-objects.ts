import { type Form, text } from './payment-form.ts'
import {
  type CheckoutObject,
  type IntentObject,
  type InvoiceObject,
  newId,
  PERIOD_S,
  type ProviderObject,
  type StandInPrice,
  type SubscriptionObject,
  whole,
} from './payment-objects.ts'

const SESSION_OPEN_S = 86_400

/** A customer, as they were asked for. */
export function newCustomer(form: Form): ProviderObject {
  return { id: newId('cus'), object: 'customer', email: form.email, metadata: form.metadata ?? {} }
}

/** An open checkout session of one thing, as it was asked for. */
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

/** What a paid session begins; its first invoice is yet to be made. */
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

/** An invoice of a subscription's present period, paid with an intent or open. */
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

/** A payment that was taken. */
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
