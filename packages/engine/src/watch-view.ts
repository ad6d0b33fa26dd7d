import type { WatchedGame } from '@quizmaster/contract/http/watch'
import type { UserId } from '@quizmaster/contract/ids'
import { eveningAfter } from './evening.ts'
import { type EpochMs, findSeat, type GameQuestion, type GameState, seatsOf } from './game-state.ts'
import { hostName, sharedViewOf } from './stage-view.ts'

/** Returns the game as a user watches it; null for a user without a seat. */
export type WatchViews = (userId: UserId) => WatchedGame | null

/**
 * What the watchers of a game are shown: what a stage is shown, and their own seat. The part that all of them see is
 * built once.
 */
export function watchViewsOf(state: GameState, questions: readonly GameQuestion[], nowMs: EpochMs): WatchViews {
  const { id, status } = state
  const seats = seatsOf(state)
  if (status === 'pending' || status === 'archived' || seats.length === 0) return () => null
  const shared = isWatchable(state) ? sharedViewOf(state, questions, nowMs) : null
  const order = eveningAfter(state, seats).players
  return (userId) => {
    const seat = findSeat(state, userId)
    if (!seat) return null
    const index = order.indexOf(seat.id)
    return {
      id,
      status,
      host: hostName(state),
      seat: { player_id: seat.id, name: seat.name, index, earlier: order.slice(0, index) },
      is_watchable: isWatchable(state),
      game: shared && { ...shared, id: null, since: seat.sinceMs },
    }
  }
}

/** Whether the host lets those with a seat watch. */
export function isWatchable({ settings }: GameState): boolean {
  return settings.isWatchable !== false
}
