import type { UserId } from '@quizmaster/contract/ids'
import { MAX_PLAYERS } from '@quizmaster/contract/limits'
import type { PlayerRenamed, SeatTaken } from './game-event.ts'
import { attachedPlayers, type EpochMs, findPlayer, findSeat, type GameState, seatsOf } from './game-state.ts'
import { accept, change, refuse, type Step } from './step.ts'

/**
 * `POST game/watch`: a place in the lobby of the rematch, in any status between pending and archived. Somebody who was
 * in the game to its end keeps their player id. The players see no change.
 */
export function takeSeat(state: GameState, { player }: SeatTaken, atMs: EpochMs): Step {
  const { userId, name } = player
  if (state.status === 'archived') return refuse(state, 'game_not_found')
  if (state.removedUserIds.includes(userId)) return refuse(state, 'removed_from_game')
  if (findPlayer(state, userId)) return refuse(state, 'already_in_game')
  if (state.status === 'pending') return refuse(state, 'game_not_started')
  if (findSeat(state, userId)) return accept(state)
  const seats = seatsOf(state)
  if (attachedPlayers(state.players).length + seats.length >= MAX_PLAYERS) return refuse(state, 'game_full')
  const { id } = state.players.find((earlier) => earlier.userId === userId) ?? player
  const seat = { id, userId, name, sinceMs: atMs }
  return change(state, atMs, { seats: [...seats, seat] }, { watchers: [userId] })
}

/** `POST game/watch/leave`, a deleted account, or another game. Does nothing without a seat. */
export function leaveSeat(state: GameState, userId: UserId, atMs: EpochMs): Step {
  const left = findSeat(state, userId)
  if (!left) return accept(state)
  const seats = seatsOf(state).filter((seat) => seat !== left)
  return change(state, atMs, { seats }, { watchers: [userId] })
}

/** A watcher has chosen another name, which the players will see in the next lobby. */
export function renameSeat(state: GameState, { userId, name }: PlayerRenamed, atMs: EpochMs): Step {
  const renamed = findSeat(state, userId)
  if (!renamed || renamed.name === name) return accept(state)
  const seats = seatsOf(state).map((seat) => (seat === renamed ? { ...seat, name } : seat))
  return change(state, atMs, { seats }, { watchers: [userId] })
}
