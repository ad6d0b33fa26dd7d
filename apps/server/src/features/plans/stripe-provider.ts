import { Stripe } from 'stripe'
import type { Outage } from '../../infra/outage.ts'
import {
  CustomerGoneError,
  type CustomerState,
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
/** Bounds what one sync fetches; far more than a customer ever has. */
const MAX_LISTED = 1_000
/** A concurrent call under the same key (409) and rate limiting (429): not stored under the key, so a retry is safe. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([409, 429])
/** Statuses of subscriptions that haven't ended; more than those that entitle to a plan. */
const NOT_ENDED_STATUSES: ReadonlySet<string> = new Set([
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'incomplete',
  'paused',
])

/** How to reach the provider, and its ids of our prices. */
export interface StripeSettings {
  readonly secretKey: string
  /** More than one while a secret is being rotated. */
  readonly webhookSecrets: readonly string[]
  /** Replaces the provider's own address in tests; else null. */
  readonly apiBase: string | null
  readonly prices: PaymentProvider['prices']
}

/**
 * The provider through its own SDK. One attempt takes at most `timeoutMs`. Every call tells `outage` whether it worked.
 */
export function createStripeProvider(settings: StripeSettings, timeoutMs: number, outage: Outage): PaymentProvider {
  const request = <T>(call: () => Promise<T>) => trackOutage(outage, () => translateErrors(call))
  const stripe = new Stripe(settings.secretKey, { ...addressOf(settings.apiBase), ...SDK_OPTIONS, timeout: timeoutMs })
  return {
    prices: settings.prices,
    readPrice: (price) =>
      request(async () => {
        const { currency, unit_amount: amount } = await stripe.prices.retrieve(price)
        return { currency, amount }
      }),
    createCustomer: (customer, key) =>
      request(async () => {
        const { userId: user_id, email } = customer
        return (await stripe.customers.create({ email, metadata: { user_id } }, { idempotencyKey: key })).id
      }),
    createCheckout: (checkout, key) => request(() => createCheckout(stripe, checkout, key)),
    createPortal: ({ customerId, returnUrl }) =>
      request(async () => {
        const portal = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })
        return portal.url
      }),
    readCustomer: (customerId) => request(() => readCustomer(stripe, customerId)),
    cancelSubscription: (id) => request(() => cancelSubscription(stripe, id)),
    customerOfCharge: (id) => request(async () => idOf((await stripe.charges.retrieve(id)).customer)),
    forgetCustomer: (customerId) => request(() => forgetCustomer(stripe, customerId)),
    openEvent: (body, signature, nowMs) => openEvent(stripe, settings.webhookSecrets, body, signature, nowMs),
  }
}

const SDK_OPTIONS = { maxNetworkRetries: 1, telemetry: false }

function addressOf(apiBase: string | null) {
  if (apiBase === null) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const isHttps = protocol === 'https:'
  const address = { host: hostname, port: port || (isHttps ? 443 : 80) }
  return { ...address, protocol: isHttps ? ('https' as const) : ('http' as const) }
}

/** Tells `outage` whether the provider answered. A refusal is an answer, too. */
async function trackOutage<T>(outage: Outage, call: () => Promise<T>): Promise<T> {
  try {
    const result = await call()
    outage.worked()
    return result
  } catch (error) {
    if (error instanceof PaymentProviderError && !error.isAnswer) outage.failed({ err: error })
    else if (error instanceof PaymentProviderError) outage.worked()
    throw error
  }
}

/** Translates the SDK's errors into PaymentProviderError. */
async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause
    const message = `${cause.type} ${cause.code ?? ''} ${cause.statusCode ?? ''}`.trim()
    if (cause.code === 'resource_missing' && cause.param === 'customer') throw new CustomerGoneError(message)
    const isAnswer = cause.statusCode !== undefined && !RETRYABLE_STATUSES.has(cause.statusCode)
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
  if (!session.url) throw new PaymentProviderError('a session without a URL', { isAnswer: true })
  return { id: session.id, url: session.url }
}

async function readCustomer(stripe: Stripe, customer: string): Promise<CustomerState> {
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
      ended.map(async (session) => toCheckout(session, await isRefunded(stripe, chargeOf(session.payment_intent)))),
    ),
  }
}

async function readSubscription(stripe: Stripe, subscription: Stripe.Subscription): Promise<ProviderSubscription> {
  const { id, status } = subscription
  const open = { subscription: id, status: 'open', limit: 100 } as const
  const openInvoices = status === 'past_due' ? (await stripe.invoices.list(open)).data : []
  const intents = NOT_ENDED_STATUSES.has(status) ? intentsOfPeriod(subscription) : []
  const refunds = await Promise.all(
    intents.map(async (intent) => {
      const paid = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
      return isRefunded(stripe, chargeOf(paid))
    }),
  )
  return toSubscription(subscription, openInvoices, refunds.length > 0 && refunds.every(Boolean))
}

/** Refunded in full, or disputed and not won. */
async function isRefunded(stripe: Stripe, charge: Stripe.Charge | null): Promise<boolean> {
  if (!charge?.disputed) return charge?.refunded ?? false
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 })
  return charge.refunded || data.some(isLosing)
}

function cancelSubscription(stripe: Stripe, id: string): Promise<boolean> {
  // The provider reports an ended subscription as missing.
  return falseIfMissing(() => stripe.subscriptions.cancel(id))
}

/** Runs a change to an object; false if the object no longer exists. */
async function falseIfMissing(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return false
    throw error
  }
}

/** Succeeds for a session that has been paid or has expired since it was listed. */
async function expireSession(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') throw error
  }
}

/** Succeeds for a customer deleted at the provider, whose subscriptions were deleted with them. */
async function forgetCustomer(stripe: Stripe, customer: string): Promise<void> {
  // Checkouts first, because they could still start a subscription.
  await falseIfMissing(async () => {
    const open = { customer, status: 'open', limit: 100 } as const
    for await (const { id } of stripe.checkout.sessions.list(open)) {
      await falseIfMissing(() => expireSession(stripe, id))
    }
  })
  await falseIfMissing(async () => {
    for await (const { id, status } of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if (NOT_ENDED_STATUSES.has(status)) await cancelSubscription(stripe, id)
    }
  })
  await falseIfMissing(() => stripe.customers.update(customer, { email: '', name: '', phone: '', address: '' }))
}

function openEvent(stripe: Stripe, secrets: readonly string[], body: Buffer, signature: string, nowMs: number) {
  // The SDK rejects old signatures but not ones dated in the future, which could be replayed later.
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
