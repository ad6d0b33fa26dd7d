import type { MyStats, TopicStats } from '@quizmaster/contract/http/stats'
import { useState } from 'react'
import { storage } from '../../platform/storage.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { BestGames, MoreAsYouPlay, Speed, Weeks } from './charts.tsx'
import { FactsForGood } from './facts.tsx'
import { GroupList } from './group-list.tsx'
import { type LoadedStats, useMyStats } from './my-stats-query.ts'
import styles from './my-stats-view.module.css'
import { Hatches } from './ruler.tsx'
import { STATS_STRINGS } from './strings.ts'
import { Summary } from './summary.tsx'
import { KnowledgeTables, PlayTables } from './tables.tsx'

type View = 'charts' | 'tables'

type Props = {
  /** Undefined until known. */
  userId: string | undefined
  onAsk: (topic: TopicStats) => void
  /** The topic whose questions are being fetched. */
  askingId: string | null
}

/** My stats with its title: loading, failed or loaded. */
export function MyStatsView({ userId, onAsk, askingId }: Props) {
  const loaded = useMyStats(userId)
  const [view, setView] = useState<View>(() => (storage.get('statsView') === 'tables' ? 'tables' : 'charts'))
  const isEmpty = loaded.status === 'there' && loaded.stats.answer_count === 0
  function show(next: View) {
    storage.set('statsView', next)
    setView(next)
  }
  return (
    <>
      <BackLink to="/app/dashboard" />
      <div className={styles.head}>
        <PageTitle>{STATS_STRINGS.title}</PageTitle>
        {!isEmpty && (
          <Segmented
            label={STATS_STRINGS.showAs}
            value={view}
            onChange={show}
            segments={[
              { value: 'charts', label: STATS_STRINGS.charts },
              { value: 'tables', label: STATS_STRINGS.tables },
            ]}
          />
        )}
      </div>
      <Loaded loaded={loaded} view={view} onAsk={onAsk} askingId={askingId} />
    </>
  )
}

function Loaded({ loaded, ...rest }: Omit<Props, 'userId'> & { loaded: LoadedStats; view: View }) {
  if (loaded.status === 'failed') return <ErrorCard onRetry={loaded.retry} isRetrying={loaded.isRetrying} />
  if (loaded.status === 'loading') return <StatsSkeleton />
  if (loaded.stats.answer_count === 0) return <Empty />
  return (
    <>
      {loaded.storedAtMs !== null && (
        <output className={styles.stored}>{STATS_STRINGS.storedAt(loaded.storedAtMs)}</output>
      )}
      <Numbers stats={loaded.stats} {...rest} />
    </>
  )
}

function Numbers({ stats, view, onAsk, askingId }: Omit<Props, 'userId'> & { stats: MyStats; view: View }) {
  const isTables = view === 'tables'
  return (
    <div key={view} className={styles.columns}>
      <Hatches />
      <div className={styles.column}>
        <Summary stats={stats} />
        {!isTables && <GroupList stats={stats} onAsk={onAsk} askingId={askingId} />}
        <KnowledgeTables stats={stats} isShown={isTables} />
      </div>
      <div className={styles.column}>
        {stats.fact_count > 0 && <FactsForGood count={stats.fact_count} />}
        {!isTables && (
          <>
            <Weeks weeks={stats.weeks} since={stats.since} />
            {stats.speed && <Speed speed={stats.speed} />}
            {stats.best_games.length > 0 && <BestGames games={stats.best_games} />}
          </>
        )}
        <PlayTables stats={stats} isShown={isTables} />
        <MoreAsYouPlay stats={stats} />
      </div>
    </div>
  )
}

function Empty() {
  return (
    <section className={styles.empty}>
      <img src="/img/state-empty.svg" alt="" width={208} height={208} />
      <p>{STATS_STRINGS.empty}</p>
      <Link to="/app/practice" className={buttonClass({ variant: 'primary' })}>
        {STATS_STRINGS.startJourney}
      </Link>
    </section>
  )
}

/** Has the size of the first cards. */
function StatsSkeleton() {
  return (
    <LoadingRegion className={styles.columns ?? ''}>
      <div className={styles.column}>
        <Skeleton width="100%" height={216} radius={24} />
        <Skeleton width="100%" height={400} radius={24} />
      </div>
      <div className={styles.column}>
        <Skeleton width="100%" height={116} radius={24} />
        <Skeleton width="100%" height={256} radius={24} />
      </div>
    </LoadingRegion>
  )
}
