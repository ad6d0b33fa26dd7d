import type { UserId } from '@quizmaster/contract/ids'
import { useEffect } from 'react'
import { askActiveGame, followActiveGame, useActiveGame } from '../../features/games/active-game.ts'
import { useBeginPlay } from '../../features/games/use-begin-play.ts'
import { useGameRouting } from './use-game-routing.ts'

/** Keeps the player's active game, on every screen of `/app`. */
export function GameKeeper({ userId }: { userId: UserId }) {
  useEffect(() => followActiveGame(userId), [userId])
  useFreshTime()
  useBeginPlay()
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
