import { signOut, useCurrentUser } from '../../../features/accounts/current-user.ts'
import { Learning } from '../../../features/accounts/learning.tsx'
import { ProfileForm } from '../../../features/accounts/profile-form.tsx'
import { ProfileSummary } from '../../../features/accounts/profile-summary.tsx'
import { strings } from '../../../features/accounts/strings.ts'
import { TimeToAnswer } from '../../../features/accounts/time-to-answer.tsx'
import { YourData } from '../../../features/accounts/your-data.tsx'
import { ConsentChoice } from '../../../features/consent/consent-choice.tsx'
import { SoundSwitch } from '../../../features/games/sound-switch.tsx'
import { InstallCard } from '../../../features/install/install-card.tsx'
import { Crown } from '../../../features/plans/plan-status.tsx'
import { PlanCard } from '../../../features/plans/plan-card.tsx'
import { logDebug } from '../../../platform/log.ts'
import { useAction } from '../../../platform/use-action.ts'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Link } from '../../../ui/controls/link.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { strings as appStrings } from '../../strings.ts'
import styles from './profile.module.css'

/** The account: address and plan, display name, privacy settings, logout. */
export function Profile() {
  const { user } = useCurrentUser()
  return (
    <Page>
      <BackLink to="/app/dashboard" />
      <PageTitle>{strings.account}</PageTitle>
      {user ? (
        <div className={styles.columns}>
          <ProfileSummary className={styles.summary} user={user} crown={user.is_premium && <Crown size={24} />}>
            <PlanCard isPremium={user.is_premium} />
          </ProfileSummary>
          <Card className={styles.form} isRoomy>
            <ProfileForm user={user} />
          </Card>
          <Learning className={styles.learning} statsPath="/app/dashboard/stats" />
          <TimeToAnswer className={styles.time}>
            <SoundSwitch />
          </TimeToAnswer>
          <div className={styles.data}>
            <InstallCard />
            <YourData>
              <ConsentChoice level={3} />
            </YourData>
          </div>
          <div className={styles.links}>
            <WeeksLink />
            {user.role === 'admin' && <AdminLink />}
            <Logout />
          </div>
        </div>
      ) : (
        <LoadingRegion className={styles.columns ?? ''}>
          <Skeleton width="100%" height={252} radius={24} />
          <Skeleton width="100%" height={302} radius={24} />
        </LoadingRegion>
      )}
    </Page>
  )
}

/** A link to the weeks, needed to get back to the switch that hides them. */
function WeeksLink() {
  return (
    <Link to="/app/daily/weeks" className={buttonClass({ size: 'small' })}>
      {appStrings.titles.dailyWeeks}
    </Link>
  )
}

function AdminLink() {
  return (
    <Link to="/app/admin" className={buttonClass({ size: 'small' })}>
      {appStrings.admin}
    </Link>
  )
}

function Logout() {
  const { run, isPending } = useAction(signOut, { onFailure: (err) => logDebug('logout_failed', { err }) })
  return (
    <Button variant="ghost" block isPending={isPending} onClick={() => run()}>
      {strings.logout}
    </Button>
  )
}
