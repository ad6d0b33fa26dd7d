import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Logger } from '../../infra/log.ts'
import type { Outage } from '../../infra/outage.ts'
import { Refusal } from '../../refusal.ts'

/** The provider didn't answer, or answered with an error. */
export class PaymentProviderError extends Error {
  override readonly name: string = 'PaymentProviderError'

  /**
   * True for a final answer: nothing was created, and a retry under the same idempotency key would get the same answer.
   * False for no answer at all and for "try again later" (409, 429).
   */
  readonly isAnswer: boolean

  constructor(message: string, { isAnswer, cause }: { isAnswer: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isAnswer = isAnswer
  }
}

/** The customer doesn't exist at the provider, or has been deleted there. */
export class CustomerGoneError extends PaymentProviderError {
  override readonly name = 'CustomerGoneError'

  constructor(message: string) {
    super(message, { isAnswer: true })
  }
}

/** A subscription as it is now. Times are epoch milliseconds. */
export interface ProviderSubscription {
  id: string
  /** The provider's own status: active, trialing, past_due, unpaid, canceled, incomplete and so on. */
  status: string
  /** The user we created it for; null if it wasn't created by us. */
  userId: string | null
  prices: readonly { id: string; quantity: number }[]
  createdAt: number
  periodEndsAt: number
  /** When it is set to end; null while it renews. */
  endsAt: number | null
  /** Start of the earliest unpaid period; null if all are paid. */
  unpaidSince: number | null
  /** Start of the current period if its payment was refunded or charged back; else null. */
  refundedSince: number | null
}

/** A checkout session that is complete or has expired. */
export interface ProviderCheckout {
  id: string
  status: 'complete' | 'expired'
  isPaid: boolean
  /** Our own references, set when the session was created. */
  userId: string | null
  plan: string | null
  /** The subscription it started; null for a single payment. */
  subscriptionId: string | null
  currency: string | null
  /** In the currency's smallest unit, after discounts and taxes. */
  total: number | null
  lines: readonly {
    priceId: string
    quantity: number
    currency: string
    subtotal: number
    priceAmount: number
    priceCurrency: string
  }[]
  createdAt: number
  /** Refunded in full, or disputed and not won. */
  isRefunded: boolean
}

/** Everything about a customer that decides which plan they have. */
export interface CustomerState {
  subscriptions: readonly ProviderSubscription[]
  checkouts: readonly ProviderCheckout[]
}

/** A verified event: which customer to sync, or null if it concerns none of ours. */
export interface ProviderEvent {
  id: string
  type: string
  /** The customer, or the charge that leads to them. */
  about: { customerId: string } | { chargeId: string } | null
}

/**
 * What we need from the payment provider. Every call throws PaymentProviderError when it fails, and CustomerGoneError
 * when the customer doesn't exist. `key` is the idempotency key: a repeated call under it has no second effect.
 */
export interface PaymentProvider {
  /** The provider's ids of our prices; null if a plan isn't for sale. */
  readonly prices: Readonly<Record<PriceId, string | null>>
  /** A price by the provider's id. `amount` is in the currency's smallest unit; null if it is not fixed. */
  readPrice(price: string): Promise<{ currency: string; amount: number | null }>
  createCustomer(customer: { userId: string; email: string }, key: string): Promise<string>
  createCheckout(
    checkout: {
      customerId: string
      userId: string
      plan: PriceId
      price: string
      successUrl: string
      cancelUrl: string
    },
    key: string,
  ): Promise<{ id: string; url: string }>
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<string>
  readCustomer(customerId: string): Promise<CustomerState>
  /** False if it had already ended. */
  cancelSubscription(subscriptionId: string): Promise<boolean>
  customerOfCharge(chargeId: string): Promise<string | null>
  /** Ends subscriptions and open checkouts at once, and removes personal data from the customer. */
  forgetCustomer(customerId: string): Promise<void>
  /** The event, or null if the signature is wrong or more than 300 s old. */
  openEvent(body: Buffer, signature: string, nowMs: number): ProviderEvent | null
}

export interface ProviderCallDeps {
  log: Logger
  providerOutage: Pick<Outage, 'failed'>
  /** How long a user waits for the provider, in milliseconds. */
  providerTimeoutMs: number
}

/**
 * Calls the provider while a user waits. A call that takes too long isn't cancelled: it still completes, but its result
 * is no longer used here.
 * @throws payments_unavailable if it failed or took too long
 */
export async function callProvider<Answer>(deps: ProviderCallDeps, call: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = () => {
      const error = new PaymentProviderError('no answer in time', { isAnswer: false })
      deps.providerOutage.failed({ err: error })
      reject(error)
    }
    timer = setTimeout(fail, deps.providerTimeoutMs)
  })
  try {
    return await Promise.race([call(), timeout])
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    // A call without an answer is logged as an outage.
    if (error.isAnswer) deps.log.warn({ err: error, msg: 'payment_provider_refused' })
    throw new Refusal('payments_unavailable')
  } finally {
    clearTimeout(timer)
  }
}
