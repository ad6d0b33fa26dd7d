import { commitAnswer } from './answering.ts'
import { lockGame, removePlayer, replaceGame, requestRematch, updateGame } from './creator-requests.ts'
import { passDeadlines } from './deadlines.ts'
import type { GameEvent } from './game-event.ts'
import type { EpochMs, GameQuestion, GameState } from './game-state.ts'
import { erase, join, leave, rename } from './membership.ts'
import { passOutage } from './outage.ts'
import { leaveSeat, takeSeat } from './seats.ts'
import { attachStage, stopStages, updateStage } from './stages.ts'
import { accept, andThen, type Step } from './step.ts'

/**
 * Applies an event. First every deadline that is due passes, each at its own instant; only then is the event applied.
 * If the event is refused, the deadlines have still passed: save and send the effects in either case.
 *
 * @param questions those drawn for the game, none before it starts; with the event that requests `starting`, the ones
 *   it will start with
 * @param nowMs a time before the game's last change counts as the time of that change
 */
export function step(state: GameState, questions: readonly GameQuestion[], event: GameEvent, nowMs: EpochMs): Step {
  const atMs = nowMs > state.changedAtMs ? nowMs : state.changedAtMs
  const before = event.type === 'outage_noticed' ? passOutage(state, questions, event, atMs) : accept(state)
  const passed = andThen(before, (game) => passDeadlines(game, questions, atMs))
  const taken = andThen(passed, (game) => apply(game, questions, event, atMs))
  // After a rematch the players get the new lobby, and no update of the old game (contract 3).
  return event.type === 'rematch_requested' && !taken.refused ? { ...taken, update: null } : taken
}

function apply(state: GameState, questions: readonly GameQuestion[], event: GameEvent, atMs: EpochMs): Step {
  switch (event.type) {
    case 'player_joined':
      return join(state, event, atMs)
    case 'player_left':
      return leave(state, questions, event.userId, atMs)
    case 'player_removed':
      return removePlayer(state, event, atMs)
    case 'player_renamed':
      return rename(state, event, atMs)
    case 'player_erased':
      return erase(state, questions, event.userId, atMs)
    case 'update_requested':
      return updateGame(state, questions, event, atMs)
    case 'answer_committed':
      return commitAnswer(state, questions, event, atMs)
    case 'game_replaced':
      return replaceGame(state, questions, event.userId, atMs)
    case 'rematch_requested':
      return requestRematch(state, event.userId, atMs)
    case 'lock_requested':
      return lockGame(state, event, atMs)
    case 'seat_taken':
      return takeSeat(state, event, atMs)
    case 'seat_left':
      return leaveSeat(state, event.userId, atMs)
    case 'stage_attached':
      return attachStage(state, event, atMs)
    case 'stage_updated':
      return updateStage(state, event, atMs)
    case 'stages_stopped':
      return stopStages(state, event.userId, atMs)
    // Nothing is left to apply: the deadlines have passed, and the time is given back.
    case 'time_passed':
    case 'outage_noticed':
      return accept(state)
    default:
      return event satisfies never
  }
}
