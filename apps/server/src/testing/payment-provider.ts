import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'

const DAY_S = 86_400
const PERIOD_S = { month: 30 * DAY_S, year: 365 * DAY_S }
const SESSION_OPEN_S = DAY_S

export type ProviderObject = Record<string, unknown> & { id: string }

/** One price of the stand-in's catalogue. */
interface StandInPrice {
  id: string
  unit_amount: number
  currency: string
  interval: 'month' | 'year' | null
}

/**
 * What goes wrong with calls whose path matches; `times` of them, or all until it is taken away. `refuse` is kept under
 * the call's key, as the provider keeps its answers; `lose` does what was asked and then resets the connection.
 */
export interface Fault {
  kind: 'hang' | 'error' | 'reset' | 'refuse' | 'lose'
  path?: RegExp
  times?: number
}

interface StandInOptions {
  /** Signs the events. */
  webhookSecret?: string
  /** Where `deliver` sends events by itself; may be set later with `webhookUrl`. */
  webhookUrl?: string
  now?: () => number
}

/** An event waiting to be delivered, exactly as its body will be. */
export interface StandInEvent {
  id: string
  type: string
  body: string
}

/**
 * A local stand-in of the payment provider: a real HTTP server that speaks the part of its API that we call, with
 * customers, checkout sessions, subscriptions, invoices, charges and disputes that change as the real ones do. Events
 * collect in `events`, and are also sent to `webhookUrl` while one is set, signed as the SDK signs them.
 */
export class PaymentStandIn {
  readonly webhookSecret: string
  readonly prices: Readonly<Record<'monthly' | 'yearly' | 'lifetime' | 'cheap', StandInPrice>> = PRICES
  webhookUrl: string | null
  fault: Fault | null = null
  /** All events so far, the oldest first. */
  readonly events: StandInEvent[] = []
  /** Each API call, as `METHOD /path`. */
  readonly calls: string[] = []
  readonly customers = new Map<string, ProviderObject>()
  readonly sessions = new Map<string, CheckoutObject>()
  readonly subscriptions = new Map<string, SubscriptionObject>()
  readonly invoices = new Map<string, ProviderObject>()
  readonly charges = new Map<string, ProviderObject>()
  readonly disputes = new Map<string, ProviderObject>()
  readonly #answers = new Map<string, ApiAnswer>()
  readonly #now: () => number
  readonly #server: Server
  readonly #sending = new Set<Promise<unknown>>()

  private constructor(options: StandInOptions) {
    this.webhookSecret = options.webhookSecret ?? 'whsec_stand_in'
    this.webhookUrl = options.webhookUrl ?? null
    this.#now = options.now ?? Date.now
    this.#server = createServer((request, response) => void this.#handle(request, response))
  }

  /** Listens on a free port of this machine. */
  static async start(options: StandInOptions = {}): Promise<PaymentStandIn> {
    const standIn = new PaymentStandIn(options)
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings under which the program asks this stand-in. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_BASE: this.url,
      STRIPE_PRICE_MONTHLY: PRICES.monthly.id,
      STRIPE_PRICE_YEARLY: PRICES.yearly.id,
      STRIPE_PRICE_LIFETIME: PRICES.lifetime.id,
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#sending)
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
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
      this.#emit('customer.subscription.created', subscription)
      this.#emit('invoice.paid', this.#addInvoice(subscription, 'paid'))
    }
    this.#emit('checkout.session.completed', session)
  }

  /** Lets a session run out unpaid. */
  expire(sessionId: string): void {
    const session = this.session(sessionId)
    Object.assign(session, { status: 'expired', url: null })
    this.#emit('checkout.session.expired', session)
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
    this.#emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    this.#emit('customer.subscription.updated', subscription)
  }

  /** Pays what is open of a subscription. */
  settle(subscriptionId: string): void {
    const subscription = this.subscription(subscriptionId)
    subscription.status = 'active'
    for (const invoice of this.invoices.values()) {
      if (invoice.subscription !== subscriptionId || invoice.status !== 'open') continue
      invoice.status = 'paid'
      this.#emit('invoice.paid', invoice)
    }
    this.#emit('customer.subscription.updated', subscription)
  }

  /** Sets a subscription to `unpaid`, `canceled` or another state by the provider's own doing. */
  setSubscription(subscriptionId: string, change: Partial<SubscriptionObject>): void {
    const subscription = this.subscription(subscriptionId)
    Object.assign(subscription, change)
    const isOver = subscription.status === 'canceled'
    this.#emit(isOver ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription)
  }

  cancelAtPeriodEnd(subscriptionId: string): void {
    this.setSubscription(subscriptionId, { cancel_at_period_end: true })
  }

  /** Pays a single payment back, in full when no amount is said. */
  refund(sessionId: string, amount?: number): void {
    const charge = this.chargeOf(sessionId)
    const refunded = amount ?? Number(charge.amount)
    Object.assign(charge, { amount_refunded: refunded, refunded: refunded >= Number(charge.amount) })
    this.#emit('charge.refunded', charge)
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
    this.#emit(isClosed ? 'charge.dispute.closed' : 'charge.dispute.created', dispute)
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

  /** Answers the next call to a path as of now, but only once told to. `reached` resolves when the call has come. */
  holdNext(path: RegExp): { reached: Promise<void>; go: () => void } {
    let go = () => {}
    const released = new Promise<void>((resolve) => {
      go = resolve
    })
    const reached = new Promise<void>((resolve) => {
      this.#hold = { path, reached: resolve, released }
    })
    return { reached, go: () => go() }
  }

  #hold: { path: RegExp; reached: () => void; released: Promise<void> } | null = null

  // ---- Events

  /** The header that signs a body, as the SDK makes it; now and with the own secret when not said otherwise. */
  sign(body: string, { secret = this.webhookSecret, atMs = this.#now() } = {}): string {
    return stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(atMs / 1000) })
  }

  /** Makes an event by hand, about any object. */
  event(type: string, object: unknown): StandInEvent {
    return this.#emit(type, object)
  }

  /** Sends events over HTTP, the same one `times` at once; gives the statuses of the answers. */
  async deliver(events: readonly StandInEvent[], times = 1): Promise<number[]> {
    const deliveries = events.flatMap((event) => Array<StandInEvent>(times).fill(event))
    return Promise.all(deliveries.map((event) => this.#post(event)))
  }

  #emit(type: string, object: unknown): StandInEvent {
    const id = newId('evt')
    const created = this.#nowS()
    const body = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } }, null, 2)
    const event = { id, type, body }
    this.events.push(event)
    if (this.webhookUrl !== null) {
      const sending = this.#post(event).catch(() => undefined)
      this.#sending.add(sending)
      void sending.then(() => this.#sending.delete(sending))
    }
    return event
  }

  async #post({ body }: StandInEvent): Promise<number> {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': this.sign(body) }
    const response = await fetch(this.webhookUrl ?? '', { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  // ---- The HTTP side

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const form = parseForm(await bodyOf(request))
    if (!url.pathname.startsWith('/v1/')) return this.#showPage(request.method ?? 'GET', url.pathname, response)
    this.calls.push(`${request.method} ${url.pathname}`)
    const fault = this.#faultOf(url.pathname)
    if (fault === 'hang') return
    if (fault === 'reset') return void response.socket?.resetAndDestroy()
    if (fault === 'error') return sendAnswer(response, FAILURE)
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? this.#answers.get(key) : undefined
    let answer = known ?? (fault === 'refuse' ? REFUSAL : this.#answer(request.method ?? 'GET', url, form))
    if (typeof key === 'string') this.#answers.set(key, answer)
    const hold = this.#hold
    if (hold?.path.test(url.pathname)) {
      this.#hold = null
      // As it is now, not as it will be then.
      answer = structuredClone(answer)
      hold.reached()
      await hold.released
    }
    if (fault === 'lose') response.socket?.resetAndDestroy()
    else sendAnswer(response, answer)
  }

  /** What the fault that is set does to a call, if anything. */
  #faultOf(path: string): Fault['kind'] | null {
    const { fault } = this
    if (!fault || !(fault.path ?? /^/).test(path)) return null
    if (fault.times !== undefined && (fault.times -= 1) <= 0) this.fault = null
    return fault.kind
  }

  #answer(method: string, url: URL, form: Form): ApiAnswer {
    const [, , ...parts] = url.pathname.split('/')
    const call = `${method} ${parts.map((part) => (/^[a-z]+_[0-9a-f]{16}/.test(part) ? ':id' : part)).join('/')}`
    const id = parts.find((part) => /^[a-z]+_[0-9a-f]{16}/.test(part)) ?? ''
    try {
      const body = this.#routes(call, id, url.searchParams, form)
      if (body !== undefined) return { status: 200, body }
      return { status: 404, body: { error: { type: 'invalid_request_error', message: `no such call: ${call}` } } }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing', message } } }
    }
  }

  #routes(call: string, id: string, query: URLSearchParams, form: Form): unknown {
    switch (call) {
      case 'POST customers':
        return this.#addCustomer(form)
      case 'POST customers/:id':
        return Object.assign(found(this.customers.get(id), id), form)
      case 'POST checkout/sessions':
        return this.#addSession(form)
      case 'POST checkout/sessions/:id/expire':
        this.expire(id)
        return this.session(id)
      case 'GET checkout/sessions':
        return list(this.sessions, query, ['customer', 'status'])
      case 'GET subscriptions':
        return list(this.subscriptions, query, ['customer', 'status'])
      case 'DELETE subscriptions/:id':
        if (this.subscription(id).status === 'canceled') throw new Error(`No such subscription: ${id}`)
        this.setSubscription(id, { status: 'canceled' })
        return this.subscription(id)
      case 'GET invoices':
        return list(this.invoices, query, ['subscription', 'status'])
      case 'GET charges/:id':
        return found(this.charges.get(id), id)
      case 'GET disputes':
        return list(this.disputes, query, ['charge'])
      case 'POST billing_portal/sessions':
        return this.#addPortal(form)
      default:
        return undefined
    }
  }

  #addCustomer(form: Form): ProviderObject {
    const customer = { id: newId('cus'), object: 'customer', email: form.email, metadata: form.metadata ?? {} }
    this.customers.set(customer.id, customer)
    return customer
  }

  #addSession(form: Form): CheckoutObject {
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
      url: `${this.url}/pay/${id}`,
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
      created: this.#nowS(),
      expires_at: this.#nowS() + SESSION_OPEN_S,
    }
    this.sessions.set(id, session)
    return session
  }

  #addSubscription(session: CheckoutObject, price: StandInPrice): SubscriptionObject {
    const start = this.#nowS()
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

  #addPortal(form: Form): ProviderObject {
    const customer = text(form.customer)
    const returnUrl = text(form.return_url)
    const id = newId('bps')
    this.#portals.set(id, { customer, returnUrl })
    return { id, object: 'billing_portal.session', customer, return_url: returnUrl, url: `${this.url}/portal/${id}` }
  }

  readonly #portals = new Map<string, { customer: string; returnUrl: string }>()

  /** The provider's own pages: buttons with which a browser pays, gives up, or ends a subscription. */
  #showPage(method: string, path: string, response: ServerResponse): void {
    const [, page = '', id = '', action] = path.split('/')
    const session = page === 'pay' ? this.sessions.get(id) : undefined
    const portal = page === 'portal' ? this.#portals.get(id) : undefined
    if (method === 'POST' && session && action === 'pay') {
      this.pay(id)
      return redirect(response, session.success_url)
    }
    if (method === 'POST' && session && action === 'cancel') return redirect(response, session.cancel_url)
    if (method === 'POST' && portal && action === 'end') {
      const live = [...this.subscriptions.values()].filter(({ customer }) => customer === portal.customer)
      for (const { id: subscription, status } of live) {
        if (status !== 'canceled') this.setSubscription(subscription, { status: 'canceled' })
      }
      return redirect(response, portal.returnUrl)
    }
    if (method === 'POST' && portal && action === 'back') return redirect(response, portal.returnUrl)
    if (session) return showButtons(response, 'Provider checkout', `/pay/${id}`, { pay: 'Pay', cancel: 'Cancel' })
    if (portal)
      return showButtons(response, 'Provider portal', `/portal/${id}`, { end: 'End subscription', back: 'Back' })
    response.writeHead(404).end()
  }

  #nowS(): number {
    return Math.floor(this.#now() / 1000)
  }
}

interface ApiAnswer {
  status: number
  body: unknown
}

const FAILURE = { status: 500, body: { error: { type: 'api_error', message: 'The stand-in was told to fail' } } }
const REFUSAL = { status: 400, body: { error: { type: 'invalid_request_error', message: 'The stand-in was told to' } } }

interface WholePrice {
  id: string
  object: 'price'
  unit_amount: number
  currency: string
  recurring: { interval: 'month' | 'year' } | null
}

interface CheckoutObject extends ProviderObject {
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
  payment_intent: { id: string; object: 'payment_intent'; latest_charge: ProviderObject } | null
}

interface SubscriptionObject extends ProviderObject {
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
  cancel_at: number | null
  cancel_at_period_end: boolean
  created: number
}

const PRICES = {
  monthly: { id: 'price_monthly_1', unit_amount: 299, currency: 'eur', interval: 'month' },
  yearly: { id: 'price_yearly_1', unit_amount: 2388, currency: 'eur', interval: 'year' },
  lifetime: { id: 'price_lifetime_1', unit_amount: 4999, currency: 'eur', interval: null },
  cheap: { id: 'price_cheap_1', unit_amount: 1, currency: 'eur', interval: null },
} as const satisfies Record<string, StandInPrice>

// Only for its signing.
const stripe = new Stripe('sk_test_stand_in')

function whole({ id, unit_amount, currency, interval }: StandInPrice): WholePrice {
  return { id, object: 'price', unit_amount, currency, recurring: interval && { interval } }
}

function priceOf(session: CheckoutObject): StandInPrice {
  const id = session.line_items.data[0]?.price.id
  return found(
    Object.values(PRICES).find((price) => price.id === id),
    String(id),
  )
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`
}

function found<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new Error(`No such object: ${id}`)
  return value
}

/** A page of the API's lists, the newest first, by the fields that may be asked for. */
function list(from: ReadonlyMap<string, ProviderObject>, query: URLSearchParams, fields: readonly string[]) {
  const asked = fields.flatMap((field) => {
    const value = query.get(field)
    return value === null || value === 'all' ? [] : [[field, value] as const]
  })
  const data = [...from.values()].filter((object) => asked.every(([field, value]) => object[field] === value))
  return { object: 'list', has_more: false, data: data.toReversed() }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

type Form = { [name: string]: string | Form }

/** `a[b][0]=c` as `{a: {b: {0: 'c'}}}`. */
function parseForm(body: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? ''
    let inner = form
    for (const part of path) inner = (inner[part] ??= {}) as Form
    inner[last] = value
  }
  return form
}

function text(value: string | Form | undefined): string {
  return typeof value === 'string' ? value : ''
}

function sendAnswer(response: ServerResponse, { status, body }: ApiAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
  response.end(JSON.stringify(body))
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end()
}

function showButtons(response: ServerResponse, title: string, path: string, buttons: Record<string, string>): void {
  const forms = Object.entries(buttons).map(
    ([action, label]) => `<form method="post" action="${path}/${action}"><button>${label}</button></form>`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${forms.join('')}</html>`)
}
