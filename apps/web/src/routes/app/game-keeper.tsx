import type { UserId } from '@quizmaster/contract/ids'
import { useEffect } from 'react'
import { askActiveGame, followActiveGame, useActiveGame } from '../../features/games/active-game.ts'
import { useBeginPlay } from '../../features/games/use-begin-play.ts'
import { prefetchChunk } from '../../platform/lazy.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { useGameRouting } from './use-game-routing.ts'

/** Keeps the player's active game, on every screen of `/app`. */
export function GameKeeper({ userId }: { userId: UserId }) {
  useEffect(() => followActiveGame(userId), [userId])
  useFreshTime()
  useBeginPlay()
  useScreensAtHand()
  useGameRouting()
  return null
}

/** The server's clock is looked at again before it matters: when a countdown begins, and after the page was hidden. */
function useFreshTime(): void {
  const isStarting = useActiveGame(({ game }) => game?.status === 'starting')
  useEffect(() => {
    if (isStarting) askActiveGame()
  }, [isStarting])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && useActiveGame.getState().game) askActiveGame()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

const SCREENS = [
  () => import('./private-game/lobby.tsx'),
  () => import('./private-game/play.tsx'),
  () => import('./private-game/results.tsx'),
]

/** A game waits for no download, and may end while the server can't be reached: its screens are fetched beforehand. */
function useScreensAtHand(): void {
  const status = useActiveGame(({ game }) => game?.status)
  useEffect(() => {
    // Again as the game goes on: the last time may have failed, and what is there is not fetched twice.
    if (status !== undefined) whenIdle(() => SCREENS.forEach(prefetchChunk))
  }, [status])
}
