import { LOW_SECONDS } from '@quizmaster/contract/limits'
import { clsx } from 'clsx/lite'
import { ClockIcon } from '../../ui/graphics/icons.tsx'
import { progressPart } from '../../ui/feedback/progress-bar.tsx'
import styles from './timer.module.css'

/** From here on the bar is thicker and has a different colour. */
const LOW_MS = LOW_SECONDS * 1000

type BarProps = { leftMs: number; totalMs: number }

/** The remaining time as a bar along the header's lower edge; {@link TimerSeconds} shows it in figures. */
export function TimerBar({ leftMs, totalMs }: BarProps) {
  return (
    <div className={styles.track} aria-hidden="true">
      <div
        className={clsx(styles.fill, leftMs <= LOW_MS && styles.low)}
        // Moved, not scaled, so that its end stays round.
        style={{ transform: `translateX(${(progressPart(leftMs, totalMs) - 1) * 100}%)` }}
      />
    </div>
  )
}

/** The remaining seconds. Not a live region: the screen announces only some of them. */
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
