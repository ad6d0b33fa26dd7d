import { HourglassIcon } from '../../ui/graphics/icons.tsx'
import styles from './relaxed-time.module.css'
import { GAME_STRINGS } from './strings.ts'

/** Says that somebody in the game has more time, but not who or how much. */
export function RelaxedTime() {
  return (
    <span className={styles.pill}>
      <HourglassIcon weight={2.4} />
      {GAME_STRINGS.relaxedTime}
    </span>
  )
}
