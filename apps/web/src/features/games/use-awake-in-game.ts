import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { keepBrowserAwake } from '../../platform/keep-browser-awake.ts'
import { native } from '../../platform/native.ts'
import { useCurrentGame } from './current-game.ts'

/** Screens of a running game. */
const GAME_SCREENS = /^\/app\/private-game\/(?:lobby|play)\/?$/

/** Whether a screen of a game that is starting or running is shown. */
export function isGameScreen(pathname: string): boolean {
  return GAME_SCREENS.test(pathname)
}

/** Keeps the screen on in a game: players may touch nothing for 20 s, after which many devices turn the display off. */
export function useAwakeInGame(): void {
  const isOn = useCurrentGame(({ game }) => game?.status === 'starting' || game?.status === 'running')
  const { pathname } = useLocation()
  useAwake(isOn && isGameScreen(pathname))
}

/** Keeps the screen on while `isAwake` is true. */
export function useAwake(isAwake: boolean): void {
  useEffect(() => {
    if (!isAwake) return undefined
    if (native().platform === 'web') return keepBrowserAwake()
    native().keepAwake(true)
    return () => native().keepAwake(false)
  }, [isAwake])
}
