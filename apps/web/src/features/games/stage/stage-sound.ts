import { announce } from '../../../ui/feedback/announce.tsx'
import { switchSounds, useGameSounds } from '../game-sounds.ts'
import { STAGE_STRINGS } from './strings.ts'

/** Whether the sounds are on and the browser plays them. After a reload it may wait for a press. */
export function useIsSoundHeard(): boolean {
  return useGameSounds(({ isOn, isBlocked }) => isOn && !isBlocked)
}

/** Switches the sounds of this screen on or off. To be called in a press. */
export function turnSound(isOn: boolean): void {
  switchSounds(isOn)
  announce(isOn ? STAGE_STRINGS.soundIsOn : STAGE_STRINGS.soundIsOff)
}
