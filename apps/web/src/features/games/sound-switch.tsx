import { Switch } from '../../ui/controls/switch.tsx'
import { switchSounds, useGameSounds } from './game-sounds.ts'
import { GAME_STRINGS } from './strings.ts'

/** Switches the sounds of games on this device. */
export function SoundSwitch() {
  const isOn = useGameSounds((state) => state.isOn)
  return <Switch label={GAME_STRINGS.sounds} note={GAME_STRINGS.soundsNote} isOn={isOn} onChange={switchSounds} />
}
