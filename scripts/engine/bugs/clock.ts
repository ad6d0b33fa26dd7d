import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in deadlines, outages, versions and updates. */
export const CLOCK_BUGS: readonly PlantedBug[] = [
  bug('applies the event before the deadlines', 'game.ts', 'passDeadlines(game, questions, atMs)', 'accept(game)'),
  bug(
    'accepts an answer at the instant of the deadline',
    'deadlines.ts',
    '!(wakeAtMs <= untilMs)',
    '!(wakeAtMs < untilMs)',
  ),
  bug(
    'applies deadlines when it wakes, not when they were due',
    'deadlines.ts',
    'questions, wakeAtMs))',
    'questions, untilMs))',
  ),
  bug('lets time run backwards', 'game.ts', 'nowMs > state.changedAtMs ? nowMs : state.changedAtMs', 'nowMs'),
  bug('keeps the version when the state changes', 'step.ts', 'version: state.version + 1', 'version: state.version'),
  bug(
    'sends the first update of a step instead of the last',
    'step.ts',
    'if (second === null) return first',
    'if (second === null || first !== null) return first',
  ),
  bug(
    'archives results 1 h after the last player left them',
    'deadlines.ts',
    'return phaseStartedAtMs + FINISHED_KEPT_MS',
    'return changedAtMs + FINISHED_KEPT_MS',
  ),
  bug('credits the same outage twice', 'outage.ts', 'Math.max(fromMs, game.changedAtMs)', 'fromMs'),
  bug(
    'credits an outage of less than 2 s',
    '../../contract/src/limits.ts',
    'OUTAGE_NOTICED_MS = 2_000',
    'OUTAGE_NOTICED_MS = 500',
  ),
  bug('credits without a limit', 'outage.ts', 'Math.min(lostMs, OUTAGE_CREDIT_MS - state.creditedMs)', 'lostMs'),
  bug(
    'moves the deadline for an outage, but not the time that counts',
    'outage.ts',
    'phaseStartedAtMs: state.phaseStartedAtMs + byMs',
    'phaseStartedAtMs: state.phaseStartedAtMs',
  ),
  bug(
    'goes on asking questions while nobody is connected',
    'outage.ts',
    'wakeAtMs !== null && wakeAtMs <= toMs ? closeQuestion(game, questions, toMs)',
    'wakeAtMs !== null && wakeAtMs <= toMs ? passDeadlines(game, questions, toMs)',
  ),
  bug(
    'goes on after 10 minutes without a node',
    'outage.ts',
    'lostMs >= OUTAGE_ENDS_GAME_MS',
    'lostMs > 2 * OUTAGE_ENDS_GAME_MS',
  ),
]
