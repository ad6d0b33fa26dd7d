import { useEffect } from 'react'
import { create } from 'zustand'
import { logDebug } from '../../platform/log.ts'
import { storage } from '../../platform/storage.ts'
import type { Sound } from './sounds.ts'

interface GameSounds {
  /**
   * Whether sounds are on for this device. Off by default: five phones in one room would play each sound five times.
   */
  readonly isOn: boolean
  /** Whether the browser plays nothing until there is a press. Known once the code for sounds has been loaded. */
  readonly isBlocked: boolean
  /** Null until the code for sounds has been loaded. */
  readonly play: ((sound: Sound) => void) | null
}

export const useGameSounds = create<GameSounds>(() => ({
  isOn: storage.get('gameSounds') === 'on',
  isBlocked: false,
  play: null,
}))

/** Switches the sounds of this device on or off. To be called in a press, because browsers play nothing without one. */
export function switchSounds(isOn: boolean): void {
  if (isOn) storage.set('gameSounds', 'on')
  else storage.remove('gameSounds')
  useGameSounds.setState({ isOn })
  if (isOn) playSound('join')
}

/** Plays a sound if sounds are on. The first one loads their code. */
export function playSound(sound: Sound): void {
  const { isOn, play } = useGameSounds.getState()
  if (!isOn) return
  if (play) play(sound)
  else void loadPlayer().then((loaded) => loaded?.(sound))
}

/** Loads the code for sounds if they are on, and finds out whether the browser allows them. */
export function prepareSounds(): void {
  if (useGameSounds.getState().isOn) void loadPlayer()
}

/** Plays a sound each time `moment` changes to a value other than null. */
export function useSound(sound: Sound, moment: string | number | null): void {
  useEffect(() => {
    if (moment !== null) playSound(sound)
  }, [sound, moment])
}

async function loadPlayer(): Promise<GameSounds['play']> {
  try {
    const { createPlayer } = await import('./sounds.ts')
    // Another sound may have loaded it in the meantime.
    const loaded = useGameSounds.getState().play
    if (loaded) return loaded
    const context = new AudioContext()
    const play = createPlayer(context)
    const isBlocked = () => context.state !== 'running'
    context.addEventListener('statechange', () => useGameSounds.setState({ isBlocked: isBlocked() }))
    useGameSounds.setState({ play, isBlocked: isBlocked() })
    return play
  } catch (error) {
    logDebug('sound_unavailable', { err: error })
    return null
  }
}
