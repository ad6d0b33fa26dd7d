import { LevelBar } from '../../ui/level-bar.tsx'
import { progressPart } from '../../ui/feedback/progress-bar.tsx'
import { useStats } from './stats-store.ts'

/** The level in the header of practice play, once it is known. */
export function HeaderLevel() {
  const stats = useStats()
  if (!stats) return null
  return <LevelBar level={stats.level} percent={100 * progressPart(stats.current_points, stats.next_level_points)} />
}
