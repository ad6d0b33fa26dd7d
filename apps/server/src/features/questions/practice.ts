import type { Question, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import type { AnswerId, QuestionId, TopicId, UserId } from '@quizmaster/contract/ids'
import { PLAUSIBLE_ANSWER_MS, REVIEW_LIST_MAX } from '@quizmaster/contract/limits'
import { type Rng, shuffled } from '@quizmaster/engine/draw'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import type { QuestionTable, StoredAnswer } from '../../infra/db/tables/questions.ts'
import { precompiled } from '../../infra/db/precompiled.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { type Db, inTransaction, retried } from '../../infra/db/transaction.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { answerLogCtes, type CardColumns, MAX_ANSWER_TIME_MS, toAnswerRow } from '../answers/answer-log.ts'
import {
  inEveryFourthPlace,
  listDue,
  listUnknown,
  returningCount,
  type ReturningQuestion,
} from '../answers/due-questions.ts'
import type { VisitorAnswers } from '../answers/visitor-answers.ts'
import { award, type Awarded, countAwardsSince } from '../progress/awards.ts'
import type { Bank } from './bank.ts'
import { drawFreshFirst, type NewRng } from './draw-questions.ts'

export const PRACTICE_POINTS = 10
export const AWARDS_PER_MINUTE = 30

export interface PracticeDeps {
  db: Kysely<Tables>
  clock: Clock
  bank: Bank
  newRng: NewRng
  visitorAnswers: VisitorAnswers
  /** Notifies the player of points that have been committed. */
  announce(awarded: Awarded): void
}

interface Draw {
  /** Null for a visitor: no servings are stored and no points can be earned. */
  userId: UserId | null
  /** Null for all topics. Unknown ids are ignored. */
  topicIds: readonly TopicId[] | null
  count: number
}

/**
 * Draws questions at random, those the player has seen lately last, and opens a serving of each. Every fourth is one that
 * the player has missed and that is due, as long as there are any. Answers are shuffled anew for each draw.
 */
export async function drawQuestions(deps: PracticeDeps, { userId, topicIds, count }: Draw): Promise<Question[]> {
  const bank = await deps.bank.current()
  const pool = topicIds
    ? [...new Set(topicIds)].flatMap((id) => bank.questionIdsByTopic.get(id) ?? [])
    : bank.questionIds
  if (pool.length === 0) return []
  const rng = deps.newRng()
  if (!userId) {
    const ids = await drawFreshFirst(deps.db, { userIds: [], candidates: [pool], count, rng })
    return loadQuestions(deps.db, ids, rng)
  }
  const inPool = new Set(pool)
  const due = (await listDue(deps, userId, null)).filter(({ id }) => inPool.has(id))
  const returning = due.slice(0, returningCount(count))
  const comeBack = new Set(returning.map(({ id }) => id))
  const drawn = await drawFreshFirst(deps.db, {
    userIds: [userId],
    candidates: [pool.filter((id) => !comeBack.has(id))],
    last: due.map(({ id }) => id),
    count: count - returning.length,
    rng,
  })
  return serve(deps, userId, inEveryFourthPlace(drawn, [...comeBack]), { returning, rng })
}

/**
 * Missed questions: up to ten that are due, or up to fifty of a topic that the player does not know yet. Opens a serving
 * of each.
 * @param topicId null for those that are due
 */
export async function drawForReview(deps: PracticeDeps, userId: UserId, topicId: TopicId | null): Promise<Question[]> {
  const returning = topicId ? await listUnknown(deps.db, userId, topicId) : await listDue(deps, userId, REVIEW_LIST_MAX)
  const ids = returning.map(({ id }) => id)
  return ids.length === 0 ? [] : serve(deps, userId, ids, { returning, rng: deps.newRng() })
}

/** Opens a serving of each question, and marks those that come back. */
async function serve(
  deps: PracticeDeps,
  userId: UserId,
  ids: readonly QuestionId[],
  { returning, rng }: { returning: readonly ReturningQuestion[]; rng: Rng },
): Promise<Question[]> {
  const questions = await loadQuestions(deps.db, ids, rng)
  await openServings(deps, userId, ids)
  const missedOn = new Map(returning.map((one) => [one.id, one.missedOn]))
  return questions.map((question) => {
    const missed_on = missedOn.get(question.id)
    return missed_on ? { ...question, missed_on } : question
  })
}

async function loadQuestions(db: Kysely<Tables>, ids: readonly QuestionId[], rng: Rng): Promise<Question[]> {
  const rows = await db
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .select(['question.id', 'question.text', 'question.answers', 'question.source', 'question.topic_id'])
    .select('topic.text as topic_text')
    .where('question.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toQuestion(row, rng)] : []
  })
}

type QuestionRow = Pick<Selectable<QuestionTable>, 'id' | 'text' | 'answers' | 'source' | 'topic_id'>

function toQuestion(row: QuestionRow & { topic_text: string }, rng: Rng): Question {
  return {
    id: row.id as QuestionId,
    text: row.text,
    topic: { id: row.topic_id as TopicId, text: row.topic_text },
    answers: shuffled(row.answers, rng).map(({ id, text }) => ({ id: id as AnswerId, text })),
    ...(row.source ? { source: row.source } : {}),
  }
}

async function openServings({ db, clock }: PracticeDeps, userId: UserId, ids: readonly QuestionId[]): Promise<void> {
  // To avoid deadlocks, rows are locked in the order that all others use: the account before its servings, as an erasure
  // does, and servings by question id, as other draws do.
  await sql`
    insert into serving (user_id, question_id, served_at, is_open, reveal_count)
    select app_user.id, drawn.id::uuid, ${clock.now()}, true, 0
    from app_user cross join jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as drawn (id)
    where app_user.id = ${userId}
    order by drawn.id
    for key share of app_user
    on conflict (user_id, question_id) do update set served_at = excluded.served_at, is_open = true`.execute(db)
}

/**
 * Tells whether an answer is correct, and why. The first answer to a serving closes it, right or wrong; a correct one
 * earns 10 points, up to 30 awards a minute. The player's first answer to a question is queued to be rated.
 * @throws not_found for an unknown question, 422 `answer_id` for an answer of another question
 */
export async function verifyAnswer(
  deps: PracticeDeps,
  userId: UserId | null,
  { question_id, answer_id }: { question_id: QuestionId; answer_id: AnswerId },
): Promise<VerifyAnswerResult> {
  const [row] = await findAnswered(deps.db, { user_id: userId, question_id })
  if (!row) throw new Refusal('not_found')
  if (!row.answers.some((answer) => answer.id === answer_id)) {
    throw fieldRefusal('answer_id', 'is not an answer of this question')
  }
  const is_correct = answer_id === row.correct_answer_id
  if (userId) {
    const choice = row.answers.find((answer) => answer.id === answer_id)?.text ?? ''
    const awarded = await storeAnswer(deps, { userId, question_id, choice, is_correct, row })
    if (awarded) deps.announce(awarded)
  } else {
    deps.visitorAnswers.count(question_id, is_correct)
  }
  return {
    correct_answer_id: row.correct_answer_id as AnswerId,
    correct_answer_text: row.answers.find((answer) => answer.id === row.correct_answer_id)?.text ?? '',
    is_correct,
    is_pause: true,
    description: row.description,
  }
}

/** A question as an answer finds it, with what a visitor does not have: a time zone and the review card. */
interface AnsweredRow extends CardColumns {
  answers: StoredAnswer[]
  correct_answer_id: string
  description: string | null
  time_zone: string | null
}

/** The question, or no row if it is unknown. */
const findAnswered = precompiled<{ user_id: UserId | null; question_id: QuestionId }, AnsweredRow>(
  (value) => sql`
    select question.answers, correct_answer_id, description,
      time_zone, stability, player_question.difficulty, right_in_a_row, reviewed_on, missed_on, due_on
    from question
    left join app_user on app_user.id = ${value('user_id')}
    left join player_question
      on player_question.user_id = app_user.id and player_question.question_id = question.id
    where question.id = ${value('question_id')}`,
)

interface PracticeAnswer {
  userId: UserId
  question_id: QuestionId
  choice: string
  is_correct: boolean
  row: AnsweredRow
}

/** Null unless points were earned. Only a right answer can earn any, so only that one needs a transaction. */
async function storeAnswer({ db, clock }: PracticeDeps, answer: PracticeAnswer): Promise<Awarded | null> {
  const atMs = clock.now()
  if (answer.is_correct) return inTransaction(db, (trx) => awardPoints(trx, answer, atMs))
  await retried(() => closeServing(db, answer, atMs))
  return null
}

async function awardPoints(trx: Transaction<Tables>, answer: PracticeAnswer, atMs: number): Promise<Awarded | null> {
  const { userId, question_id } = answer
  const servedAtMs = await closeServing(trx, answer, atMs)
  if (servedAtMs === null) return null
  if ((await countAwardsSince(trx, userId, atMs - MINUTE_MS)) >= AWARDS_PER_MINUTE) return null
  return award(trx, {
    userId,
    cause: `practice:${question_id}:${servedAtMs}`,
    points: PRACTICE_POINTS,
    atMs,
    isTooQuick: atMs - servedAtMs < PLAUSIBLE_ANSWER_MS,
  })
}

type ServingClosing = ReturnType<typeof toAnswerRow> & { at_ms: number; rated_if_served_by: number }

/**
 * Closes the serving, stores the answer and queues it to be rated. Returns when the question was served, or no row if the
 * serving is not open: only the first of several answers finds it so.
 */
const closeOpenServing = precompiled<ServingClosing, { served_at: number }>((value) => {
  // No clock runs in practice, so its time is the one since the question was served.
  const given = sql`
    select ${value('user_id')}::uuid as user_id, ${value('question_id')}::uuid as question_id,
      ${value('answered_at')}::bigint as answered_at, ${value('source')}::text as source,
      ${value('choice')}::text as choice, ${value('is_right')}::boolean as is_right,
      least(${value('at_ms')} - served_at, ${MAX_ANSWER_TIME_MS})::integer as ms, false as is_timed,
      ${value('stability')}::double precision as stability, ${value('difficulty')}::double precision as difficulty,
      ${value('right_in_a_row')}::smallint as right_in_a_row, ${value('reviewed_on')}::text as reviewed_on,
      ${value('missed_on')}::text as missed_on, ${value('due_on')}::text as due_on,
      ${value('learned_at')}::bigint as learned_at
    from closed`
  return sql`
    with closed as (
      update serving set is_open = false, reveal_count = reveal_count + 1
      where user_id = ${value('user_id')} and question_id = ${value('question_id')} and is_open
      returning served_at, reveal_count
    ),
    unrated as (
      insert into unrated_answer (user_id, question_id, is_right)
      select ${value('user_id')}::uuid, ${value('question_id')}::uuid, ${value('is_right')}::boolean
      from closed where reveal_count = 1 and served_at <= ${value('rated_if_served_by')}
    ),
    ${answerLogCtes(given)}
    select served_at from closed`
})

/** Null if the serving is not open. */
async function closeServing(
  db: Db,
  { userId, question_id, choice, is_correct, row }: PracticeAnswer,
  atMs: number,
): Promise<number | null> {
  const answer = { userId, questionId: question_id, source: 'practice', choice, isRight: is_correct } as const
  const [closed] = await closeOpenServing(db, {
    ...toAnswerRow(answer, row, atMs),
    at_ms: atMs,
    rated_if_served_by: atMs - PLAUSIBLE_ANSWER_MS,
  })
  return closed?.served_at ?? null
}
