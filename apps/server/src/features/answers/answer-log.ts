import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { AnswerSource, PlayerQuestionTable } from '../../infra/db/tables/answers.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { localDateAt } from '../../infra/local-date.ts'
import { cardAfter, type ReviewCard } from './review-card.ts'

/** The question bank has one language. */
const LANGUAGE = 'en'

/** The longest answer time that can be stored, 24 days: the column is a 32-bit integer. */
export const MAX_ANSWER_TIME_MS = 2 ** 31 - 1

/** An answer that counts: the first one to a serving, or to a question of a game or a Daily Ten. */
export interface GivenAnswer {
  userId: UserId
  questionId: QuestionId
  source: AnswerSource
  /** The text of the chosen answer; null if no answer came in time. */
  choice: string | null
  isRight: boolean
  /** How long the answer took, in ms. */
  ms: number
  /** Whether a clock ran. */
  isTimed: boolean
}

/** The columns of `player_question` that hold its review card; null where a left join finds no row. */
export type CardColumns = {
  [Column in 'stability' | 'difficulty' | 'right_in_a_row' | 'reviewed_on' | 'missed_on' | 'due_on']:
    | PlayerQuestionTable[Column]
    | null
}

export const CARD_COLUMNS = [
  'player_question.stability',
  'player_question.difficulty',
  'player_question.right_in_a_row',
  'player_question.reviewed_on',
  'player_question.missed_on',
  'player_question.due_on',
] as const satisfies `player_question.${keyof CardColumns}`[]

/**
 * Stores answers in the caller's transaction, with the changes to the players' questions and review cards. Takes two
 * statements for any number of answers. Answers of deleted accounts are left out. No player may have two answers to one
 * question. Accounts are locked in the order of their ids. `limit 1` makes the planner look up each account by its
 * index: it expects a hundred answers, so it would otherwise read the whole table up to some hundred thousand accounts.
 */
export async function recordAnswers(
  trx: Transaction<Tables>,
  atMs: number,
  answers: readonly GivenAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const asked = answers.map(({ userId, questionId }) => ({ user_id: userId, question_id: questionId }))
  const { rows } = await sql<CardColumns & { user_id: UserId; question_id: QuestionId; time_zone: string | null }>`
    select given.user_id, given.question_id, player.time_zone, stability, difficulty, right_in_a_row, reviewed_on,
      missed_on, due_on
    from (
      select * from json_to_recordset(${JSON.stringify(asked)}::json) as one (user_id uuid, question_id uuid)
      order by user_id
    ) as given
    cross join lateral (
      select time_zone from app_user where app_user.id = given.user_id limit 1 for key share
    ) as player
    left join player_question
      on player_question.user_id = given.user_id and player_question.question_id = given.question_id`.execute(trx)
  const before = new Map(rows.map((row) => [`${row.user_id} ${row.question_id}`, row]))
  const stored = answers.flatMap((answer) => {
    const row = before.get(`${answer.userId} ${answer.questionId}`)
    if (!row) return []
    return [{ ...toAnswerRow(answer, row, atMs), ms: answer.ms, is_timed: answer.isTimed }]
  })
  const given = sql`
    select *
    from json_to_recordset(${JSON.stringify(stored)}::json) as given (
      user_id uuid, question_id uuid, answered_at bigint, source text, choice text, is_right boolean, ms integer,
      is_timed boolean, stability double precision, difficulty double precision, right_in_a_row smallint,
      reviewed_on text, missed_on text, due_on text, learned_at bigint
    )`
  await sql`with ${answerLogCtes(given)} select 1`.execute(trx)
}

/** The row to store for an answer, with the review card that follows from it. */
export function toAnswerRow(
  { userId, questionId, source, choice, isRight }: Omit<GivenAnswer, 'ms' | 'isTimed'>,
  before: CardColumns & { time_zone: string | null },
  atMs: number,
) {
  const cardBefore = cardOf(before)
  // A right answer to a question that was never missed leaves nothing to schedule.
  const card =
    isRight && !cardBefore ? null : cardAfter(cardBefore, isRight, localDateAt(atMs, before.time_zone ?? 'UTC'))
  return {
    user_id: userId,
    question_id: questionId,
    answered_at: atMs,
    source,
    choice,
    is_right: isRight,
    stability: card?.stability ?? null,
    difficulty: card?.difficulty ?? null,
    right_in_a_row: card?.rightInARow ?? null,
    reviewed_on: card?.reviewedOn ?? null,
    missed_on: card?.missedOn ?? null,
    due_on: card?.dueOn ?? null,
    learned_at: card && card.dueOn === null ? atMs : null,
  }
}

/**
 * The common table expressions that store the answers returned by the query `given`, which has the columns of `answer`
 * and of the review card. An answer without a card leaves the stored card as it is, even if another answer is writing
 * it at the same time.
 */
export function answerLogCtes(given: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    given as (${given}),
    logged as (
      insert into answer (user_id, question_id, answered_at, source, choice, is_right, ms, is_timed, language)
      select user_id, question_id, answered_at, source, choice, is_right, ms, is_timed, ${LANGUAGE} from given
      on conflict do nothing
    ),
    counted as (
      insert into player_question (user_id, question_id, answer_count, right_count, is_last_right, first_answered_at,
        stability, difficulty, right_in_a_row, reviewed_on, missed_on, due_on, learned_at)
      select user_id, question_id, 1, is_right::integer, is_right, answered_at,
        stability, difficulty, right_in_a_row, reviewed_on, missed_on, due_on, learned_at
      from given
      order by user_id, question_id
      on conflict (user_id, question_id) do update set
        answer_count = player_question.answer_count + 1,
        right_count = player_question.right_count + excluded.right_count,
        is_last_right = excluded.is_last_right,
        stability = coalesce(excluded.stability, player_question.stability),
        difficulty = coalesce(excluded.difficulty, player_question.difficulty),
        right_in_a_row = coalesce(excluded.right_in_a_row, player_question.right_in_a_row),
        reviewed_on = coalesce(excluded.reviewed_on, player_question.reviewed_on),
        missed_on = coalesce(excluded.missed_on, player_question.missed_on),
        due_on = case when excluded.stability is null then player_question.due_on else excluded.due_on end,
        learned_at = case
          when excluded.stability is null then player_question.learned_at
          when excluded.due_on is null then coalesce(player_question.learned_at, excluded.learned_at)
        end
    )`
}

/** The review card in the columns of a row; null if the question was never missed. */
function cardOf({
  stability,
  difficulty,
  right_in_a_row,
  reviewed_on,
  missed_on,
  due_on,
}: CardColumns): ReviewCard | null {
  if (stability === null || difficulty === null || reviewed_on === null || missed_on === null) return null
  return {
    stability,
    difficulty,
    rightInARow: right_in_a_row ?? 0,
    reviewedOn: reviewed_on,
    missedOn: missed_on,
    dueOn: due_on,
  }
}
