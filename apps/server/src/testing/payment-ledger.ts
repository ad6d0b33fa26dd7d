import { type Form, text } from './payment-form.ts'
import {
  type CheckoutObject,
  found,
  newId,
  PRICES,
  priceOf,
  type ProviderObject,
  type StandInPrice,
  type SubscriptionObject,
  whole,
} from './payment-objects.ts'

const DAY_S = 86_400
const PERIOD_S = { month: 30 * DAY_S, year: 365 * DAY_S }
const SESSION_OPEN_S = DAY_S

/** An event waiting to be delivered, exactly as its body will be. */
export interface StandInEvent {
  id: string
  type: string
  body: string
}

/** The stand-in's books: objects that change as the provider's do, and the events that tell of it. */
export class PaymentLedger {
  /** All events so far, the oldest first. */
  readonly events: StandInEvent[] = []
  readonly customers = new Map<string, ProviderObject>()
  readonly sessions = new Map<string, CheckoutObject>()
  readonly subscriptions = new Map<string, SubscriptionObject>()
  readonly invoices = new Map<string, ProviderObject>()
  readonly charges = new Map<string, ProviderObject>()
  readonly disputes = new Map<string, ProviderObject>()
  readonly portals = new Map<string, { customer: string; returnUrl: string }>()
  readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** Makes an event about any object; all that happens makes its own. */
  event(type: string, object: unknown): StandInEvent {
    const id = newId('evt')
    const created = this.nowS()
    const body = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } }, null, 2)
    const event = { id, type, body }
    this.events.push(event)
    return event
  }

  // ---- What a person or a bank does

  /** Pays an open checkout session, as its page's button does. */
  pay(sessionId: string): void {
    const session = this.session(sessionId)
    if (session.status !== 'open') return
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
    const price = priceOf(session)
    if (session.mode === 'payment') {
      const charge = this.#addCharge(session.customer, price.unit_amount)
      session.payment_intent = { id: newId('pi'), object: 'payment_intent', latest_charge: charge }
    } else {
      const subscription = this.#addSubscription(session, price)
      session.subscription = subscription.id
      this.event('customer.subscription.created', subscription)
      this.event('invoice.paid', this.#addInvoice(subscription, 'paid'))
    }
    this.event('checkout.session.completed', session)
  }

  /** Lets a session run out unpaid. */
  expire(sessionId: string): void {
    const session = this.session(sessionId)
    Object.assign(session, { status: 'expired', url: null })
    this.event('checkout.session.expired', session)
  }

  /** The next period begins, and its invoice is paid or not. */
  renew(subscriptionId: string, isPaid: boolean): void {
    const subscription = this.subscription(subscriptionId)
    const [item] = subscription.items.data
    const lengthS = PERIOD_S[item.price.recurring?.interval ?? 'month']
    item.current_period_start = item.current_period_end
    item.current_period_end += lengthS
    subscription.status = isPaid && subscription.status !== 'past_due' ? 'active' : 'past_due'
    const invoice = this.#addInvoice(subscription, isPaid ? 'paid' : 'open')
    this.event(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    this.event('customer.subscription.updated', subscription)
  }

  /** Pays what is open of a subscription. */
  settle(subscriptionId: string): void {
    const subscription = this.subscription(subscriptionId)
    subscription.status = 'active'
    for (const invoice of this.invoices.values()) {
      if (invoice.subscription !== subscriptionId || invoice.status !== 'open') continue
      invoice.status = 'paid'
      this.event('invoice.paid', invoice)
    }
    this.event('customer.subscription.updated', subscription)
  }

  /** Sets a subscription to `unpaid`, `canceled` or another state by the provider's own doing. */
  setSubscription(subscriptionId: string, change: Partial<SubscriptionObject>): void {
    const subscription = this.subscription(subscriptionId)
    Object.assign(subscription, change)
    const isOver = subscription.status === 'canceled'
    this.event(isOver ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription)
  }

  cancelAtPeriodEnd(subscriptionId: string): void {
    this.setSubscription(subscriptionId, { cancel_at_period_end: true })
  }

  /** Pays a single payment back, in full when no amount is said. */
  refund(sessionId: string, amount?: number): void {
    const charge = this.chargeOf(sessionId)
    const refunded = amount ?? Number(charge.amount)
    Object.assign(charge, { amount_refunded: refunded, refunded: refunded >= Number(charge.amount) })
    this.event('charge.refunded', charge)
  }

  /** Claims a single payment back through the bank; again with another status as the claim goes on. */
  dispute(sessionId: string, status: string): void {
    const charge = this.chargeOf(sessionId)
    const known = [...this.disputes.values()].find((dispute) => dispute.charge === charge.id)
    const dispute = known ?? { id: newId('dp'), object: 'dispute', charge: charge.id }
    dispute.status = status
    charge.disputed = true
    this.disputes.set(dispute.id, dispute)
    const isClosed = ['won', 'lost', 'warning_closed'].includes(status)
    this.event(isClosed ? 'charge.dispute.closed' : 'charge.dispute.created', dispute)
  }

  // ---- Looking at it

  session(id: string): CheckoutObject {
    return found(this.sessions.get(id), id)
  }

  /** The session whose page has this address. */
  sessionAt(url: string): CheckoutObject {
    return this.session(url.split('/').at(-1) ?? '')
  }

  subscription(id: string): SubscriptionObject {
    return found(this.subscriptions.get(id), id)
  }

  chargeOf(sessionId: string): ProviderObject {
    const intent = this.session(sessionId).payment_intent
    return found(intent?.latest_charge, sessionId)
  }

  /** The customer made for one of our users. */
  customerOf(userId: string): string {
    const isTheirs = ({ metadata }: ProviderObject) => (metadata as Record<string, string>).user_id === userId
    return found([...this.customers.values()].find(isTheirs), userId).id
  }

  // ---- New objects

  addCustomer(form: Form): ProviderObject {
    const customer = { id: newId('cus'), object: 'customer', email: form.email, metadata: form.metadata ?? {} }
    this.customers.set(customer.id, customer)
    return customer
  }

  addSession(form: Form, pagesUrl: string): CheckoutObject {
    const customer = found(this.customers.get(text(form.customer)), text(form.customer))
    const [line] = Object.values((form.line_items ?? {}) as Form) as Form[]
    const price = found(
      Object.values(PRICES).find(({ id }) => id === line?.price),
      text(line?.price),
    )
    const isSubscription = form.mode === 'subscription'
    if (isSubscription !== (price.interval !== null)) throw new Error('the price does not fit the mode')
    const id = newId('cs')
    const { unit_amount: amount, currency } = price
    const session: CheckoutObject = {
      id,
      object: 'checkout.session',
      url: `${pagesUrl}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      mode: isSubscription ? 'subscription' : 'payment',
      customer: customer.id,
      client_reference_id: text(form.client_reference_id),
      metadata: (form.metadata ?? {}) as Record<string, string>,
      subscription_metadata: ((form.subscription_data as Form | undefined)?.metadata ?? {}) as Record<string, string>,
      success_url: text(form.success_url),
      cancel_url: text(form.cancel_url),
      currency,
      amount_total: amount,
      line_items: {
        object: 'list',
        has_more: false,
        data: [
          {
            id: newId('li'),
            quantity: 1,
            currency,
            amount_subtotal: amount,
            amount_total: amount,
            price: whole(price),
          },
        ],
      },
      subscription: null,
      payment_intent: null,
      created: this.nowS(),
      expires_at: this.nowS() + SESSION_OPEN_S,
    }
    this.sessions.set(id, session)
    return session
  }

  #addSubscription(session: CheckoutObject, price: StandInPrice): SubscriptionObject {
    const start = this.nowS()
    const end = start + PERIOD_S[price.interval ?? 'month']
    const item = {
      id: newId('si'),
      quantity: 1,
      price: whole(price),
      current_period_start: start,
      current_period_end: end,
    }
    const subscription: SubscriptionObject = {
      id: newId('sub'),
      object: 'subscription',
      status: 'active',
      customer: session.customer,
      metadata: session.subscription_metadata,
      items: { object: 'list', has_more: false, data: [item] },
      cancel_at: null,
      cancel_at_period_end: false,
      created: start,
    }
    this.subscriptions.set(subscription.id, subscription)
    return subscription
  }

  #addInvoice(subscription: SubscriptionObject, status: 'paid' | 'open'): ProviderObject {
    const [item] = subscription.items.data
    const period = { start: item.current_period_start, end: item.current_period_end }
    const invoice = {
      id: newId('in'),
      object: 'invoice',
      status,
      customer: subscription.customer,
      subscription: subscription.id,
      lines: { object: 'list', has_more: false, data: [{ id: newId('il'), period }] },
    }
    this.invoices.set(invoice.id, invoice)
    return invoice
  }

  #addCharge(customer: string, amount: number): ProviderObject {
    const charge = {
      id: newId('ch'),
      object: 'charge',
      customer,
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
    }
    this.charges.set(charge.id, charge)
    return charge
  }

  addPortal(form: Form, pagesUrl: string): ProviderObject {
    const portal = { customer: text(form.customer), returnUrl: text(form.return_url) }
    const id = newId('bps')
    this.portals.set(id, portal)
    return { id, object: 'billing_portal.session', customer: portal.customer, url: `${pagesUrl}/portal/${id}` }
  }

  protected nowS(): number {
    return Math.floor(this.now() / 1000)
  }
}
