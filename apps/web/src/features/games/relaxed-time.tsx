import { Line } from '../../ui/graphics/line-icon.tsx'
import styles from './relaxed-time.module.css'
import { GAME_STRINGS } from './strings.ts'

/** Shows that somebody in the game has more time, but not who or how much. */
export function RelaxedTime() {
  return (
    <span className={styles.pill}>
      <HourglassIcon />
      {GAME_STRINGS.relaxedTime}
    </span>
  )
}

function HourglassIcon() {
  return (
    <Line
      weight={2.4}
      d="M7 3.5h10M7 20.5h10M8 3.5v3.2c0 2.6 4 3.7 4 5.3s-4 2.7-4 5.3v3.2M16 3.5v3.2c0 2.6-4 3.7-4 5.3s4 2.7 4 5.3v3.2"
    />
  )
}
