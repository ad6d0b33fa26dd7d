import { Button } from '../../ui/controls/button.tsx'
import { createPortal } from './payment-calls.ts'
import { showPaymentFailure } from './show-payment-failure.ts'
import { PLANS_STRINGS } from './strings.ts'
import { useLeaving } from './use-leaving.ts'

/** A Legend's way to the page where the subscription is managed (spec 2). */
export function ManageSubscription() {
  const { isLeaving, leave } = useLeaving(showPaymentFailure)
  return (
    <Button block isPending={isLeaving} onClick={() => leave(createPortal)}>
      {PLANS_STRINGS.manage}
    </Button>
  )
}
