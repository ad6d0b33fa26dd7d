import { OUTAGE_CREDIT_MS, OUTAGE_ENDS_GAME_MS, OUTAGE_NOTICED_MS } from '@quizmaster/contract/limits'
import { nextWakeAt, passDeadlines } from './deadlines.ts'
import type { OutageNoticed } from './game-event.ts'
import { type EpochMs, type GameQuestion, type GameState, isQuestionOpen } from './game-state.ts'
import { closeQuestion, finish } from './phases.ts'
import { accept, andThen, change, type Step } from './step.ts'

/**
 * While no process runs, the game stands still (contract 6). Deadlines due before the gap pass at their own instant,
 * nothing opens or closes in the gap, and the phase continues after it. The open question gets at most 60 s back; if
 * that is not enough it closes at the end of the gap. Once a game has changed after a gap, that gap no longer counts
 * for it, so several processes may notice the same outage.
 */
export function passOutage(
  state: GameState,
  questions: readonly GameQuestion[],
  { fromMs, toMs }: OutageNoticed,
  nowMs: EpochMs,
): Step {
  const endMs = Math.min(toMs, nowMs)
  const before = passDeadlines(state, questions, Math.min(fromMs, endMs))
  return andThen(before, (game) => standStill(game, questions, Math.max(fromMs, game.changedAtMs), endMs))
}

function standStill(state: GameState, questions: readonly GameQuestion[], fromMs: EpochMs, toMs: EpochMs): Step {
  const lostMs = toMs - fromMs
  const isUnderWay = state.status === 'starting' || state.status === 'running'
  if (!isUnderWay || !(lostMs > OUTAGE_NOTICED_MS)) return accept(state)
  if (lostMs >= OUTAGE_ENDS_GAME_MS) return finish(state, questions, toMs, { earns: true })
  if (!isQuestionOpen(state)) return postpone(state, lostMs, toMs)
  return andThen(credit(state, lostMs, toMs), (game) => {
    const wakeAtMs = nextWakeAt(game)
    return wakeAtMs !== null && wakeAtMs <= toMs ? closeQuestion(game, questions, toMs) : accept(game)
  })
}

function credit(state: GameState, lostMs: number, atMs: EpochMs): Step {
  const creditMs = Math.min(lostMs, OUTAGE_CREDIT_MS - state.creditedMs)
  if (creditMs <= 0) return accept(state)
  return postpone({ ...state, creditedMs: state.creditedMs + creditMs }, creditMs, atMs)
}

/** Start and end move together, so that the gap does not count as time spent. */
function postpone(state: GameState, byMs: number, atMs: EpochMs): Step {
  const phaseEndsAtMs = state.phaseEndsAtMs === null ? null : state.phaseEndsAtMs + byMs
  const patch = { phaseStartedAtMs: state.phaseStartedAtMs + byMs, phaseEndsAtMs }
  return change(state, atMs, patch, { update: 'snapshot' })
}
