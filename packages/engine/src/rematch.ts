import type { GameId, UserId } from '@quizmaster/contract/ids'
import { newGame, step } from './game.ts'
import type { EpochMs, GameQuestion, GameState } from './game-state.ts'
import { freshPlayer } from './membership.ts'
import { archive } from './phases.ts'
import { type Effect, publish, type Refusal } from './step.ts'
import { creatorRefusal } from './updating.ts'

export interface Rematch {
  /** The old game: archived, or as it was where refused. Save it either way, as after `step`. */
  readonly state: GameState
  /** The new lobby, null where refused. */
  readonly fresh: GameState | null
  /** Where refused the old game's; else one update, of the new game to its players. */
  readonly effects: readonly Effect[]
  readonly refused: Refusal | null
}

/**
 * `POST game/rematch`: a new lobby with the same settings and the players still attached, the creator first, under the
 * player ids and names they had; the old game is archived without an update of its own (contract 3).
 */
export function rematch(
  state: GameState,
  questions: readonly GameQuestion[],
  { userId, gameId }: { userId: UserId; gameId: GameId },
  nowMs: EpochMs,
): Rematch {
  const { state: old, effects } = step(state, questions, { type: 'time_passed' }, nowMs)
  const host = old.players.find((player) => player.userId === old.creatorId)
  const refused = creatorRefusal(old, userId) ?? (old.status === 'finished' ? null : 'bad_transition')
  if (refused || !host) return { state: old, fresh: null, effects, refused: refused ?? 'no_game' }

  const atMs = Math.max(nowMs, old.changedAtMs)
  const others = old.players.filter((player) => player !== host && player.isAttached)
  const lobby = newGame(host, { gameId, playerId: host.id }, atMs)
  const fresh = { ...lobby, settings: old.settings, players: [host, ...others].map(freshPlayer) }
  return { state: archive(old, atMs).state, fresh, effects: [publish('rematch')], refused: null }
}
