import { Line } from '../../../ui/graphics/line-icon.tsx'
import { turnSound, useIsSoundHeard } from './stage-sound.ts'
import styles from './stage-sound-button.module.css'
import { STAGE_STRINGS } from './strings.ts'

const LOUDSPEAKER = 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4z'
const WAVES = 'M15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.5a7.8 7.8 0 0 1 0 11'
const CROSS = 'M16 9.5l5 5M21 9.5l-5 5'

/** The only button of a stage, shown only before the game. Browsers play nothing until there is a press. */
export function StageSoundButton() {
  const isHeard = useIsSoundHeard()
  return (
    <button type="button" className={styles.button} aria-keyshortcuts="S" onClick={() => turnSound(!isHeard)}>
      <Line d={LOUDSPEAKER + (isHeard ? WAVES : CROSS)} />
      {isHeard ? STAGE_STRINGS.turnSoundOff : STAGE_STRINGS.turnSoundOn}
    </button>
  )
}
