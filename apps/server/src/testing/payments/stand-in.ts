import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { type ApiAnswer, answerCall, FAILURE, refusal } from './api.ts'
import { parseForm } from './form.ts'
import { PaymentLedger, type StandInEvent } from './ledger.ts'
import { newId, NotFoundError, PRICES, type StandInPrice } from './objects.ts'
import { showPage } from './pages.ts'

/**
 * Makes calls with a matching path fail: `times` of them, or all until it is removed. `refuse` and `gone` (no such
 * customer) are stored under the idempotency key, as the provider does; `busy` answers with `status` and stores
 * nothing; `lose` executes the call and then resets the connection.
 */
export interface Fault {
  kind: 'hang' | 'error' | 'reset' | 'refuse' | 'gone' | 'busy' | 'lose'
  status?: number
  path?: RegExp
  times?: number
}

interface StandInOptions {
  /** Signs the events. */
  webhookSecret?: string
  /** Where events are sent; can be set later through the property. */
  webhookUrl?: string
  now?: () => number
}

/**
 * A local stand-in for the payment provider: a real HTTP server that implements the part of its API that we call, with
 * customers, checkout sessions, subscriptions, invoices, charges and disputes that change as the real ones do. Events
 * are collected in `events`, and sent to `webhookUrl` if it is set, signed the way the SDK signs them.
 */
export class PaymentStandIn extends PaymentLedger {
  readonly webhookSecret: string
  readonly prices: Readonly<Record<'monthly' | 'yearly' | 'lifetime' | 'cheap', StandInPrice>> = PRICES
  webhookUrl: string | null
  fault: Fault | null = null
  /** Each API call, as `METHOD /path`. */
  readonly calls: string[] = []
  readonly #answers = new Map<string, ApiAnswer>()
  readonly #server: Server
  readonly #sending = new Set<Promise<unknown>>()

  private constructor(options: StandInOptions) {
    super(options.now ?? Date.now)
    this.webhookSecret = options.webhookSecret ?? 'whsec_stand_in'
    this.webhookUrl = options.webhookUrl ?? null
    // Connections stay open between calls, because a closed one would cost the SDK its retry.
    this.#server = createServer({ keepAliveTimeout: 0 }, (request, response) => void this.#handle(request, response))
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

  /** The settings that point the app at this stand-in. */
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

  /** Computes the response to the next matching call at once, but sends it on `go`. `reached` resolves on the call. */
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

  /** The signature header for a body; by default with this stand-in's secret and the current time. */
  sign(body: string, { secret = this.webhookSecret, atMs = this.now() } = {}): string {
    return stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(atMs / 1000) })
  }

  /** Sends events over HTTP, each `times` at once. Returns the response statuses. */
  async deliver(events: readonly StandInEvent[], times = 1): Promise<number[]> {
    const deliveries = events.flatMap((event) => Array<StandInEvent>(times).fill(event))
    return Promise.all(deliveries.map((event) => this.#post(event)))
  }

  override event(type: string, object: unknown): StandInEvent {
    const event = super.event(type, object)
    if (this.webhookUrl === null) return event
    const sending = this.#post(event).catch(() => undefined)
    this.#sending.add(sending)
    void sending.then(() => this.#sending.delete(sending))
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
    if (!url.pathname.startsWith('/v1/')) return showPage(this, request.method ?? 'GET', url.pathname, response)
    this.calls.push(`${request.method} ${url.pathname}`)
    const fault = this.#faultOf(url.pathname)
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'reset') return void response.socket?.resetAndDestroy()
    if (fault?.kind === 'error') return sendAnswer(response, FAILURE)
    if (fault?.kind === 'busy') return sendAnswer(response, { ...FAILURE, status: fault.status ?? 429 })
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? this.#answers.get(key) : undefined
    const refused = fault && REFUSALS[fault.kind]
    let answer = known ?? refused ?? answerCall(this, this.url, request.method ?? 'GET', url, form)
    // A copy, so that the stored response doesn't change with the object.
    if (typeof key === 'string') this.#answers.set(key, structuredClone(answer))
    const hold = this.#hold
    if (hold?.path.test(url.pathname)) {
      this.#hold = null
      // A copy, so that the response shows the state at the time of the call.
      answer = structuredClone(answer)
      hold.reached()
      await hold.released
    }
    if (fault?.kind === 'lose') response.socket?.resetAndDestroy()
    else sendAnswer(response, answer)
  }

  /** The fault that is set, if it applies to this call. */
  #faultOf(path: string): Fault | null {
    const { fault } = this
    if (!fault || !(fault.path ?? /^/).test(path)) return null
    if (fault.times !== undefined && (fault.times -= 1) <= 0) this.fault = null
    return fault
  }
}

const REFUSALS: Partial<Record<Fault['kind'], ApiAnswer>> = {
  refuse: refusal(new Error('The stand-in was set to refuse')),
  gone: refusal(new NotFoundError('the customer', 'customer')),
}

// Used for signing only.
const stripe = new Stripe('sk_test_stand_in')

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendAnswer(response: ServerResponse, { status, body }: ApiAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
  response.end(JSON.stringify(body))
}
