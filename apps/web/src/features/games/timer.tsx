import { clsx } from 'clsx/lite'
import { ClockIcon } from '../../ui/graphics/icons.tsx'
import { progressPart } from '../../ui/feedback/progress-bar.tsx'
import styles from './timer.module.css'

/** From here on the time is low: another colour, a thicker bar (design 1). */
const LOW_MS = 5000

type BarProps = { leftMs: number; totalMs: number }

/** The time of a question along the header's lower edge. The seconds beside the topic say it in words. */
export function TimerBar({ leftMs, totalMs }: BarProps) {
  return (
    <div className={styles.track} aria-hidden="true">
      <div
        className={clsx(styles.fill, leftMs <= LOW_MS && styles.low)}
        // Pushed out rather than shrunk, so that its end stays round.
        style={{ transform: `translateX(${(progressPart(leftMs, totalMs) - 1) * 100}%)` }}
      />
    </div>
  )
}

/** The seconds that are left. Not announced as they run; the screen says 10 and 5. */
export function TimerSeconds({ leftMs }: { leftMs: number }) {
  return (
    <span
      className={clsx(styles.seconds, leftMs <= LOW_MS && styles.secondsLow)}
      role="timer"
      aria-live="off"
      aria-label="Time"
    >
      <ClockIcon weight={2.6} />
      {Math.max(0, Math.ceil(leftMs / 1000))}
    </span>
  )
}
