import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ManageSubscription } from './manage-subscription.tsx'
import styles from './plan-card.module.css'
import { PLANS_STRINGS } from './strings.ts'

/** The plan of an account: Legend manages the subscription, Starter may upgrade (spec 2). */
export function PlanCard({ isPremium }: { isPremium: boolean }) {
  return (
    <div className={classNames(styles.plan, isPremium && styles.legend)}>
      <p className={styles.line}>
        <span>{PLANS_STRINGS.currentPlan}</span>
        <strong>
          {isPremium && <img src="/img/crown.svg" alt="" width={24} height={24} />}
          {isPremium ? PLANS_STRINGS.legend : PLANS_STRINGS.starter}
        </strong>
      </p>
      {isPremium ? (
        <ManageSubscription />
      ) : (
        <Link
          className={classNames(buttonClass({ variant: 'gold', block: true }), styles.upgrade)}
          to="/app/dashboard/premium"
        >
          <img src="/img/crown.svg" alt="" width={20} height={20} />
          {PLANS_STRINGS.upgrade}
        </Link>
      )}
    </div>
  )
}
