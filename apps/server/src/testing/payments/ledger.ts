import { type Form, text } from './form.ts'
import {
  type CheckoutObject,
  found,
  type IntentObject,
  type InvoiceObject,
  newCustomer,
  newId,
  newIntent,
  newInvoice,
  newSession,
  newSubscription,
  PERIOD_S,
  PRICES,
  priceOf,
  type ProviderObject,
  type SubscriptionObject,
} from './objects.ts'

/** An event with the exact body to be delivered. */
export interface StandInEvent {
  id: string
  type: string
  body: string
}

/** The stand-in's records: objects that change as the provider's do, and the events about each change. */
export class PaymentLedger {
  /** All events so far, oldest first. */
  readonly events: StandInEvent[] = []
  readonly customers = new Map<string, ProviderObject>()
  readonly sessions = new Map<string, CheckoutObject>()
  readonly subscriptions = new Map<string, SubscriptionObject>()
  readonly invoices = new Map<string, InvoiceObject>()
  readonly intents = new Map<string, IntentObject>()
  readonly charges = new Map<string, ProviderObject>()
  readonly disputes = new Map<string, ProviderObject>()
  readonly portals = new Map<string, { customer: string; returnUrl: string }>()
  readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** Adds an event about an object. The methods below add their own events. */
  event(type: string, object: unknown): StandInEvent {
    const id = newId('evt')
    const created = this.nowS()
    const body = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } }, null, 2)
    const event = { id, type, body }
    this.events.push(event)
    return event
  }

  // ---- Actions of a customer, a bank or the provider

  /** Pays an open checkout session, like the button on its page. */
  pay(sessionId: string): void {
    const session = this.session(sessionId)
    if (session.status !== 'open') return
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
    const price = priceOf(session)
    if (session.mode === 'payment') {
      session.payment_intent = this.#takePayment(session.customer, price.unit_amount)
    } else {
      const subscription = newSubscription(session, price, this.nowS())
      this.subscriptions.set(subscription.id, subscription)
      session.subscription = subscription.id
      this.event('customer.subscription.created', subscription)
      this.event('invoice.paid', this.#addInvoice(subscription, true))
    }
    this.event('checkout.session.completed', session)
  }

  /** Expires an unpaid session. */
  expire(sessionId: string): void {
    const session = this.session(sessionId)
    Object.assign(session, { status: 'expired', url: null })
    this.event('checkout.session.expired', session)
  }

  /** Starts the next period, with its invoice paid or not. */
  renew(subscriptionId: string, isPaid: boolean): void {
    const subscription = this.subscription(subscriptionId)
    const [item] = subscription.items.data
    const lengthS = PERIOD_S[item.price.recurring?.interval ?? 'month']
    item.current_period_start = item.current_period_end
    item.current_period_end += lengthS
    subscription.status = isPaid && subscription.status !== 'past_due' ? 'active' : 'past_due'
    const invoice = this.#addInvoice(subscription, isPaid)
    this.event(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    this.event('customer.subscription.updated', subscription)
  }

  /** Pays a subscription's open invoices. */
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

  /** Changes a subscription, for example its status to `unpaid` or `canceled`. */
  setSubscription(subscriptionId: string, change: Partial<SubscriptionObject>): void {
    const subscription = this.subscription(subscriptionId)
    Object.assign(subscription, change)
    const isOver = subscription.status === 'canceled'
    this.event(isOver ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription)
  }

  cancelAtPeriodEnd(subscriptionId: string): void {
    this.setSubscription(subscriptionId, { cancel_at_period_end: true })
  }

  /** Refunds the payment of a session, or of a subscription's latest invoice; in full unless an amount is given. */
  refund(paidId: string, amount?: number): void {
    const charge = this.chargeOf(paidId)
    const refunded = amount ?? Number(charge.amount)
    Object.assign(charge, { amount_refunded: refunded, refunded: refunded >= Number(charge.amount) })
    this.event('charge.refunded', charge)
  }

  /** Opens a dispute about such a payment, or moves the open dispute to another status. */
  dispute(paidId: string, status: string): void {
    const charge = this.chargeOf(paidId)
    const known = [...this.disputes.values()].find((dispute) => dispute.charge === charge.id)
    const dispute = known ?? { id: newId('dp'), object: 'dispute', charge: charge.id }
    dispute.status = status
    charge.disputed = true
    this.disputes.set(dispute.id, dispute)
    const isClosed = ['won', 'lost', 'warning_closed'].includes(status)
    this.event(isClosed ? 'charge.dispute.closed' : 'charge.dispute.created', dispute)
  }

  // ---- Queries

  session(id: string): CheckoutObject {
    return found(this.sessions.get(id), id)
  }

  /** The session with this page URL. */
  sessionAt(url: string): CheckoutObject {
    return this.session(url.split('/').at(-1) ?? '')
  }

  subscription(id: string): SubscriptionObject {
    return found(this.subscriptions.get(id), id)
  }

  /** The charge of a paid session, or of a subscription's latest invoice. */
  chargeOf(paidId: string): ProviderObject {
    const invoice = this.invoices.get(this.subscriptions.get(paidId)?.latest_invoice ?? '')
    const intentId = invoice?.payments.data[0]?.payment.payment_intent
    const intent = intentId ? this.intents.get(intentId) : this.session(paidId).payment_intent
    return found(intent?.latest_charge, paidId)
  }

  /** @throws NotFoundError for an unknown or deleted customer */
  customer(id: string): ProviderObject {
    return found(this.customers.get(id), id, 'customer')
  }

  /** The id of the customer created for one of our users. */
  customerOf(userId: string): string {
    const isTheirs = ({ metadata }: ProviderObject) => (metadata as Record<string, string>).user_id === userId
    return found([...this.customers.values()].find(isTheirs), userId).id
  }

  // ---- New objects

  addCustomer(form: Form): ProviderObject {
    const customer = newCustomer(form)
    this.customers.set(customer.id, customer)
    return customer
  }

  addSession(form: Form, pagesUrl: string): CheckoutObject {
    this.customer(text(form.customer))
    const [line] = Object.values((form.line_items ?? {}) as Form) as Form[]
    const price = found(
      Object.values(PRICES).find(({ id }) => id === line?.price),
      text(line?.price),
    )
    const session = newSession(form, price, pagesUrl, this.nowS())
    this.sessions.set(session.id, session)
    return session
  }

  #takePayment(customer: string, amount: number): IntentObject {
    const intent = newIntent(customer, amount)
    this.intents.set(intent.id, intent)
    this.charges.set(intent.latest_charge.id, intent.latest_charge)
    return intent
  }

  #addInvoice(subscription: SubscriptionObject, isPaid: boolean): InvoiceObject {
    const amount = subscription.items.data[0].price.unit_amount
    const invoice = newInvoice(subscription, isPaid ? this.#takePayment(subscription.customer, amount) : null)
    subscription.latest_invoice = invoice.id
    this.invoices.set(invoice.id, invoice)
    return invoice
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
