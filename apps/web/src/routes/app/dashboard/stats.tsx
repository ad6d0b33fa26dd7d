import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { MyStatsView } from '../../../features/my-stats/my-stats-view.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useReview } from './use-review.ts'

/** My stats (product 2.9). A weak spot has a button that begins a journey with its questions. */
export function MyStats() {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const review = useReview(() => void navigate('/app/practice/play'))
  return (
    <Page>
      <MyStatsView userId={user?.id} onAsk={(topic) => review.run(topic.id)} askingId={review.pendingInput ?? null} />
    </Page>
  )
}
