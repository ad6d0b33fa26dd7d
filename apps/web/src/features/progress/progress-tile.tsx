import type { Stats } from '@quizmaster/contract/http/stats'
import { Link } from '../../ui/controls/link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Line } from '../../ui/graphics/line-icon.tsx'
import { PodiumIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { LevelBadges, RankImage } from './rank-images.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './progress-tile.module.css'
import { useStats } from './stats-store.ts'
import { PROGRESS_STRINGS } from './strings.ts'

type Paths = { leaderboardPath: string; statsPath: string }

/** Rank, level badges and points of the user, and links to the leaderboard and to My stats. */
export function ProgressTile(paths: Paths) {
  const stats = useStats()
  return (
    <Card className={styles.card} aria-label={PROGRESS_STRINGS.progress}>
      {stats ? <Progress stats={stats} {...paths} /> : <ProgressSkeleton />}
    </Card>
  )
}

/** The user's progress. Without a rank, only the level is shown beside the empty ring. */
function Progress({ stats, leaderboardPath, statsPath }: Paths & { stats: Stats }) {
  return (
    <div className={styles.tile}>
      <RankImage rankNumber={stats.rank_number} name={stats.rank} size="var(--rank-width)" />
      <div className={styles.about}>
        {stats.rank_number > 0 && (
          <>
            <p className={styles.rankOf}>{PROGRESS_STRINGS.rankOf(stats.rank_number)}</p>
            <h2 className={styles.rank}>{stats.rank}</h2>
          </>
        )}
        <p className={stats.rank_number > 0 ? styles.level : styles.onlyLevel}>{PROGRESS_STRINGS.level(stats.level)}</p>
        <p className={styles.links}>
          <Link to={leaderboardPath}>
            <PodiumIcon weight={2.4} />
            {PROGRESS_STRINGS.leaderboard}
          </Link>
          <Link to={statsPath}>
            <BarsIcon />
            {PROGRESS_STRINGS.myStats}
          </Link>
        </p>
      </div>
      <LevelBadges level={stats.level} />
      <div>
        <div className={styles.points}>
          <span>{PROGRESS_STRINGS.points}</span>
          <span>
            {stats.current_points} / {stats.next_level_points}
          </span>
        </div>
        <ProgressBar
          label={PROGRESS_STRINGS.points}
          value={stats.current_points}
          max={stats.next_level_points}
          size="tall"
        />
      </div>
    </div>
  )
}

/** Each part has its final size; the badges are real ones, but faint. */
function ProgressSkeleton() {
  return (
    <LoadingRegion className={styles.tile ?? ''}>
      <Skeleton width="var(--rank-width)" height="var(--rank-width)" radius="50%" />
      <div className={styles.lines}>
        <Skeleton width="60%" height={14} />
        <Skeleton width="85%" height={22} />
        <Skeleton width="50%" height={16} />
        <Skeleton width="66%" height={16} />
      </div>
      <div className={styles.badgesSkeleton}>
        <LevelBadges level={0} />
      </div>
      <div>
        <div className={styles.points}>
          <Skeleton width={64} height={14} />
          <Skeleton width={72} height={14} />
        </div>
        <Skeleton width="100%" height={16} radius={8} />
      </div>
    </LoadingRegion>
  )
}

function BarsIcon() {
  return <Line weight={2.6} d="M5 20V11M12 20V4M19 20v-6" />
}
