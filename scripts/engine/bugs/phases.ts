import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in the start, in opening and closing questions, in ranks, and in the awards at the end. */
export const PHASE_BUGS: readonly PlantedBug[] = [
  bug(
    'waits for the deadline though all have answered',
    'phases.ts',
    'isComplete ? closeQuestion',
    '!isComplete ? closeQuestion',
  ),
  bug(
    'closes on the first answer',
    'answer-time.ts',
    ': waiting.length > 0\n',
    ': waiting.length >= attachedPlayers(state.players).length\n',
  ),
  bug(
    'closes a question a second time when a player leaves in the reveal',
    'phases.ts',
    'isQuestionOpen(state) && !isAnyoneAwaited',
    "state.status === 'running' && !isAnyoneAwaited",
  ),
  bug(
    'voids the open question when the game ends',
    'phases.ts',
    'const closed = isQuestionOpen(state) ? closeQuestion(state, questions, atMs) : accept(state)',
    'const closed = accept(state)',
  ),
  bug(
    'asks one question more than there is',
    'phases.ts',
    'state.askedCount >= Math.min',
    'state.askedCount > Math.min',
  ),
  bug(
    'asks more questions than the settings say',
    'phases.ts',
    'Math.min(state.settings.questionCount, questions.length)\n',
    'questions.length\n',
  ),
  bug('starts with one player', '../../contract/src/limits.ts', 'MIN_PLAYERS = 2', 'MIN_PLAYERS = 1'),
  bug('starts without topics', 'phases.ts', 'topics.length === 0 || ', ''),
  bug('starts with eleven topics', 'phases.ts', 'topics.length > MAX_TOPICS || ', ''),
  bug(
    'does not rank at a close',
    'phases.ts',
    'players: inRankingOrder(players),\n      isClosed',
    'players,\n      isClosed',
  ),
  bug('ranks the slower first', 'scoring.ts', 'one.totalMs - other.totalMs', 'other.totalMs - one.totalMs'),
  bug(
    'opens the first question at the end of the countdown, not 1 s later',
    '../../contract/src/limits.ts',
    'RUNNING_LATE_MS = 1_000',
    'RUNNING_LATE_MS = 0',
  ),
  bug('waits for erased players', 'answer-time.ts', 'attachedPlayers(state.players).filter', 'state.players.filter'),
  bug('awards erased players', 'phases.ts', '  return attachedPlayers(players)', '  return players'),
  bug(
    'starts with one player beside an erased one',
    'phases.ts',
    'attachedPlayers(state.players).length < MIN_PLAYERS',
    'state.players.length < MIN_PLAYERS',
  ),
  bug('lets somebody win who was left alone', 'evening.ts', 'players.length < MIN_PLAYERS || ', ''),
  bug('lets a slower player win with the same points', 'evening.ts', ' && totalMs === best.totalMs', ''),
]
