import { useState } from 'react'
import { type ActiveGame, useActiveGame } from './active-game.ts'
import { isHost } from './game-facts.ts'
import { type GameScreen, wayOf } from './game-routing.ts'

/**
 * The active game for one of its screens, and whose it is. While its state leads to another screen, which takes a
 * moment to come, the game as it was: nobody is shown what does not belong here. `undefined` while there is nothing.
 */
export function useShownGame(screen: GameScreen): Pick<ActiveGame, 'game' | 'userId'> {
  const { game, userId } = useActiveGame()
  const [shown, setShown] = useState<ActiveGame['game']>()
  const now = game ? { id: game.id, status: game.status, isHost: isHost(game, userId) } : null
  const isLedAway = game !== undefined && wayOf(screen, shown ?? null, now) !== null
  if (!isLedAway && game !== shown) setShown(game)
  return { game: isLedAway ? shown : game, userId }
}
