import { buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { clsx } from 'clsx/lite'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { native } from '../../platform/native.ts'
import { useLegendConfirmation } from './confirmation.ts'
import { ManageSubscription } from './manage-subscription.tsx'
import styles from './plan-card.module.css'
import { ConfirmationNote } from './plan-status.tsx'
import { PLANS_STRINGS } from './strings.ts'

/** The account's plan: a Legend can manage the subscription, a Starter can upgrade (product 2). */
export function PlanCard({ isPremium }: { isPremium: boolean }) {
  const { phase, isPlanUnknown } = useLegendConfirmation(isPremium)
  if (isPlanUnknown) {
    return (
      <LoadingRegion className={styles.plan ?? ''}>
        <Skeleton width="100%" height={24} />
        <Skeleton width="100%" height={52} radius={16} />
        <ConfirmationNote phase={phase} />
      </LoadingRegion>
    )
  }
  return (
    <div className={clsx(styles.plan, isPremium && styles.legend)}>
      <p className={styles.line}>
        <span>{PLANS_STRINGS.currentPlan}</span>
        <strong>
          {isPremium && <img src="/img/crown.svg" alt="" width={24} height={24} />}
          {isPremium ? PLANS_STRINGS.legend : PLANS_STRINGS.starter}
        </strong>
      </p>
      {!native().sellsPlans ? (
        <p className={styles.notSold}>{PLANS_STRINGS.notSoldHere}</p>
      ) : isPremium ? (
        <ManageSubscription />
      ) : (
        <Link
          className={clsx(buttonClass({ variant: 'gold', block: true }), styles.upgrade)}
          to="/app/dashboard/premium"
        >
          <img src="/img/crown.svg" alt="" width={20} height={20} />
          {PLANS_STRINGS.upgrade}
        </Link>
      )}
    </div>
  )
}
