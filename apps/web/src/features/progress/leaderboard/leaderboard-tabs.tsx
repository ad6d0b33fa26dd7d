import { useState } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { ErrorCard } from '../../../ui/feedback/error-card.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { BoardTable } from './board-table.tsx'
import styles from './leaderboard.module.css'
import { LEADERBOARD_STRINGS } from './strings.ts'
import { type Period, useLeaderboard } from './use-leaderboard.ts'

/** The players with the most points, of this week or of all time. */
export function LeaderboardTabs() {
  const [period, setPeriod] = useState<Period>('all')
  return (
    <div className={styles.tabs}>
      <Tabs
        label={LEADERBOARD_STRINGS.period}
        value={period}
        onChange={setPeriod}
        tabs={[
          { value: 'week', label: LEADERBOARD_STRINGS.thisWeek, panel: <BoardOf period="week" /> },
          { value: 'all', label: LEADERBOARD_STRINGS.allTime, panel: <BoardOf period="all" /> },
        ]}
      />
    </div>
  )
}

function BoardOf({ period }: { period: Period }) {
  const board = useLeaderboard(period)
  if (board.status === 'failed') return <ErrorCard onRetry={board.retry} isRetrying={board.isRetrying} />
  if (board.status === 'there' && board.lines.length === 0) return <Nobody />
  return (
    <Card className={styles.card}>
      {board.status === 'there' ? <BoardTable lines={board.lines} /> : <BoardSkeleton />}
    </Card>
  )
}

function Nobody() {
  return (
    <Card className={styles.nobody}>
      <img src="/img/state-empty.svg" alt="" width={160} height={160} />
      <h2>{LEADERBOARD_STRINGS.nobody}</h2>
      <p>{LEADERBOARD_STRINGS.nobodyHint}</p>
    </Card>
  )
}
