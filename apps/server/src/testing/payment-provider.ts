import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { type ApiAnswer, answerCall, FAILURE, refusal } from './payment-api.ts'
import { parseForm } from './payment-form.ts'
import { PaymentLedger, type StandInEvent } from './payment-ledger.ts'
import { newId, NotFoundError, PRICES, type StandInPrice } from './payment-objects.ts'
import { showPage } from './payment-pages.ts'

/**
 * What goes wrong with calls whose path matches; `times` of them, or all until it is taken away. `refuse` is kept under
 * the call's key, as the provider keeps its answers, and so is `gone`, that there is no such customer; `busy` answers a
 * `status` and keeps nothing; `lose` does what was asked and then resets the connection.
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
  /** Where `deliver` sends events by itself; may be set later with `webhookUrl`. */
  webhookUrl?: string
  now?: () => number
}

/**
 * A local stand-in of the payment provider: a real HTTP server that speaks the part of its API that we call, with
 * customers, checkout sessions, subscriptions, invoices, charges and disputes that change as the real ones do. Events
 * collect in `events`, and are also sent to `webhookUrl` while one is set, signed as the SDK signs them.
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
  sign(body: string, { secret = this.webhookSecret, atMs = this.now() } = {}): string {
    return stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(atMs / 1000) })
  }

  /** Sends events over HTTP, the same one `times` at once; gives the statuses of the answers. */
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
    // As it is now: the answer that is kept doesn't change with what it is about.
    if (typeof key === 'string') this.#answers.set(key, structuredClone(answer))
    const hold = this.#hold
    if (hold?.path.test(url.pathname)) {
      this.#hold = null
      // As it is now, not as it will be then.
      answer = structuredClone(answer)
      hold.reached()
      await hold.released
    }
    if (fault?.kind === 'lose') response.socket?.resetAndDestroy()
    else sendAnswer(response, answer)
  }

  /** The fault that is set, if it is about this call. */
  #faultOf(path: string): Fault | null {
    const { fault } = this
    if (!fault || !(fault.path ?? /^/).test(path)) return null
    if (fault.times !== undefined && (fault.times -= 1) <= 0) this.fault = null
    return fault
  }
}

const REFUSALS: Partial<Record<Fault['kind'], ApiAnswer>> = {
  refuse: refusal(new Error('The stand-in was told to')),
  gone: refusal(new NotFoundError('the customer', 'customer')),
}

// Only for its signing.
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
