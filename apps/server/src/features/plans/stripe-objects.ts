import type Stripe from 'stripe'
import type { ProviderCheckout, ProviderEvent, ProviderSubscription } from './payment-provider.ts'

/** Events that can change a plan; all others are ignored. */
const EVENTS_OF_INTEREST: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
])

/** Statuses of disputes that are lost or may still be lost. */
const LOSING_DISPUTES: ReadonlySet<string> = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
])

const toMs = (seconds: number) => seconds * 1000

/** The id of an object that the provider returns either expanded or as an id. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** Which customer an event concerns. Only ids are read from it; the current state is fetched from the provider. */
export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const { id, type } = event
  if (!EVENTS_OF_INTEREST.has(type)) return { id, type, about: null }
  const object = event.data.object as { customer?: string | { id: string } | null; charge?: string | { id: string } }
  const customerId = idOf(object.customer)
  if (customerId !== null) return { id, type, about: { customerId } }
  const chargeId = idOf(object.charge)
  return { id, type, about: chargeId === null ? null : { chargeId } }
}

/** A subscription. `openInvoices` are its unpaid ones; `isRefunded` is about the current period's payment. */
export function toSubscription(
  from: Stripe.Subscription,
  openInvoices: readonly Stripe.Invoice[],
  isRefunded: boolean,
): ProviderSubscription {
  const items = from.items.data
  const periodEndsAt = toMs(Math.max(0, ...items.map((item) => item.current_period_end)))
  const periodStartedAt = toMs(Math.min(...items.map((item) => item.current_period_start)))
  return {
    id: from.id,
    status: from.status,
    userId: from.metadata.user_id ?? null,
    prices: items.map((item) => ({ id: item.price.id, quantity: item.quantity ?? 1 })),
    createdAt: toMs(from.created),
    periodEndsAt,
    endsAt: from.cancel_at === null ? (from.cancel_at_period_end ? periodEndsAt : null) : toMs(from.cancel_at),
    unpaidSince: from.status === 'past_due' ? earliestStart(openInvoices, periodStartedAt) : null,
    refundedSince: isRefunded ? periodStartedAt : null,
  }
}

/** The period being paid for is on an invoice's lines; the invoice's own period is the previous one. */
function earliestStart(invoices: readonly Stripe.Invoice[], otherwise: number): number {
  const starts = invoices.flatMap((invoice) => invoice.lines.data.map((line) => toMs(line.period.start)))
  return starts.length > 0 ? Math.min(...starts) : otherwise
}

/** The payment intents that paid a subscription's latest invoice. */
export function intentsOfPeriod({ latest_invoice }: Stripe.Subscription): string[] {
  const payments = typeof latest_invoice === 'object' ? latest_invoice?.payments : undefined
  const paid = (payments?.data ?? []).filter(({ status }) => status === 'paid')
  return paid.flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])
}

/** Whether a dispute is lost or may still be lost. */
export function isLosing({ status }: Stripe.Dispute): boolean {
  return LOSING_DISPUTES.has(status)
}

/** A checkout session that is no longer open. */
export function toCheckout(from: Stripe.Checkout.Session, isRefunded: boolean): ProviderCheckout {
  return {
    id: from.id,
    status: from.status === 'complete' ? 'complete' : 'expired',
    isPaid: from.payment_status === 'paid',
    userId: from.client_reference_id,
    plan: from.metadata?.plan ?? null,
    subscriptionId: idOf(from.subscription),
    currency: from.currency,
    total: from.amount_total,
    lines: (from.line_items?.data ?? []).map((line) => ({
      priceId: line.price?.id ?? '',
      quantity: line.quantity ?? 0,
      currency: line.currency,
      subtotal: line.amount_subtotal,
      priceAmount: line.price?.unit_amount ?? Number.NaN,
      priceCurrency: line.price?.currency ?? '',
    })),
    createdAt: toMs(from.created),
    isRefunded,
  }
}

/** The charge expanded in a payment intent; null if nothing was charged. */
export function chargeOf(intent: Stripe.PaymentIntent | string | null): Stripe.Charge | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  return typeof charge === 'object' ? charge : null
}
