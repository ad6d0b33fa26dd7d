import { useState } from 'react'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './leaderboard.module.css'
import { RankImage } from './rank-images.tsx'
import { LEADERBOARD_STRINGS } from './strings.ts'
import { type BoardLine, type Period, useLeaderboard } from './use-leaderboard.ts'

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

const POINTS = new Intl.NumberFormat('en')

/** The players, best first. The user's own row sticks to the screen while the page scrolls. */
function BoardTable({ lines }: { lines: readonly BoardLine[] }) {
  return (
    <table className={styles.table}>
      <caption className="sr">{LEADERBOARD_STRINGS.title}</caption>
      <thead>
        <tr>
          <th scope="col">{LEADERBOARD_STRINGS.place}</th>
          <th scope="col">{LEADERBOARD_STRINGS.player}</th>
          <th scope="col">{LEADERBOARD_STRINGS.points}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (line.kind === 'gap' ? <Gap key={line.key} /> : <Player key={line.key} line={line} />))}
      </tbody>
    </table>
  )
}

function Gap() {
  return (
    <tr className={styles.gap} aria-hidden="true">
      <td colSpan={3}>···</td>
    </tr>
  )
}

function Player({ line: { row, isMe } }: { line: BoardLine & { kind: 'player' } }) {
  return (
    <tr className={isMe ? styles.me : undefined} aria-current={isMe || undefined}>
      <td>{POINTS.format(row.position)}</td>
      <td>
        <span className={styles.player}>
          <RankImage rankNumber={row.rank_number} name="" size="var(--patch)" />
          <span className={styles.name}>
            <b>{row.name}</b>
            <small>{LEADERBOARD_STRINGS.level(row.level)}</small>
          </span>
        </span>
      </td>
      <td>{POINTS.format(row.points)}</td>
    </tr>
  )
}

const NAME_WIDTHS = ['52%', '38%', '60%', '44%', '56%', '40%', '50%', '46%'] as const

/** Skeleton rows, as high as real ones. */
function BoardSkeleton() {
  return (
    <LoadingRegion className={styles.skeleton ?? ''}>
      <div className={styles.ghostHead} />
      {NAME_WIDTHS.map((width) => (
        <div key={width} className={styles.ghost}>
          <Skeleton width={20} height={18} />
          <Skeleton width="var(--patch)" height="var(--patch)" radius="50%" />
          <Skeleton width={width} height={18} />
          <Skeleton width={56} height={18} />
        </div>
      ))}
    </LoadingRegion>
  )
}
