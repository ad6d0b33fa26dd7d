import { useEffect } from 'react'
import { forgetCheckout } from '../../../features/plans/confirmation.ts'
import { PaymentOutcome } from '../../../features/plans/payment-outcome.tsx'
import { PLANS_STRINGS } from '../../../features/plans/strings.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'

/** The return address of a cancelled payment (product 2). */
export function PaymentInterrupted() {
  useEffect(forgetCheckout, [])
  return (
    <PaymentOutcome
      picture="interrupt"
      title={PLANS_STRINGS.interrupted}
      note={PLANS_STRINGS.tryAgain}
      action={
        <Link className={buttonClass({ variant: 'primary' })} to="/app/dashboard/premium" replace>
          {PLANS_STRINGS.backToPlans}
        </Link>
      }
    />
  )
}
