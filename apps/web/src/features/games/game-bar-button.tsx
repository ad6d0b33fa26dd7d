import type { Game } from '@quizmaster/contract/http/games'
import { MIN_PLAYERS } from '@quizmaster/contract/limits'
import { useLocation } from 'react-router'
import { useTimeLeft } from '../../platform/server-clock.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { countdownSeconds } from './countdown-seconds.ts'
import { useCurrentGame, useRememberedGame } from './current-game.ts'
import { isHost } from './game.ts'
import { showGameFailure, startGame } from './game-calls.ts'
import { GAME_PATHS, type GameScreen, gameScreenAt } from './game-routes.ts'
import styles from './game-bar-button.module.css'
import { GAME_FRAME_STRINGS } from './frame-strings.ts'
import { useWatchedGame } from './watch/watched-game.ts'

/** What the button of the bottom bar does. `wait`: nothing, the label is a message. */
export interface GameBarAction {
  label: string
  does: 'open_lobby' | 'start' | 'open_play' | 'wait'
  /** The end of the countdown that is shown beside the label; null for none. */
  endsAtMs: number | null
}

/**
 * The action of the bottom bar's button; null for none. `isStarting`: the host's request to start is pending. `screen`
 * is null outside private games.
 */
export function gameBarAction(
  game: Game | null | undefined,
  userId: string | null,
  screen: GameScreen | null,
  isStarting: boolean,
): GameBarAction | null {
  if (!game || screen === 'results' || screen === 'play') return null
  if (screen !== 'lobby') {
    const endsAtMs = game.status === 'starting' ? game.phase_ends_at : null
    return { label: GAME_FRAME_STRINGS.activeGame, does: 'open_lobby', endsAtMs }
  }
  const isByHost = isHost(game, userId)
  if (game.status === 'running') return { label: GAME_FRAME_STRINGS.goToGame, does: 'open_play', endsAtMs: null }
  if (!isByHost || game.players.length < MIN_PLAYERS) return null
  if (game.status !== 'pending' && game.status !== 'starting') return null
  // The request stays pending for at least half a second, even if the channel has reported the start before.
  if (isStarting) return { label: GAME_FRAME_STRINGS.loading, does: 'wait', endsAtMs: null }
  if (game.status === 'starting') return { label: GAME_FRAME_STRINGS.starting, does: 'wait', endsAtMs: null }
  return { label: GAME_FRAME_STRINGS.startGame, does: 'start', endsAtMs: null }
}

/**
 * The button of the bottom bar. Null while the user is in a game, or was when last seen, but there is no button: its
 * space is reserved, so that the tabs don't move when it appears. Undefined without a game, and on the results, which
 * never have a button.
 */
export function useGameBarButton() {
  const { pathname } = useLocation()
  const { game, userId } = useCurrentGame()
  const isRemembered = useRememberedGame(({ id }) => id !== undefined)
  const hasSeat = useWatchedGame(({ watched }) => Boolean(watched))
  const start = useAction(startGame, { onFailure: showGameFailure })
  const screen = gameScreenAt(pathname)
  const action = gameBarAction(game, userId, screen, start.isPending)

  if (action) return <GameBarButton action={action} onStart={() => start.run()} />
  if (screen === 'results') return undefined
  if (game === null && hasSeat && screen !== 'watch') {
    return (
      <Link to={GAME_PATHS.watch} className={buttonClass({ variant: 'dark', block: true })}>
        {GAME_FRAME_STRINGS.goToGame}
      </Link>
    )
  }
  return game || screen === 'lobby' || (game === undefined && isRemembered) ? null : undefined
}

function GameBarButton({ action, onStart }: { action: GameBarAction; onStart: () => void }) {
  if (action.does === 'open_lobby' || action.does === 'open_play') {
    const isPlay = action.does === 'open_play'
    return (
      <Link
        to={isPlay ? GAME_PATHS.play : GAME_PATHS.lobby}
        className={buttonClass({ variant: isPlay ? 'primary' : 'dark', block: true })}
      >
        {action.label}
        {action.endsAtMs !== null && <SecondsLeft endsAtMs={action.endsAtMs} />}
      </Link>
    )
  }
  return (
    <Button variant="primary" block isPending={action.does === 'wait'} onClick={onStart}>
      {action.label}
    </Button>
  )
}

/** The countdown beside the label. Not part of the button's name, which would change each second. */
function SecondsLeft({ endsAtMs }: { endsAtMs: number }) {
  return (
    <span className={styles.seconds} aria-hidden="true">
      {countdownSeconds(useTimeLeft(endsAtMs))}
    </span>
  )
}
