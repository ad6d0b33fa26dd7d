import { Refusal } from '../../refusal.ts'
import { type LookDeps, lookAgain } from './look-again.ts'
import { type PaymentProvider, PaymentProviderError, type ProviderEvent } from './payment-provider.ts'

/** How a delivery ended; a label of the metric. */
export type WebhookOutcome = 'applied' | 'duplicate' | 'outdated' | 'ignored' | 'bad_signature' | 'failed'

export interface WebhookDeps extends LookDeps {
  paymentProvider: PaymentProvider | null
  /** Deliveries of the same event at the same moment share one look. */
  shareLook(eventId: string, look: () => Promise<WebhookOutcome>): Promise<WebhookOutcome>
}

/**
 * Takes a delivery of the provider. Its words are believed only in that something happened to a customer; what is true
 * is asked for. The body is not read before its signature has proved right.
 * @throws bad_signature; payments_unavailable when the provider can't be asked, so that it delivers again
 */
export async function receiveWebhook(deps: WebhookDeps, body: Buffer, signature: string): Promise<void> {
  const provider = deps.paymentProvider
  const count = (outcome: WebhookOutcome) => deps.metrics.paymentWebhooks.inc({ outcome })
  const event = provider?.openEvent(body, signature, deps.clock.now())
  if (!provider || !event) {
    count('bad_signature')
    throw new Refusal('bad_signature')
  }
  try {
    count(await deps.shareLook(event.id, () => followEvent(deps, provider, event)))
  } catch (error) {
    count('failed')
    if (!(error instanceof PaymentProviderError)) throw error
    deps.log.warn({ err: error, msg: 'payment_provider_failed', event: event.id })
    throw new Refusal('payments_unavailable')
  }
}

async function followEvent(
  deps: WebhookDeps,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<WebhookOutcome> {
  if (!event.about) return 'ignored'
  const known = await deps.db.selectFrom('payment_event').select('id').where('id', '=', event.id).executeTakeFirst()
  if (known) return 'duplicate'
  const customerId =
    'customerId' in event.about ? event.about.customerId : await provider.customerOfCharge(event.about.chargeId)
  const customer = await deps.db
    .selectFrom('payment_customer')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  // Somebody else's customer on the same account, or one whose account is gone.
  return customer ? lookAgain(deps, provider, customer.user_id, event) : 'ignored'
}
