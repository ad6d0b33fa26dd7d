import type { Game } from '../http/games.ts'
import type { WatchedGame } from '../http/watch.ts'
import type { UserId } from '../ids.ts'

/** The topic of a player's current game, on the gameplay socket. */
export const activeGameTopic = (userId: UserId) => `active_game:${userId}`

/** Why a `game_update` was sent. Clients must decide by the game, not by the reason. */
export type GameUpdateReason =
  | 'snapshot'
  | 'player_joined'
  | 'player_left'
  | 'player_removed'
  | 'player_renamed'
  | 'settings_changed'
  | 'starting'
  | 'question_opened'
  | 'answer_committed'
  | 'question_closed'
  | 'finished'
  | 'archived'
  | 'rematch'

/** `game_update`. A null game tells a player that they left or were removed, and to ask for the current state. */
export type GameUpdate = { game: Game | null; reason: GameUpdateReason }

/**
 * `watch_update`, and the reply to `get_watched_game`: the game that the user watches. Null if they watch none: a
 * client that is sent null asks for the watched game once more, and then for the active game.
 */
export type WatchUpdate = { watched: WatchedGame | null }
