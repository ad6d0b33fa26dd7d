import { Card } from '../../ui/card.tsx'
import { LevelBadges } from '../../ui/level-badges.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RankImage } from '../../ui/rank-image.tsx'
import styles from './progress-tile.module.css'
import type { ProgressStats } from './start-stats.ts'
import { PROGRESS_STRINGS } from './strings.ts'

/** Rank, level badges and points of a player (spec 2). Without a rank only the level stands beside the empty ring. */
export function ProgressTile({ stats }: { stats: ProgressStats }) {
  return (
    <Card className={styles.tile} aria-label={PROGRESS_STRINGS.progress}>
      <RankImage rankNumber={stats.rank_number} name={stats.rank} size="var(--rank-width)" />
      <div>
        {stats.rank_number > 0 && (
          <>
            <p className={styles.rankOf}>{PROGRESS_STRINGS.rankOf(stats.rank_number)}</p>
            <h2 className={styles.rank}>{stats.rank}</h2>
          </>
        )}
        <p className={styles.level}>{PROGRESS_STRINGS.level(stats.level)}</p>
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
    </Card>
  )
}
