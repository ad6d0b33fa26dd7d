import { nextWakeAt } from '@quizmaster/engine/deadlines'
import type { GameState } from '@quizmaster/engine/game-state'

/**
 * The columns that every change of a game writes. The answers to earlier questions are not among them: they never
 * change again, so a save stays as small at the last question as at the first.
 */
export function changingColumns(state: GameState) {
  return {
    status: state.status,
    version: state.version,
    wake_at: nextWakeAt(state),
    state: { ...state, answers: state.answers.slice(-1) },
  }
}

/** The answers to all questions but the last one asked, where the step from `before` added to them; else null. */
export function addedPastAnswers(before: GameState, after: GameState): GameState['answers'] | null {
  return after.askedCount === before.askedCount ? null : after.answers.slice(0, -1)
}

/** The state as the engine knows it. */
export function wholeState(stored: { state: GameState; past_answers: GameState['answers'] }): GameState {
  return { ...stored.state, answers: [...stored.past_answers, ...stored.state.answers] }
}
