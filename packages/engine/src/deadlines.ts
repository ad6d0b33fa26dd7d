import { FINISHED_KEPT_MS, PENDING_KEPT_MS, RUNNING_LATE_MS } from '@quizmaster/contract/limits'
import { closesAtMs } from './answer-time.ts'
import type { EpochMs, GameQuestion, GameState } from './game-state.ts'
import { archive, closeQuestion, openQuestion } from './phases.ts'
import { accept, andThen, type Step } from './step.ts'

/**
 * When the game's next deadline is due, or null if there is none. The engine has no timers: the server keeps one
 * wake-up per game and steps `time_passed` then.
 */
export function nextWakeAt(state: GameState): EpochMs | null {
  const { status, phaseStartedAtMs, changedAtMs } = state
  const phaseEndsAtMs = state.phaseEndsAtMs ?? phaseStartedAtMs
  switch (status) {
    case 'pending':
      return changedAtMs + PENDING_KEPT_MS
    case 'starting':
      return phaseEndsAtMs + RUNNING_LATE_MS
    case 'running':
      return state.isClosed ? phaseEndsAtMs : closesAtMs(state)
    case 'finished':
      return phaseStartedAtMs + FINISHED_KEPT_MS
    case 'archived':
      return null
    default:
      return status satisfies never
  }
}

/** Applies every deadline that is due by `untilMs`, each at its own instant. */
export function passDeadlines(state: GameState, questions: readonly GameQuestion[], untilMs: EpochMs): Step {
  let step = accept(state)
  for (;;) {
    const wakeAtMs = nextWakeAt(step.state)
    if (wakeAtMs === null || !(wakeAtMs <= untilMs)) return step
    step = andThen(step, (due) => passDeadline(due, questions, wakeAtMs))
  }
}

function passDeadline(state: GameState, questions: readonly GameQuestion[], atMs: EpochMs): Step {
  switch (state.status) {
    case 'starting':
      return openQuestion(state, questions, atMs)
    case 'running':
      return state.isClosed ? openQuestion(state, questions, atMs) : closeQuestion(state, questions, atMs)
    default:
      return archive(state, atMs)
  }
}
