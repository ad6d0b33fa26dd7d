import type { User } from '@quizmaster/contract/http/user'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { WaymarkTile } from '../../ui/waymark.tsx'
import styles from './profile-summary.module.css'
import { strings } from './strings.ts'

const PLANS_PATH = '/app/dashboard/premium'

/** Who is signed in and on which plan: Legend manages the subscription, Starter may upgrade (spec 2). */
export function ProfileSummary({ user }: { user: User }) {
  return (
    <Card className={styles.card} isRoomy>
      <div className={styles.person}>
        <WaymarkTile shape="peak" size="large" />
        <div>
          {user.display_name !== null && <p className={styles.name}>{user.display_name}</p>}
          <p className={styles.email}>{user.email}</p>
        </div>
      </div>
      <div className={classNames(styles.plan, user.is_premium && styles.legend)}>
        <p className={styles.planLine}>
          <span>{strings.currentPlan}</span>
          <strong>
            {user.is_premium && <Crown />}
            {user.is_premium ? strings.legend : strings.starter}
          </strong>
        </p>
        {user.is_premium ? (
          <Link className={buttonClass({ block: true })} to={PLANS_PATH}>
            {strings.manageSubscription}
          </Link>
        ) : (
          <Link className={buttonClass({ variant: 'gold', block: true })} to={PLANS_PATH}>
            <Crown isDark />
            {strings.upgrade}
          </Link>
        )}
      </div>
    </Card>
  )
}

function Crown({ isDark = false }: { isDark?: boolean }) {
  return <img className={classNames(isDark && styles.darkCrown)} src="/img/crown.svg" alt="" width="24" height="24" />
}
