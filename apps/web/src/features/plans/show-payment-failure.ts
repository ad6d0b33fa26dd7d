import { ApiError } from '../../platform/http.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { PLANS_STRINGS } from './strings.ts'

/** Says why a payment page did not open. That there is nothing to manage is no error (contract 9). */
export function showPaymentFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : ''
  if (error instanceof ApiError && error.code === 'no_subscription') {
    showToast({ type: 'info', title: PLANS_STRINGS.noSubscription, message })
  } else {
    showToast({ type: 'error', title: PLANS_STRINGS.failed, message })
  }
}
