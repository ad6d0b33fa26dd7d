import { LeaderboardTabs } from '../../../features/progress/leaderboard.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import { strings } from '../../strings.ts'

/** The leaderboard, reached from the progress tile. */
export function LeaderboardScreen() {
  return (
    <Page width="narrow">
      <div>
        <BackLink to="/app/dashboard" />
      </div>
      <PageTitle>{strings.titles.leaderboard}</PageTitle>
      <LeaderboardTabs />
    </Page>
  )
}
