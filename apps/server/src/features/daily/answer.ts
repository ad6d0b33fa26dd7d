import type { DailyVerdict } from '@quizmaster/contract/http/daily'
import type { AnswerId, QuestionId, UserId } from '@quizmaster/contract/ids'
import { ANSWER_GRACE_MS, ANSWER_MS, NULL_FROM_MS, PLAUSIBLE_ANSWER_MS } from '@quizmaster/contract/limits'
import { type Kysely, type Selectable, type Transaction } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import type { DailyAnswer } from '../../infra/db/tables/daily.ts'
import type { QuestionTable } from '../../infra/db/tables/questions.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { LocalDate } from '../../infra/local-date.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { award, type Awarded, countAwardsSince } from '../progress/awards.ts'
import { AWARDS_PER_MINUTE, PRACTICE_POINTS } from '../questions/practice.ts'
import { queueForRating } from '../questions/ratings.ts'
import { recordRevealed } from '../questions/revealed-questions.ts'
import { MAX_ANSWER_TIME_MS, recordAnswers } from '../answers/answer-log.ts'
import { type DailyCaller, userOf } from './callers.ts'
import { lockPlay, type StoredPlay } from './play.ts'
import { countsForWeek } from './weeks.ts'

export interface DailyAnswerDeps {
  db: Kysely<Tables>
  clock: Clock
  /** Notifies the player of points that have been committed. */
  announce(awarded: Awarded): void
}

interface DailyAnswerRequest {
  caller: DailyCaller | null
  date: LocalDate
  index: number
  /** The id that was shown with the answer, or null once the time is up. */
  answer: AnswerId | null
  timeZone: string
}

/**
 * Judges the answer to the open question and closes it. With the clock on, an answer that comes too late counts as
 * none. Repeating the first answer returns the same verdict.
 * @throws not_found if the day has not been begun; too_late, too_early, already_answered; 422 `answer`
 */
export async function answerDaily(deps: DailyAnswerDeps, request: DailyAnswerRequest): Promise<DailyVerdict> {
  const { caller, date, index } = request
  if (!caller) throw new Refusal('not_found')
  const { verdict, awarded } = await inTransaction(deps.db, async (trx) => {
    const play = await lockPlay(trx, caller, date)
    if (!play) throw new Refusal('not_found')
    const isRepeated = play.opened_at === null && index === play.answers.length - 1
    if (!isRepeated && (play.opened_at === null || index !== play.answers.length)) throw new Refusal('too_late')
    const choice = choiceOf(play, request.answer)
    const question = await trx
      .selectFrom('question')
      .select(['id', 'answers', 'correct_answer_id', 'description'])
      .where('id', '=', play.question_ids[index] ?? '')
      .executeTakeFirstOrThrow()
    if (isRepeated) return { verdict: repeatedVerdict(play, question, choice), awarded: null }
    const given = judge(play, { choice, correct: question.correct_answer_id, atMs: deps.clock.now() })
    const choiceText = question.answers.find(({ id }) => id === given.choice)?.text ?? null
    const points = await scoreAnswer(trx, {
      userId: userOf(caller),
      date,
      index,
      given,
      questionId: question.id as QuestionId,
      choiceText,
      isTimed: play.has_clock,
    })
    await closeQuestion(trx, { play, given, points: points.earned, timeZone: request.timeZone })
    return { verdict: verdictOf(play, question, given.is_right), awarded: points.awarded }
  })
  if (awarded) deps.announce(awarded)
  return verdict
}

/** The id that the answer has in the bank. */
function choiceOf(play: StoredPlay, answer: AnswerId | null): string | null {
  if (answer === null) return null
  const shown = play.shown_answers.find((one) => one.shown === answer)
  if (!shown) throw fieldRefusal('answer', 'is not an answer of this question')
  return shown.id
}

function judge(
  play: StoredPlay,
  { choice, correct, atMs }: { choice: string | null; correct: string; atMs: number },
): DailyAnswer {
  const elapsedMs = Math.max(0, atMs - (play.opened_at ?? atMs))
  // An earlier null would void a question whose end the player never saw.
  if (choice === null && (!play.has_clock || elapsedMs < NULL_FROM_MS)) throw new Refusal('too_early')
  const isLate = play.has_clock && elapsedMs > ANSWER_MS + ANSWER_GRACE_MS
  const taken = isLate ? null : choice
  const ms = Math.min(elapsedMs, play.has_clock ? ANSWER_MS : MAX_ANSWER_TIME_MS)
  return { choice: taken, is_right: taken !== null && taken === correct, ms, at: atMs }
}

interface JudgedAnswer {
  userId: UserId | null
  date: LocalDate
  index: number
  given: DailyAnswer
  questionId: QuestionId
  /** The text of the chosen answer. */
  choiceText: string | null
  isTimed: boolean
}

/**
 * Logs the answer, queues it to be rated and awards the points. A visitor's points stay with the play until an account
 * takes over.
 */
async function scoreAnswer(
  trx: Transaction<Tables>,
  { userId, date, index, given, questionId, choiceText, isTimed }: JudgedAnswer,
): Promise<{ earned: number; awarded: Awarded | null }> {
  if (userId === null) return { earned: given.is_right ? PRACTICE_POINTS : 0, awarded: null }
  const isTooQuick = given.ms < PLAUSIBLE_ANSWER_MS
  const [firstSeen] = await recordRevealed(trx, { userIds: [userId], questions: [{ id: questionId, atMs: given.at }] })
  await recordAnswers(trx, given.at, [
    { userId, questionId, source: 'daily', choice: choiceText, isRight: given.is_right, ms: given.ms, isTimed },
  ])
  if (firstSeen && given.choice !== null && !isTooQuick) {
    await queueForRating(trx, [{ userId, questionId, isRight: given.is_right }])
  }
  if (!given.is_right) return { earned: 0, awarded: null }
  if ((await countAwardsSince(trx, userId, given.at - MINUTE_MS)) >= AWARDS_PER_MINUTE)
    return { earned: 0, awarded: null }
  const cause = `daily:${date}:${index}`
  const awarded = await award(trx, { userId, cause, points: PRACTICE_POINTS, atMs: given.at, isTooQuick })
  return { earned: awarded ? PRACTICE_POINTS : 0, awarded }
}

async function closeQuestion(
  trx: Transaction<Tables>,
  { play, given, points, timeZone }: { play: StoredPlay; given: DailyAnswer; points: number; timeZone: string },
): Promise<void> {
  const answers = [...play.answers, given]
  const isFinished = answers.length === play.question_ids.length
  await trx
    .updateTable('daily_play')
    .set({
      opened_at: null,
      answers: JSON.stringify(answers),
      right_count: answers.filter(({ is_right }) => is_right).length,
      points: play.points + points,
      finished_at: isFinished ? given.at : null,
      is_on_time: isFinished && countsForWeek(play.date, given.at, timeZone),
    })
    .where('id', '=', play.id)
    .execute()
}

type AnsweredQuestion = Pick<Selectable<QuestionTable>, 'id' | 'answers' | 'correct_answer_id' | 'description'>

function repeatedVerdict(play: StoredPlay, question: AnsweredQuestion, choice: string | null): DailyVerdict {
  const first = play.answers.at(-1)
  // A late answer is stored as null, and any repeat of it is late as well.
  if (first?.choice !== null && first?.choice !== choice) throw new Refusal('already_answered')
  return verdictOf(play, question, first.is_right)
}

function verdictOf(play: StoredPlay, question: AnsweredQuestion, isRight: boolean): DailyVerdict {
  const { correct_answer_id: correct } = question
  const shown = play.shown_answers.find(({ id }) => id === correct)?.shown ?? correct
  return {
    question_id: question.id as QuestionId,
    correct_answer_id: shown as AnswerId,
    correct_answer_text: question.answers.find(({ id }) => id === correct)?.text ?? '',
    is_correct: isRight,
    is_pause: true,
    description: question.description,
  }
}
