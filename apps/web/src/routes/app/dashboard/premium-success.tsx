import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { awaitLegend, useLegendConfirmation } from '../../../features/plans/confirmation.ts'
import { PaymentOutcome } from '../../../features/plans/payment-outcome.tsx'
import { PLANS_STRINGS } from '../../../features/plans/strings.ts'
import { storage } from '../../../platform/storage.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'

const HOME_PATH = '/app/dashboard'
const STAY_MS = 3_000

/** The return address after paying. It grants nothing: the server is polled until it knows (contract 9). */
export function PaymentSuccess() {
  const navigate = useNavigate()
  const { user } = useCurrentUser()
  useLegendConfirmation(user?.is_premium)
  useEffect(() => {
    storage.set('isJustSubscribed', true)
    awaitLegend()
    const timer = setTimeout(() => void navigate(HOME_PATH, { replace: true }), STAY_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <PaymentOutcome
      picture="success"
      title={PLANS_STRINGS.success}
      note={PLANS_STRINGS.redirected}
      action={
        <Link className={buttonClass()} to={HOME_PATH} replace>
          {PLANS_STRINGS.goNow}
        </Link>
      }
    />
  )
}
