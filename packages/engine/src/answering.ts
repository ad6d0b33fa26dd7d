import { ANSWER_MS, NULL_FROM_MS } from '@quizmaster/contract/limits'
import { answerMsOf, answersUntilMs } from './answer-time.ts'
import type { AnswerCommitted } from './game-event.ts'
import {
  type EpochMs,
  findPlayer,
  type GameQuestion,
  type GameState,
  isQuestionOpen,
  type Player,
  type StoredAnswer,
} from './game-state.ts'
import { closeIfAllAnswered } from './phases.ts'
import { effectiveTimeMs } from './scoring.ts'
import { accept, andThen, change, refuse, type RefusalCode, type Step } from './step.ts'

/**
 * `POST game/commit_answer`. The first answer wins. Conflicts (409) are checked before unknown ids (422, contract 2).
 */
export function commitAnswer(
  state: GameState,
  questions: readonly GameQuestion[],
  event: AnswerCommitted,
  atMs: EpochMs,
): Step {
  const index = state.askedCount - 1
  const player = findPlayer(state, event.userId)
  if (!player || state.status !== 'running') return refuse(state, 'no_running_game')
  if (isOfAnotherQuestion(event, questions, index)) return refuse(state, 'too_late')

  const entries = state.answers[index]
  const stored = entries?.[player.id]
  if (stored?.isAnswered && stored.answer === event.answer) return accept(state)
  if (!isQuestionOpen(state)) return refuse(state, 'too_late')
  if (stored) return refuse(state, 'already_answered')
  // The question may be open for players with more time.
  if (atMs >= answersUntilMs(state, player)) return refuse(state, 'too_late')

  const elapsedMs = atMs - state.phaseStartedAtMs
  const refusal = refusalOf(event, questions[index], ANSWER_MS + elapsedMs - answerMsOf(state, player))
  if (refusal) return refuse(state, refusal)

  const answers = state.answers.with(index, { ...entries, [player.id]: storedAnswer(event, elapsedMs, player) })
  const committed = change(state, atMs, { answers }, { update: 'answer_committed' })
  return andThen(committed, (next) => closeIfAllAnswered(next, questions, atMs))
}

/** An answer that was sent before the question changed must not count for the next one. */
function isOfAnotherQuestion(event: AnswerCommitted, questions: readonly GameQuestion[], index: number): boolean {
  if (event.questionIndex !== undefined && event.questionIndex !== index) return true
  return questions.slice(0, Math.max(0, index)).some((earlier) => hasAnswer(earlier, event.answer))
}

/** @param elapsedMs as read on a 20 s clock that ends together with the player's own */
function refusalOf(
  { answer }: AnswerCommitted,
  question: GameQuestion | undefined,
  elapsedMs: number,
): RefusalCode | null {
  if (answer === null) return elapsedMs < NULL_FROM_MS ? 'too_early' : null
  return question && hasAnswer(question, answer) ? null : 'answer_unknown'
}

function hasAnswer({ shown }: GameQuestion, answerId: AnswerCommitted['answer']): boolean {
  return shown.answers.some(({ id }) => id === answerId)
}

/** A null counts as the full 20 s, whenever it was sent (contract 3). */
function storedAnswer(
  { answer, timeSpentMs }: AnswerCommitted,
  elapsedMs: number,
  { timeFactor }: Player,
): StoredAnswer {
  const timeMs = answer === null ? ANSWER_MS : effectiveTimeMs(timeSpentMs, elapsedMs, timeFactor)
  return { answer, timeMs, points: null, isAnswered: true }
}
