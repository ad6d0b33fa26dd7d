import { Refusal } from '../../refusal.ts'
import type { SingleFlight } from '../../infra/single-flight.ts'
import { type PaymentProvider, PaymentProviderError, type ProviderEvent } from './payment-provider.ts'
import { type SyncDeps, syncWithProvider } from './sync-with-provider.ts'

/** How a delivery was handled; a label of the webhook metric. */
export type WebhookOutcome = 'applied' | 'duplicate' | 'outdated' | 'ignored' | 'bad_signature' | 'failed'

export interface WebhookDeps extends SyncDeps {
  paymentProvider: PaymentProvider | null
  /** By event id: simultaneous deliveries of one event share one sync. */
  webhookFlight: SingleFlight<WebhookOutcome>
}

/**
 * Handles an event delivered by the provider. The signature is checked before the body is parsed. The event only says
 * which customer to sync; the customer's state is then read from the provider.
 * @throws bad_signature; payments_unavailable if the provider can't be reached, so that it delivers the event again
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
    count(await deps.webhookFlight(event.id, () => handleEvent(deps, provider, event)))
  } catch (error) {
    count('failed')
    if (!(error instanceof PaymentProviderError)) throw error
    if (error.isAnswer) deps.log.warn({ err: error, msg: 'payment_provider_refused', event: event.id })
    throw new Refusal('payments_unavailable')
  }
}

async function handleEvent(
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
  // Unknown customers belong to another product on the same provider account, or to an erased user.
  return customer ? syncWithProvider(deps, provider, customer.user_id, event) : 'ignored'
}
