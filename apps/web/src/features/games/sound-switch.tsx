import { Switch } from '../../ui/controls/switch.tsx'
import { switchSounds, useGameSounds } from './game-sounds.ts'
import { GAME_FRAME_STRINGS } from './frame-strings.ts'

/** Switches the sounds of games on this device on or off. */
export function SoundSwitch() {
  const isOn = useGameSounds((state) => state.isOn)
  return (
    <Switch
      label={GAME_FRAME_STRINGS.sounds}
      note={GAME_FRAME_STRINGS.soundsNote}
      isOn={isOn}
      onChange={switchSounds}
    />
  )
}
