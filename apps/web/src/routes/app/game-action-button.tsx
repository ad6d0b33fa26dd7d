import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useActiveGame } from '../../features/games/active-game.ts'
import { type GameAction, gameActionOf } from '../../features/games/game-action.ts'
import { startGame } from '../../features/games/game-calls.ts'
import { GAME_PATHS, gameScreenAt } from '../../features/games/game-routing.ts'
import { useLastSeenGame } from '../../features/games/last-seen-game.ts'
import { showFailure } from '../../features/games/show-failure.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'

/**
 * The button of the bottom bar. Null while there is a game, or may be by what was seen last, but no button for it: its
 * place stays free, so that the tabs do not move when it comes. Undefined where there is no game, and on the results,
 * which never have a button.
 */
export function useGameAction() {
  const { pathname } = useLocation()
  const { game, userId } = useActiveGame()
  const isRemembered = useLastSeenGame(({ id }) => id !== undefined)
  const [isStarting, setIsStarting] = useState(false)
  const screen = gameScreenAt(pathname)
  const action = gameActionOf(game, userId, screen, isStarting)

  async function start() {
    setIsStarting(true)
    try {
      await startGame()
    } catch (error) {
      showFailure(error)
    }
    setIsStarting(false)
  }
  if (action) return <GameActionButton action={action} onStart={() => void start()} />
  if (screen === 'results') return undefined
  return game || screen === 'lobby' || (game === undefined && isRemembered) ? null : undefined
}

function GameActionButton({ action, onStart }: { action: GameAction; onStart: () => void }) {
  if (action.does === 'open_lobby' || action.does === 'open_play') {
    const isPlay = action.does === 'open_play'
    return (
      <Link
        to={isPlay ? GAME_PATHS.play : GAME_PATHS.lobby}
        className={buttonClass({ variant: isPlay ? 'primary' : 'dark', block: true })}
      >
        {action.label}
      </Link>
    )
  }
  return (
    <Button variant="primary" block isPending={action.does === 'wait'} onClick={onStart}>
      {action.label}
    </Button>
  )
}
