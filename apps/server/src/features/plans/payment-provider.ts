import type { PriceId } from '@quizmaster/contract/http/payments'

/** The provider did not answer, or refused. */
export class PaymentProviderError extends Error {
  override readonly name: string = 'PaymentProviderError'

  /**
   * True when a final answer came: nothing was made, and the same again under the same key would meet the same answer.
   * False too where the provider only said "not now".
   */
  readonly isAnswer: boolean

  constructor(message: string, { isAnswer, cause }: { isAnswer: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isAnswer = isAnswer
  }
}

/** The customer asked about is not there (any more). */
export class CustomerGoneError extends PaymentProviderError {
  override readonly name = 'CustomerGoneError'

  constructor(message: string) {
    super(message, { isAnswer: true })
  }
}

/** A subscription as it is now. Times are epoch milliseconds. */
export interface ProviderSubscription {
  id: string
  /** The provider's word: active, trialing, past_due, unpaid, canceled, incomplete and so on. */
  status: string
  /** Whom we made it for; null where somebody else made it. */
  userId: string | null
  prices: readonly { id: string; quantity: number }[]
  createdAt: number
  periodEndsAt: number
  /** When it ends for good, where that is settled. */
  endsAt: number | null
  /** Start of the earliest period that is not paid for; null while all are. */
  unpaidSince: number | null
  /** Start of the present period, where what was paid for it went back; else null. */
  takenBackSince: number | null
}

/** A checkout session that has come to its end. */
export interface ProviderCheckout {
  id: string
  status: 'complete' | 'expired'
  isPaid: boolean
  /** What we wrote on it. */
  userId: string | null
  plan: string | null
  /** The subscription it began; null for a single payment. */
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
  /** Paid back in full, or claimed back through the bank and not won. */
  isTakenBack: boolean
}

/** All of a customer that decides about their plan. */
export interface CustomerTruth {
  subscriptions: readonly ProviderSubscription[]
  checkouts: readonly ProviderCheckout[]
}

/** A checked event: which customer's truth to look at again, or null where it is about nothing of ours. */
export interface ProviderEvent {
  id: string
  type: string
  /** The customer, or the charge through which to find them. */
  about: { customerId: string } | { chargeId: string } | null
}

/**
 * What we ask of the payment provider. Every call throws PaymentProviderError when it fails, CustomerGoneError where it
 * names a customer who is not there. `key` makes asking again the same question, not a second one.
 */
export interface PaymentProvider {
  /** The provider's ids of our prices; what is null can't be bought. */
  readonly prices: Readonly<Record<PriceId, string | null>>
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
  readTruth(customerId: string): Promise<CustomerTruth>
  /** False when it had ended before. */
  cancelSubscription(subscriptionId: string): Promise<boolean>
  customerOfCharge(chargeId: string): Promise<string | null>
  /** Ends subscriptions and open checkouts at once, and takes the person's particulars off the customer. */
  forgetCustomer(customerId: string): Promise<void>
  /** The event, or null where the signature is not the provider's or not of now (300 s). */
  openEvent(body: Buffer, signature: string, nowMs: number): ProviderEvent | null
}
