import { useEffect, useRef, useState } from 'react'
import { clsx } from 'clsx/lite'
import { ProgressBar, progressPart } from '../../ui/feedback/progress-bar.tsx'
import styles from './level-bar.module.css'
import { useStats } from './stats-store.ts'

const WOBBLE_MS = 500

/** True for 500 ms whenever the percentage changes, but not when it is first known. */
function useWobble(percent: number): boolean {
  const [isWobbling, setIsWobbling] = useState(false)
  const known = useRef<number | null>(null)
  useEffect(() => {
    const before = known.current
    if (before !== null || percent !== 0) known.current = percent
    if (before === null || before === percent) return undefined
    setIsWobbling(true)
    const timer = setTimeout(() => setIsWobbling(false), WOBBLE_MS)
    return () => clearTimeout(timer)
  }, [percent])
  return isWobbling
}

/** The level in the header of the play screen; `percent` is the progress to the next one, 0 to 100. */
export function LevelBar({ level, percent }: { level: number; percent: number }) {
  const isWobbling = useWobble(percent)
  return (
    <div className={clsx(styles.level, isWobbling && styles.wobbling)} data-wobbling={isWobbling || undefined}>
      <span>Lvl. {level}</span>
      <ProgressBar label="Level progress" value={percent} max={100} />
    </div>
  )
}

/** The user's level in the header of practice, once it is known. */
export function HeaderLevel() {
  const stats = useStats()
  if (!stats) return null
  return <LevelBar level={stats.level} percent={100 * progressPart(stats.current_points, stats.next_level_points)} />
}
