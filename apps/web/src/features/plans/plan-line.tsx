import { Link } from 'react-router'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './plan-line.module.css'
import { PLANS_STRINGS } from './strings.ts'

/** The room of the line while the plan is not known; nothing in it says one. */
export function PlanLineSkeleton() {
  return (
    <div className={styles.line}>
      <Skeleton width={164} height={24} />
      <Skeleton width={204} height={44} radius={14} />
    </div>
  )
}

/** The plan of somebody without a Legend's: what it is, and the way up (product 2). */
export function PlanLine() {
  return (
    <div className={styles.line}>
      <p>{PLANS_STRINGS.currentStarter}</p>
      <Link to="/app/dashboard/premium" className={buttonClass({ variant: 'gold', size: 'small' })}>
        <img src="/img/crown.svg" alt="" width={20} height={20} />
        {PLANS_STRINGS.upgrade}
      </Link>
    </div>
  )
}
