import type { Generated } from 'kysely'

type PaidPlan = 'monthly' | 'yearly' | 'lifetime'

export interface PlanGrantTable {
  id: string
  user_id: string
  plan: PaidPlan
  origin: 'provider' | 'sandbox' | 'operator'
  reference: string
  started_at: number
  ends_at: number | null
  ended_at: number | null
}

export interface PaymentCustomerTable {
  user_id: string
  customer_id: string
  last_ticket: Generated<number>
  applied_ticket: Generated<number>
  look_due_at: number | null
}

export interface CheckoutTable {
  id: string
  user_id: string
  origin: 'provider' | 'sandbox'
  plan: PaidPlan
  provider_price: string | null
  provider_session: string | null
  url: string | null
  status: Generated<'open' | 'paid' | 'cancelled' | 'expired' | 'failed'>
  created_at: number
}

export interface PaymentEventTable {
  id: string
  type: string
  received_at: number
}

export interface PaymentAlarmTable {
  kind: 'payment_mismatch' | 'payment_needs_refund'
  reference: string
  user_id: string | null
  created_at: number
}

/** Plans and payments. */
export interface PlanTables {
  plan_grant: PlanGrantTable
  payment_customer: PaymentCustomerTable
  checkout: CheckoutTable
  payment_event: PaymentEventTable
  payment_alarm: PaymentAlarmTable
}
