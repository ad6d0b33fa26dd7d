import type { User } from '@quizmaster/contract/http/user'
import { useEffect } from 'react'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { openModal } from '../../../features/modals/modal-store.ts'
import { awaitLegend } from '../../../features/plans/confirmation.ts'
import { Crown, PlanLineSkeleton, PlanStatus } from '../../../features/plans/plan-status.tsx'
import { ProgressTile } from '../../../features/progress/progress-tile.tsx'
import { storage } from '../../../platform/storage.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import styles from './home.module.css'
import { PlayTiles } from './play-tiles.tsx'
import { DASHBOARD_STRINGS } from './strings.ts'

/** The home screen: greeting and plan, progress, and the ways to play (product 2). */
export function Dashboard() {
  const { user } = useCurrentUser()
  useEffect(greetNewLegend, [])
  return (
    <Page layout="flow">
      <div className={styles.greeting}>{user ? <Greeting user={user} /> : <GreetingSkeleton />}</div>
      <div className={styles.tiles}>
        <ProgressTile leaderboardPath="/app/dashboard/leaderboard" statsPath="/app/dashboard/stats" />
        <PlayTiles />
      </div>
    </Page>
  )
}

function Greeting({ user }: { user: User }) {
  const name = user.display_name ?? user.email
  return (
    <>
      <div className={styles.name}>
        <h1 tabIndex={-1}>
          {/* Not on the heading: screen readers would read the title as its description and repeat the name. */}
          <span title={name}>{DASHBOARD_STRINGS.greeting(name)}</span>
        </h1>
        {user.is_premium && <Crown />}
      </div>
      <PlanStatus isPremium={user.is_premium} />
    </>
  )
}

/** Has no plan: a Legend must not see an upgrade button, even for a moment. */
function GreetingSkeleton() {
  return (
    <LoadingRegion className={styles.skeleton ?? ''}>
      <div className={styles.nameSkeleton}>
        <Skeleton width="min(280px, 70%)" height="70%" />
      </div>
      <PlanLineSkeleton />
    </LoadingRegion>
  )
}

/** After a payment: welcomes the user once (product 2) and starts polling for the new plan. */
function greetNewLegend(): void {
  if (storage.get('isJustSubscribed') === null) return
  storage.remove('isJustSubscribed')
  awaitLegend()
  openModal('premiumSuccess', null)
}
