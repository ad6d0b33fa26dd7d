import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { NEW_RATING, rateAnswer, type Rating } from '@quizmaster/engine/ratings'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { QuestionContent } from '../../infra/db/tables/questions.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** An answer to a question that the player had not been shown the right answer to. */
export interface RatedAnswer {
  userId: UserId
  questionId: QuestionId
  isRight: boolean
}

/** The ratings before some answers. Those that are missing are new. */
export interface RatingsBefore {
  /** The group of each question's topic. */
  groups: ReadonlyMap<QuestionId, string>
  questions: ReadonlyMap<QuestionId, Rating>
  /** By user and group; see `playerKey`. */
  players: ReadonlyMap<string, Rating>
}

const playerKey = (userId: UserId, group: string) => `${userId} ${group}`

interface QuestionChange {
  question_id: QuestionId
  rating: number
  answer_count: number
  right_answer_count: number
}

interface PlayerChange {
  user_id: UserId
  group_name: string
  rating: number
  answer_count: number
}

/** Reads the ratings that some answers are going to change. */
export async function readRatings(db: Kysely<Tables>, answers: readonly RatedAnswer[]): Promise<RatingsBefore> {
  const questions = await db
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .leftJoin('question_rating', 'question_rating.question_id', 'question.id')
    .select(['question.id', 'topic.group_name', 'rating', 'answer_count'])
    .where('question.id', 'in', [...new Set(answers.map(({ questionId }) => questionId))])
    .execute()
  const players = await db
    .selectFrom('player_group_rating')
    .selectAll()
    .where('user_id', 'in', [...new Set(answers.map(({ userId }) => userId))])
    .execute()
  return {
    groups: new Map(questions.map(({ id, group_name }) => [id as QuestionId, group_name])),
    questions: new Map(questions.map((row) => [row.id as QuestionId, toRating(row)])),
    players: new Map(players.map((row) => [playerKey(row.user_id as UserId, row.group_name), toRating(row)])),
  }
}

/** A rating as it is stored, or of a row that does not exist yet. */
export function toRating(row: { rating: number | null; answer_count: number | null }): Rating {
  return row.rating === null ? NEW_RATING : { rating: row.rating, answers: row.answer_count ?? 0 }
}

const addedToQuestion = sql`
  on conflict (question_id) do update set
    rating = question_rating.rating + excluded.rating,
    answer_count = question_rating.answer_count + excluded.answer_count,
    right_answer_count = question_rating.right_answer_count + excluded.right_answer_count`

const addedToPlayer = sql`
  on conflict (user_id, group_name) do update set
    rating = player_group_rating.rating + excluded.rating,
    answer_count = player_group_rating.answer_count + excluded.answer_count`

/**
 * Rates the answers, in one statement of the caller's transaction. Changes are added to what is stored by then, so that
 * of answers at the same time none is lost.
 */
export async function rateAnswers(
  trx: Transaction<Tables>,
  answers: readonly RatedAnswer[],
  before: RatingsBefore,
): Promise<void> {
  if (answers.length === 0) return
  const { questions, players } = ratingChanges(answers, before)
  // Questions first, then players, each in order, so that two transactions cannot deadlock: the count makes PostgreSQL
  // finish the questions.
  await sql`
    with rated as (
      insert into question_rating (question_id, rating, answer_count, right_answer_count)
      select * from json_to_recordset(${JSON.stringify(questions)}::json) as change
        (question_id uuid, rating double precision, answer_count integer, right_answer_count integer)
      order by question_id
      ${addedToQuestion}
      returning question_id
    )
    insert into player_group_rating (user_id, group_name, rating, answer_count)
    select * from json_to_recordset(${JSON.stringify(players)}::json) as change
      (user_id uuid, group_name text, rating double precision, answer_count integer)
    where (select count(*) from rated) > 0
    order by user_id, group_name
    ${addedToPlayer}`.execute(trx)
}

/** What one answer changes the two ratings by. */
export function ratingChange(
  before: { player: Rating; question: Rating },
  isRight: boolean,
): { player_change: number; question_change: number } {
  const after = rateAnswer(before, isRight)
  return {
    player_change: after.player.rating - before.player.rating,
    question_change: after.question.rating - before.question.rating,
  }
}

interface RatingValues extends ReturnType<typeof ratingChange> {
  user_id: UserId
  question_id: QuestionId
  group_name: string
  is_right: boolean
}

/**
 * Rates one answer as part of a larger statement: the parts `rated_question` and `rated_player` of its `with`. They rate
 * the answer if the earlier part `rateable` has a row.
 */
export function rateAnswerIn(value: (name: keyof RatingValues) => RawBuilder<unknown>): RawBuilder<unknown> {
  // The question first, as `rateAnswers` does.
  return sql`
    rated_question as (
      insert into question_rating (question_id, rating, answer_count, right_answer_count)
      select ${value('question_id')}::uuid, ${value('question_change')}::double precision, 1,
        ${value('is_right')}::boolean::integer
      from rateable
      ${addedToQuestion}
      returning question_id
    ),
    rated_player as (
      insert into player_group_rating (user_id, group_name, rating, answer_count)
      select ${value('user_id')}::uuid, ${value('group_name')}, ${value('player_change')}::double precision, 1
      from rated_question
      ${addedToPlayer}
    )`
}

/** Rates the answers one after the other, and gives what each rating has changed by in all. */
function ratingChanges(answers: readonly RatedAnswer[], before: RatingsBefore) {
  const questions = new Map<QuestionId, QuestionChange>()
  const players = new Map<string, PlayerChange>()
  for (const { userId, questionId, isRight } of answers) {
    const group = before.groups.get(questionId) ?? ''
    const key = playerKey(userId, group)
    const question = questions.get(questionId) ?? {
      question_id: questionId,
      rating: 0,
      answer_count: 0,
      right_answer_count: 0,
    }
    const player = players.get(key) ?? { user_id: userId, group_name: group, rating: 0, answer_count: 0 }
    const current = {
      player: plus(before.players.get(key), player),
      question: plus(before.questions.get(questionId), question),
    }
    const rated = rateAnswer(current, isRight)
    questions.set(questionId, {
      question_id: questionId,
      rating: question.rating + rated.question.rating - current.question.rating,
      answer_count: question.answer_count + 1,
      right_answer_count: question.right_answer_count + (isRight ? 1 : 0),
    })
    players.set(key, {
      ...player,
      rating: player.rating + rated.player.rating - current.player.rating,
      answer_count: player.answer_count + 1,
    })
  }
  return { questions: [...questions.values()], players: [...players.values()] }
}

function plus(before: Rating = NEW_RATING, change: { rating: number; answer_count: number }): Rating {
  return { rating: before.rating + change.rating, answers: before.answers + change.answer_count }
}

/** Starts a question's rating anew if its answers, or which of them is right, have changed. */
export async function restartRating(
  trx: Transaction<Tables>,
  questionId: string,
  { before, after }: { before: QuestionContent; after: QuestionContent },
): Promise<void> {
  if (answersOf(before) === answersOf(after)) return
  await trx.deleteFrom('question_rating').where('question_id', '=', questionId).execute()
}

/** What is asked of a player, whatever the order and the ids. */
function answersOf({ answers, correct_answer_id }: QuestionContent): string {
  return JSON.stringify(answers.map(({ id, text }) => `${id === correct_answer_id} ${text}`).toSorted())
}
