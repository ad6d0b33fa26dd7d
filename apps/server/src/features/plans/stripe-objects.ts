import type Stripe from 'stripe'
import type { ProviderCheckout, ProviderEvent, ProviderSubscription } from './payment-provider.ts'

/** Events after which a plan may be another one; of everything else there is nothing to do. */
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

/** Disputes in which the money is gone, or may yet go. */
const LOSING_DISPUTES: ReadonlySet<string> = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
])

const toMs = (seconds: number) => seconds * 1000

/** The id of what the provider gives either as an id or whole. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** What an event is about. Only ids are taken from it: what is true now is asked for. */
export function toProviderEvent(event: Stripe.Event): ProviderEvent {
  const { id, type } = event
  if (!EVENTS_OF_INTEREST.has(type)) return { id, type, about: null }
  const object = event.data.object as { customer?: string | { id: string } | null; charge?: string | { id: string } }
  const customerId = idOf(object.customer)
  if (customerId !== null) return { id, type, about: { customerId } }
  const chargeId = idOf(object.charge)
  return { id, type, about: chargeId === null ? null : { chargeId } }
}

/** A subscription; `openInvoices` are those of it that wait to be paid, `isTakenBack` what was paid for the present one. */
export function toSubscription(
  from: Stripe.Subscription,
  openInvoices: readonly Stripe.Invoice[],
  isTakenBack: boolean,
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
    takenBackSince: isTakenBack ? periodStartedAt : null,
  }
}

/** The period that an invoice asks money for stands on its lines; its own period is the one before. */
function earliestStart(invoices: readonly Stripe.Invoice[], otherwise: number): number {
  const starts = invoices.flatMap((invoice) => invoice.lines.data.map((line) => toMs(line.period.start)))
  return starts.length > 0 ? Math.min(...starts) : otherwise
}

/** The payments that a subscription's latest invoice was paid with; of a single charge there is no intent. */
export function intentsOfPeriod({ latest_invoice }: Stripe.Subscription): string[] {
  const payments = typeof latest_invoice === 'object' ? latest_invoice?.payments : undefined
  const paid = (payments?.data ?? []).filter(({ status }) => status === 'paid')
  return paid.flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])
}

/** Whether a dispute has taken the money, or may yet. */
export function isLosing({ status }: Stripe.Dispute): boolean {
  return LOSING_DISPUTES.has(status)
}

/** A checkout session that has ended; `isTakenBack` says whether its payment went back. */
export function toCheckout(from: Stripe.Checkout.Session, isTakenBack: boolean): ProviderCheckout {
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
    isTakenBack,
  }
}

/** The charge of a payment that was read with it; null where nothing was charged. */
export function chargeOf(intent: Stripe.PaymentIntent | string | null): Stripe.Charge | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  return typeof charge === 'object' ? charge : null
}
