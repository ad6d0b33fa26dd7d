import type { UserId } from '@quizmaster/contract/ids'
import { useEffect } from 'react'
import { askActiveGame, followActiveGame, useActiveGame } from '../../features/games/active-game.ts'
import { useBeginPlay } from '../../features/games/use-begin-play.ts'
import { logDebug } from '../../platform/log.ts'
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

/** A game waits for no download, and may end while the server can't be reached: its screens are fetched beforehand. */
function useScreensAtHand(): void {
  const hasGame = useActiveGame(({ game }) => Boolean(game))
  useEffect(() => {
    if (hasGame) whenIdle(fetchGameScreens)
  }, [hasGame])
}

function fetchGameScreens(): void {
  const screens = [
    import('./private-game/lobby.tsx'),
    import('./private-game/play.tsx'),
    import('./private-game/results.tsx'),
  ]
  // What could not be had now is asked for again when it is shown.
  for (const screen of screens) screen.catch((error: unknown) => logDebug('no screen beforehand', error))
}
