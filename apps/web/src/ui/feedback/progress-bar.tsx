import { clsx } from 'clsx/lite'
import styles from './progress-bar.module.css'

/** The part of `max` that is done, 0 to 1; 0 if there is no valid `max`. */
export function progressPart(value: number, max: number): number {
  if (!Number.isFinite(value) || !Number.isFinite(max) || max <= 0) return 0
  return Math.min(1, Math.max(0, value / max))
}

type Props = { label: string; value: number; max: number; size?: 'regular' | 'tall' }

/**
 * A bar that fills from the left, read out as a percentage with its label. The fill is moved, not scaled, so that its end
 * stays round.
 */
export function ProgressBar({ label, value, max, size = 'regular' }: Props) {
  const part = progressPart(value, max)
  return (
    <div className={clsx(styles.bar, size === 'tall' && styles.tall)}>
      <progress className="sr" aria-label={label} value={Math.round(part * 100)} max={100} />
      <div className={styles.fill} style={{ transform: `translateX(${(part - 1) * 100}%)` }} />
    </div>
  )
}
