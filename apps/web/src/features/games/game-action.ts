import type { Game } from '@quizmaster/contract/http/games'
import { isHost, MIN_PLAYERS } from './game-facts.ts'
import type { GameScreen } from './game-routing.ts'
import { GAME_STRINGS } from './strings.ts'

/** What the button of the bottom bar does, or `wait` where it only tells; null for no button. */
export interface GameAction {
  label: string
  does: 'open_lobby' | 'start' | 'open_play' | 'wait'
}

/**
 * The bottom bar's button (spec 2, contract 8). `isStarting`: the host's request to start is under way. `screen` is null
 * outside private games.
 */
export function gameActionOf(
  game: Game | null | undefined,
  userId: string | null,
  screen: GameScreen | null,
  isStarting: boolean,
): GameAction | null {
  if (!game || screen === 'results' || screen === 'play') return null
  if (screen !== 'lobby') return { label: GAME_STRINGS.activeGame, does: 'open_lobby' }
  const isByHost = isHost(game, userId)
  if (game.status === 'running') return { label: GAME_STRINGS.goToGame, does: 'open_play' }
  if (!isByHost || game.players.length < MIN_PLAYERS) return null
  if (game.status !== 'pending' && game.status !== 'starting') return null
  // The request takes its half second, also where the channel has told already that the game starts (spec 9).
  if (isStarting) return { label: GAME_STRINGS.loading, does: 'wait' }
  if (game.status === 'starting') return { label: GAME_STRINGS.starting, does: 'wait' }
  return { label: GAME_STRINGS.startGame, does: 'start' }
}
