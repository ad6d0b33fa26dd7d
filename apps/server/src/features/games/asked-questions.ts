import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { PLAUSIBLE_ANSWER_MS } from '@quizmaster/contract/limits'
import { answerEndsAtMs, hasClock } from '@quizmaster/engine/answer-time'
import { attachedUserIds, type GameState, isQuestionOpen, type StoredAnswer } from '@quizmaster/engine/game-state'
import type { Step } from '@quizmaster/engine/step'
import type { Transaction } from 'kysely'
import type { DrawnQuestion } from '../../infra/db/tables/games.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { type GivenAnswer, recordAnswers } from '../answers/answer-log.ts'
import { queueForRating, type RatedAnswer } from '../questions/ratings.ts'
import { recordRevealed } from '../questions/revealed-questions.ts'
import type { StoredGame } from './game-store.ts'

/** The players for whom a step ends a game in progress: all of them if it is over, otherwise those who left. */
export function playersDone(before: GameState, { state, leavers }: Pick<Step, 'state' | 'leavers'>): readonly UserId[] {
  if (!isInProgress(before)) return []
  return isInProgress(state) ? leavers.map(({ userId }) => userId) : attachedUserIds(before)
}

function isInProgress({ status }: GameState): boolean {
  return status === 'starting' || status === 'running'
}

/**
 * Records, for later draws, that these players have seen the questions that the game has asked so far, logs their
 * answers and queues them to be rated. Call it only once they are out of the game: practice returns seen questions last, so
 * anything recorded earlier would reveal what is drawn.
 * @param before still has the players who left with this step
 */
export async function recordAsked(
  trx: Transaction<Tables>,
  { before, state }: { before: StoredGame; state: GameState },
  userIds: readonly UserId[],
  nowMs: number,
): Promise<void> {
  const asked = before.questions.slice(0, state.askedCount)
  const bankIds = asked.flatMap(({ bankId }) => bankId ?? [])
  if (userIds.length === 0 || bankIds.length === 0) return
  const questions = bankIds.map((id) => ({ id, atMs: nowMs }))
  const revealed = await recordRevealed(trx, { userIds, questions })
  await recordAnswers(trx, nowMs, loggedAnswers({ before, state }, userIds, nowMs))
  const firstSeen = new Set(revealed.map(seenKey))
  const answers = givenAnswers(before.state, state, asked).filter((answer) => firstSeen.has(seenKey(answer)))
  await queueForRating(trx, answers)
}

const seenKey = ({ userId, questionId }: { userId: UserId; questionId: QuestionId }) => `${userId} ${questionId}`

/** What players answered in a plausible time, in the order of the questions. */
function givenAnswers(before: GameState, state: GameState, asked: readonly DrawnQuestion[]): RatedAnswer[] {
  return asked.flatMap(({ bankId, correctAnswerId }, index) =>
    before.players.flatMap(({ id, userId, timeFactor }) => {
      const given = state.answers[index]?.[id]
      if (!bankId || !given || given.answer === null || realMs(given, timeFactor) < PLAUSIBLE_ANSWER_MS) return []
      return [{ userId, questionId: bankId, isRight: given.answer === correctAnswerId }]
    }),
  )
}

/** How long an answer really took: for a player with more time, a multiple of the time stored. */
function realMs({ timeMs }: StoredAnswer, timeFactor = 1): number {
  return timeMs * timeFactor
}

/**
 * Every answer of these players, and every question that they left unanswered. One that was cut short is not held
 * against those who had not answered yet.
 */
function loggedAnswers(
  { before, state }: { before: StoredGame; state: GameState },
  userIds: readonly UserId[],
  nowMs: number,
): GivenAnswer[] {
  const done = new Set(userIds)
  const openIndex = isQuestionOpen(before.state) ? before.state.askedCount - 1 : null
  return before.questions.slice(0, state.askedCount).flatMap(({ bankId, correctAnswerId, shown }, index) =>
    before.state.players.flatMap((player) => {
      const { id, userId } = player
      const given = state.answers[index]?.[id]
      const isCutShort = index === openIndex && nowMs < answerEndsAtMs(before.state, player)
      if (!bankId || !given || !done.has(userId) || (isCutShort && !given.isAnswered)) return []
      return [
        {
          userId,
          questionId: bankId,
          source: 'game' as const,
          choice: shown.answers.find((answer) => answer.id === given.answer)?.text ?? null,
          isRight: given.answer === correctAnswerId,
          ms: given.timeMs,
          isTimed: hasClock(before.state),
        },
      ]
    }),
  )
}
