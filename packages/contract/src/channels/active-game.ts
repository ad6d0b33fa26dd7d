import type { Game } from '../http/games.ts'
import type { UserId } from '../ids.ts'

/** Topic of the game a player is in, on the gameplay socket (contract 7). */
export const activeGameTopic = (userId: UserId) => `active_game:${userId}`

/** Why a `game_update` came. Clients decide by the game, never by this (contract 7). */
export type GameUpdateReason =
  | 'snapshot'
  | 'player_joined'
  | 'player_left'
  | 'settings_changed'
  | 'starting'
  | 'question_opened'
  | 'answer_committed'
  | 'question_closed'
  | 'finished'
  | 'archived'
  | 'rematch'

/** `game_update`; a null game tells a leaver that they are in none, and to ask again. */
export type GameUpdate = { game: Game | null; reason: GameUpdateReason }
