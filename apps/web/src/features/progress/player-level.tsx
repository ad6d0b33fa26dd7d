import { LevelBar } from '../../ui/level-bar.tsx'
import { progressPart } from '../../ui/progress-bar.tsx'
import type { ProgressStats } from './start-stats.ts'

/** The level in the header of the play screen (spec 2). */
export function PlayerLevel({ stats }: { stats: ProgressStats }) {
  return <LevelBar level={stats.level} percent={100 * progressPart(stats.current_points, stats.next_level_points)} />
}
