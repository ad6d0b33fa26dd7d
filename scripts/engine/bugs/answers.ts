import { bug, type PlantedBug } from './planted-bug.ts'

/** Bugs in answers: when they are accepted, and how they are scored. */
export const ANSWER_BUGS: readonly PlantedBug[] = [
  bug(
    'accepts answers for 2 s after the deadline',
    '../../contract/src/limits.ts',
    'ANSWER_GRACE_MS = 1_000',
    'ANSWER_GRACE_MS = 2_000',
  ),
  bug(
    'gives no grace after the deadline',
    '../../contract/src/limits.ts',
    'ANSWER_GRACE_MS = 1_000',
    'ANSWER_GRACE_MS = 0',
  ),
  bug('scores by the time of the client', 'scoring.ts', 'Math.max(0, elapsedMs - NETWORK_MS)', '0'),
  bug('gives the network no share of the time', 'scoring.ts', 'elapsedMs - NETWORK_MS', 'elapsedMs'),
  bug(
    'stores a time of more than 20 s',
    'scoring.ts',
    'return Math.min(ANSWER_MS, timeFactor === 1 ? spentMs : Math.round(spentMs / timeFactor))',
    'return timeFactor === 1 ? spentMs : Math.round(spentMs / timeFactor)',
  ),
  bug('awards no points at the deadline', 'scoring.ts', '2 * ANSWER_MS', 'ANSWER_MS'),
  bug(
    'gives points for a wrong answer',
    'scoring.ts',
    'isRight ? pointsFor(isTimed ? given.timeMs : 0) : 0',
    'pointsFor(isTimed ? given.timeMs : 0)',
  ),
  bug(
    'counts a missing answer as no time',
    'scoring.ts',
    'answer: null, timeMs: ANSWER_MS, points: 0',
    'answer: null, timeMs: 0, points: 0',
  ),
  bug(
    'writes a null as if the player had sent it',
    'scoring.ts',
    'points: 0, isAnswered: false',
    'points: 0, isAnswered: true',
  ),
  bug(
    'accepts a null at any time, so that a late one voids the next question',
    'answering.ts',
    "elapsedMs < NULL_FROM_MS ? 'too_early' : null",
    'null',
  ),
  bug('accepts a null from 18 s on', '../../contract/src/limits.ts', 'NULL_FROM_MS = 19_000', 'NULL_FROM_MS = 18_000'),
  bug(
    'counts a null by the time of the client',
    'answering.ts',
    'answer === null ? ANSWER_MS : effectiveTimeMs',
    'effectiveTimeMs',
  ),
  bug(
    'lets a later answer replace the first',
    'answering.ts',
    "if (stored) return refuse(state, 'already_answered')",
    '',
  ),
  bug(
    'refuses the same answer again',
    'answering.ts',
    'if (stored?.isAnswered && stored.answer === event.answer) return accept(state)',
    '',
  ),
  bug(
    'mistakes a null in the reveal for the one that the server wrote',
    'answering.ts',
    'stored?.isAnswered && stored',
    'stored && stored',
  ),
  bug(
    'accepts answers during the reveal',
    'answering.ts',
    "if (!isQuestionOpen(state)) return refuse(state, 'too_late')",
    '',
  ),
  bug(
    'ignores the question index',
    'answering.ts',
    'event.questionIndex !== undefined && event.questionIndex !== index',
    'false',
  ),
  bug(
    'reports the answer to an earlier question as unknown',
    'answering.ts',
    '.some((earlier) => hasAnswer(earlier, event.answer))',
    '.some(() => false)',
  ),
  bug('stores an answer of another question', 'answering.ts', 'question && hasAnswer(question, answer)', 'question'),
  bug(
    'adds points before the question closes',
    'answering.ts',
    'const committed = change(state, atMs, { answers }',
    'const committed = change(state, atMs, { answers, players: state.players.map((one) => (one === player ? { ...one, points: one.points + 1 } : one)) }',
  ),
]
