import type { UserId } from '@quizmaster/contract/ids'
import { MAX_PLAYERS, MIN_PLAYERS } from '@quizmaster/contract/limits'
import type { PlayerJoined } from './game-event.ts'
import {
  attachedPlayers,
  type EpochMs,
  findPlayer,
  type GameQuestion,
  type GameState,
  type Player,
} from './game-state.ts'
import { closeIfAllAnswered, finish } from './phases.ts'
import { accept, andThen, change, type Effect, publish, refuse, type Step } from './step.ts'

/** A player who has just come in. */
export function freshPlayer({ id, userId, name }: PlayerJoined['player']): Player {
  return { id, userId, name, points: 0, totalMs: 0, isAttached: true }
}

/** `POST game/{id}/join`: a member gets the game again in any status but archived (contract 3). */
export function join(state: GameState, { player }: PlayerJoined, atMs: EpochMs): Step {
  if (state.status === 'archived') return refuse(state, 'game_not_found')
  if (findPlayer(state, player.userId)) return accept(state)
  if (state.status === 'finished') return refuse(state, 'game_not_found')
  if (state.status !== 'pending') return refuse(state, 'game_started')
  if (state.players.length >= MAX_PLAYERS) return refuse(state, 'game_full')
  return change(state, atMs, { players: [...state.players, freshPlayer(player)] }, publish('player_joined'))
}

/**
 * `POST game/leave`. "Others may leave at any time" (contract 6) speaks of those who are not the creator, the results
 * included: spec point 6 gives the creator cancel and archive in place of leaving, and "a finished game … is archived
 * for its creator". So the creator is refused in every status but archived, when nobody is in the game any more.
 */
export function leave(state: GameState, questions: readonly GameQuestion[], userId: UserId, atMs: EpochMs): Step {
  const player = findPlayer(state, userId)
  if (!player || state.status === 'archived') return accept(state)
  if (userId === state.creatorId) return refuse(state, 'creator_cannot_leave')
  return state.status === 'finished' ? detach(state, player, atMs) : drop(state, questions, player, atMs)
}

function toldTo(userId: UserId): Effect {
  return { type: 'publish', reason: 'player_left', to: userId }
}

/** Results are frozen at finish: the row stays, and the others see nothing change. */
function detach(state: GameState, leaver: Player, atMs: EpochMs): Step {
  const players = state.players.map((player) => (player === leaver ? { ...player, isAttached: false } : player))
  return change(state, atMs, { players }, toldTo(leaver.userId))
}

/** Points and row go, the answers stay stored; one player alone has nobody to play with. */
function drop(state: GameState, questions: readonly GameQuestion[], leaver: Player, atMs: EpochMs): Step {
  const players = state.players.filter((player) => player !== leaver)
  const left = change(state, atMs, { players }, toldTo(leaver.userId), publish('player_left'))
  return andThen(left, (rest) => {
    if (rest.status === 'pending') return accept(rest)
    if (attachedPlayers(players).length < MIN_PLAYERS) return finish(rest, questions, atMs, { earns: true })
    return closeIfAllAnswered(rest, questions, atMs)
  })
}
