import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { NEW_RATING, rateAnswer, type Rating } from '@quizmaster/engine/ratings'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { QuestionContent } from '../../infra/db/tables/questions.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'

/** An answer to a question that the player had not been shown the right answer to. */
export interface RatedAnswer {
  userId: UserId
  questionId: QuestionId
  isRight: boolean
}

/** Answers that one run of `rateQueuedAnswers` takes. */
const BATCH = 1_000

/** An answer taken from the queue, with the ratings it meets; null where there is none yet. */
interface QueuedAnswer {
  user_id: UserId
  question_id: QuestionId
  is_right: boolean
  group_name: string
  question_rating: number | null
  question_answers: number | null
  player_rating: number | null
  player_answers: number | null
}

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

/** Queues answers in the caller's transaction: they are rated if and only if it commits, within a second or two. */
export async function queueForRating(trx: Transaction<Tables>, answers: readonly RatedAnswer[]): Promise<void> {
  if (answers.length === 0) return
  await trx
    .insertInto('unrated_answer')
    .values(
      answers.map(({ userId, questionId, isRight }) => ({
        user_id: userId,
        question_id: questionId,
        is_right: isRight,
      })),
    )
    .execute()
}

/** Deletes a player's queued answers, except any that are being rated right now: those leave the queue anyway. */
export async function deleteQueued(trx: Transaction<Tables>, userId: UserId): Promise<void> {
  // Waiting for a row that is being rated could deadlock: that transaction waits for the account.
  await sql`
    delete from unrated_answer where ctid = any(array(
      select ctid from unrated_answer where user_id = ${userId} for update skip locked
    ))`.execute(trx)
}

/**
 * Rates a batch of queued answers, each exactly once. Returns whether there may be more. Safe to run on several
 * processes: changes are added to the stored ratings, so none is lost, and rows are locked in the same order everywhere.
 */
export function rateQueuedAnswers(db: Kysely<Tables>): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows: taken } = await sql<{ user_id: UserId; question_id: QuestionId; is_right: boolean }>`
      delete from unrated_answer where ctid = any(array(
        select ctid from unrated_answer limit ${sql.lit(BATCH)} for update skip locked
      ))
      returning user_id, question_id, is_right`.execute(trx)
    if (taken.length === 0) return false
    const answers = await withRatings(trx, taken)
    if (answers.length > 0) await addChanges(trx, ratingChanges(answers))
    return taken.length === BATCH
  })
}

/**
 * The answers with the current ratings, and the accounts locked against being erased meanwhile. Answers of erased
 * accounts and deleted questions are left out.
 */
async function withRatings(
  trx: Transaction<Tables>,
  answers: readonly Pick<QueuedAnswer, 'user_id' | 'question_id' | 'is_right'>[],
): Promise<QueuedAnswer[]> {
  const { rows } = await sql<QueuedAnswer>`
    select queued.user_id, queued.question_id, queued.is_right, topic.group_name,
      question_rating.rating as question_rating, question_rating.answer_count as question_answers,
      player_group_rating.rating as player_rating, player_group_rating.answer_count as player_answers
    from json_to_recordset(${JSON.stringify(answers)}::json) as queued (user_id uuid, question_id uuid, is_right boolean)
    join app_user on app_user.id = queued.user_id
    join question on question.id = queued.question_id
    join topic on topic.id = question.topic_id
    left join question_rating on question_rating.question_id = question.id
    left join player_group_rating
      on player_group_rating.user_id = queued.user_id and player_group_rating.group_name = topic.group_name
    order by queued.user_id
    for key share of app_user`.execute(trx)
  return rows
}

/** What the answers change each rating by in all, if they are rated one after the other. */
function ratingChanges(answers: readonly QueuedAnswer[]): { questions: QuestionChange[]; players: PlayerChange[] } {
  const questions = new Map<QuestionId, QuestionChange>()
  const players = new Map<string, PlayerChange>()
  for (const answer of answers) {
    const { user_id, question_id, group_name, is_right } = answer
    const playerKey = `${user_id} ${group_name}`
    const question = questions.get(question_id) ?? { question_id, rating: 0, answer_count: 0, right_answer_count: 0 }
    const player = players.get(playerKey) ?? { user_id, group_name, rating: 0, answer_count: 0 }
    const before = {
      player: ratingAfter(answer.player_rating, answer.player_answers, player),
      question: ratingAfter(answer.question_rating, answer.question_answers, question),
    }
    const after = rateAnswer(before, is_right)
    questions.set(question_id, {
      question_id,
      rating: question.rating + after.question.rating - before.question.rating,
      answer_count: question.answer_count + 1,
      right_answer_count: question.right_answer_count + (is_right ? 1 : 0),
    })
    players.set(playerKey, {
      ...player,
      rating: player.rating + after.player.rating - before.player.rating,
      answer_count: player.answer_count + 1,
    })
  }
  return { questions: [...questions.values()], players: [...players.values()] }
}

/** The stored rating, or a new one, after the changes of this batch so far. */
function ratingAfter(
  stored: number | null,
  storedAnswers: number | null,
  change: { rating: number; answer_count: number },
): Rating {
  const { rating, answers } = stored === null ? NEW_RATING : { rating: stored, answers: storedAnswers ?? 0 }
  return { rating: rating + change.rating, answers: answers + change.answer_count }
}

async function addChanges(
  trx: Transaction<Tables>,
  { questions, players }: { questions: QuestionChange[]; players: PlayerChange[] },
): Promise<void> {
  // Questions first, then players, each in order, so that two transactions cannot deadlock: the count makes PostgreSQL
  // finish the questions.
  await sql`
    with rated as (
      insert into question_rating (question_id, rating, answer_count, right_answer_count)
      select * from json_to_recordset(${JSON.stringify(questions)}::json) as change
        (question_id uuid, rating double precision, answer_count integer, right_answer_count integer)
      order by question_id
      on conflict (question_id) do update set
        rating = question_rating.rating + excluded.rating,
        answer_count = question_rating.answer_count + excluded.answer_count,
        right_answer_count = question_rating.right_answer_count + excluded.right_answer_count
      returning question_id
    )
    insert into player_group_rating (user_id, group_name, rating, answer_count)
    select * from json_to_recordset(${JSON.stringify(players)}::json) as change
      (user_id uuid, group_name text, rating double precision, answer_count integer)
    where (select count(*) from rated) > 0
    order by user_id, group_name
    on conflict (user_id, group_name) do update set
      rating = player_group_rating.rating + excluded.rating,
      answer_count = player_group_rating.answer_count + excluded.answer_count`.execute(trx)
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
