import { Stripe } from 'stripe'
import {
  CustomerGoneError,
  type CustomerTruth,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderSubscription,
} from './payment-provider.ts'
import {
  chargeOf,
  idOf,
  intentsOfPeriod,
  isLosing,
  toCheckout,
  toProviderEvent,
  toSubscription,
} from './stripe-objects.ts'

const SIGNATURE_TOLERANCE_S = 300
/** More than one person ever has; bounds what one look may fetch. */
const MAX_LISTED = 1_000
/** The same key is being asked at this moment, and asked too often: nothing is kept of these, later is as good as new. */
const NOT_NOW_STATUSES: ReadonlySet<number> = new Set([409, 429])
const LIVE_STATUSES: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'paused'])

/** How to reach the provider, and what it calls our prices. */
export interface StripeSettings {
  readonly secretKey: string
  /** Several while a secret is being rotated. */
  readonly webhookSecrets: readonly string[]
  /** Another address than the provider's own, for tests. */
  readonly apiBase: string | null
  readonly prices: PaymentProvider['prices']
}

/** The provider over its own SDK, asked at `settings.apiBase` where that is set. One try takes at most `timeoutMs`. */
export function createStripeProvider(settings: StripeSettings, timeoutMs: number): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, { ...addressOf(settings.apiBase), ...QUIET, timeout: timeoutMs })
  return {
    prices: settings.prices,
    createCustomer: (customer, key) =>
      asked(async () => {
        const { userId: user_id, email } = customer
        return (await stripe.customers.create({ email, metadata: { user_id } }, { idempotencyKey: key })).id
      }),
    createCheckout: (checkout, key) => asked(() => createCheckout(stripe, checkout, key)),
    createPortal: ({ customerId, returnUrl }) =>
      asked(async () => {
        const portal = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })
        return portal.url
      }),
    readTruth: (customerId) => asked(() => readTruth(stripe, customerId)),
    cancelSubscription: (id) => asked(() => cancelSubscription(stripe, id)),
    customerOfCharge: (id) => asked(async () => idOf((await stripe.charges.retrieve(id)).customer)),
    forgetCustomer: (customerId) => asked(() => forgetCustomer(stripe, customerId)),
    openEvent: (body, signature, nowMs) => openEvent(stripe, settings.webhookSecrets, body, signature, nowMs),
  }
}

const QUIET = { maxNetworkRetries: 1, telemetry: false }

function addressOf(apiBase: string | null) {
  if (apiBase === null) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const isHttps = protocol === 'https:'
  const address = { host: hostname, port: port || (isHttps ? 443 : 80) }
  return { ...address, protocol: isHttps ? ('https' as const) : ('http' as const) }
}

/** Whatever the SDK throws, as the one error that features know. */
async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause
    const message = `${cause.type} ${cause.code ?? ''} ${cause.statusCode ?? ''}`.trim()
    if (cause.code === 'resource_missing' && cause.param === 'customer') throw new CustomerGoneError(message)
    const isAnswer = cause.statusCode !== undefined && !NOT_NOW_STATUSES.has(cause.statusCode)
    throw new PaymentProviderError(message, { isAnswer })
  }
}

async function createCheckout(
  stripe: Stripe,
  checkout: Parameters<PaymentProvider['createCheckout']>[0],
  key: string,
): Promise<{ id: string; url: string }> {
  const { customerId, userId, plan, price, successUrl, cancelUrl } = checkout
  const metadata = { user_id: userId, plan }
  const session = await stripe.checkout.sessions.create(
    {
      customer: customerId,
      client_reference_id: userId,
      line_items: [{ price, quantity: 1 }],
      success_url: successUrl,
      cancel_url: cancelUrl,
      metadata,
      ...(plan === 'lifetime'
        ? { mode: 'payment', payment_intent_data: { metadata } }
        : { mode: 'subscription', subscription_data: { metadata } }),
    },
    { idempotencyKey: key },
  )
  if (!session.url) throw new PaymentProviderError('a session without an address', { isAnswer: true })
  return { id: session.id, url: session.url }
}

async function readTruth(stripe: Stripe, customer: string): Promise<CustomerTruth> {
  const [subscriptions, sessions] = await Promise.all([
    stripe.subscriptions
      .list({ customer, status: 'all', limit: 100, expand: ['data.latest_invoice.payments'] })
      .autoPagingToArray({ limit: MAX_LISTED }),
    stripe.checkout.sessions
      .list({ customer, limit: 100, expand: ['data.line_items', 'data.payment_intent.latest_charge'] })
      .autoPagingToArray({ limit: MAX_LISTED }),
  ])
  const ended = sessions.filter(({ status }) => status !== 'open')
  return {
    subscriptions: await Promise.all(subscriptions.map((one) => readSubscription(stripe, one))),
    checkouts: await Promise.all(
      ended.map(async (session) => toCheckout(session, await isTakenBack(stripe, chargeOf(session.payment_intent)))),
    ),
  }
}

async function readSubscription(stripe: Stripe, subscription: Stripe.Subscription): Promise<ProviderSubscription> {
  const { id, status } = subscription
  const open = { subscription: id, status: 'open', limit: 100 } as const
  const openInvoices = status === 'past_due' ? (await stripe.invoices.list(open)).data : []
  const intents = LIVE_STATUSES.has(status) ? intentsOfPeriod(subscription) : []
  const areBack = await Promise.all(
    intents.map(async (intent) => {
      const paid = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
      return isTakenBack(stripe, chargeOf(paid))
    }),
  )
  return toSubscription(subscription, openInvoices, areBack.length > 0 && areBack.every(Boolean))
}

/** Paid back in full, or claimed back through the bank and not won. */
async function isTakenBack(stripe: Stripe, charge: Stripe.Charge | null): Promise<boolean> {
  if (!charge?.disputed) return charge?.refunded ?? false
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 })
  return charge.refunded || data.some(isLosing)
}

function cancelSubscription(stripe: Stripe, id: string): Promise<boolean> {
  // One that has ended already counts as missing.
  return whereThere(() => stripe.subscriptions.cancel(id))
}

/** Does something to what the provider may not have any more; false where it is gone. */
async function whereThere(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return false
    throw error
  }
}

/** A customer who is gone at the provider is forgotten already: their subscriptions went with them. */
async function forgetCustomer(stripe: Stripe, customer: string): Promise<void> {
  // First what could still begin a subscription, then the subscriptions.
  await whereThere(async () => {
    const open = { customer, status: 'open', limit: 100 } as const
    for await (const { id } of stripe.checkout.sessions.list(open)) {
      await whereThere(() => stripe.checkout.sessions.expire(id))
    }
  })
  await whereThere(async () => {
    for await (const { id, status } of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if (LIVE_STATUSES.has(status)) await cancelSubscription(stripe, id)
    }
  })
  await whereThere(() => stripe.customers.update(customer, { email: '', name: '', phone: '', address: '' }))
}

function openEvent(stripe: Stripe, secrets: readonly string[], body: Buffer, signature: string, nowMs: number) {
  // The SDK refuses what is too old, not what is dated ahead and so could be kept for later.
  const signedAtS = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  if (!(signedAtS <= nowMs / 1000 + SIGNATURE_TOLERANCE_S)) return null
  for (const secret of secrets) {
    try {
      const { webhooks } = stripe
      const event = webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_S, undefined, nowMs)
      return toProviderEvent(event)
    } catch (error) {
      if (error instanceof SyntaxError) return null
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  return null
}
