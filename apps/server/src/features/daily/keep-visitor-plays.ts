import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { PLAUSIBLE_ANSWER_MS } from '@quizmaster/contract/limits'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { DailyAnswer, DailyPlayTable } from '../../infra/db/tables/daily.ts'
import type { StoredAnswer } from '../../infra/db/tables/questions.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { LocalDate } from '../../infra/local-date.ts'
import { hashOfToken } from '../../infra/random-token.ts'
import { type GivenAnswer, recordAnswers } from '../answers/answer-log.ts'
import { award, type Awarded } from '../progress/awards.ts'
import { recordRevealed } from '../questions/revealed-questions.ts'
import { lockNewPlays } from './play.ts'

export interface KeepDeps {
  db: Kysely<Tables>
  clock: Clock
  /** Notifies the player of points that have been committed. */
  announce(awarded: Awarded): void
}

/**
 * Moves a visitor's plays to the account that they now have, with the points, for the dates that the account has not
 * begun itself. Other plays are deleted. Returns the dates moved.
 */
export async function keepVisitorPlays(deps: KeepDeps, userId: UserId, visitor: string): Promise<LocalDate[]> {
  const { kept, awarded } = await inTransaction(deps.db, async (trx) => {
    const visitorHash = hashOfToken(visitor)
    await lockNewPlays(trx, userId)
    const plays = await trx
      .selectFrom('daily_play')
      .selectAll()
      .where('visitor_hash', '=', visitorHash)
      .orderBy('date')
      .forUpdate()
      .execute()
    if (plays.length === 0) return { kept: [], awarded: null }
    const { rows } = await sql<{ id: string }>`
      update daily_play set user_id = app_user.id, visitor_hash = null
      from app_user
      where app_user.id = ${userId} and visitor_hash = ${visitorHash} and not exists (
        select from daily_play own where own.user_id = app_user.id and own.date = daily_play.date
      )
      returning daily_play.id`.execute(trx)
    await trx.deleteFrom('daily_play').where('visitor_hash', '=', visitorHash).execute()
    const keptIds = new Set(rows.map(({ id }) => id))
    const keptPlays = plays.filter(({ id }) => keptIds.has(id))
    const answers = await listAnswers(trx, keptPlays)
    await recordRevealed(trx, { userIds: [userId], questions: latestTimes(answers) })
    await recordAnswers(trx, deps.clock.now(), toLog(userId, answers))
    return { kept: keptPlays.map(({ date }) => date), awarded: await awardPoints(deps, trx, userId, keptPlays) }
  })
  if (awarded) deps.announce(awarded)
  return kept
}

type KeptPlay = Selectable<DailyPlayTable>

/** The points of all plays in one award. The account has none for these dates, because it had not begun them. */
async function awardPoints(
  { clock }: KeepDeps,
  trx: Transaction<Tables>,
  userId: UserId,
  plays: readonly KeptPlay[],
): Promise<Awarded | null> {
  const points = plays.reduce((sum, play) => sum + play.points, 0)
  if (points === 0) return null
  const isTooQuick = plays.some(({ answers }) => answers.some(({ ms }) => ms < PLAUSIBLE_ANSWER_MS))
  const cause = `daily:${plays[0]?.date}:visitor:${plays[0]?.id}`
  return award(trx, { userId, cause, points, atMs: clock.now(), isTooQuick })
}

interface KeptAnswer {
  question: { id: QuestionId; answers: StoredAnswer[] }
  answer: DailyAnswer
  isTimed: boolean
}

/** The answers of all plays. Two dates may have a question in common. */
async function listAnswers(trx: Transaction<Tables>, plays: readonly KeptPlay[]): Promise<KeptAnswer[]> {
  const dates = plays.map(({ date }) => date)
  const { rows } = await sql<{ date: string; number: number; id: QuestionId; answers: StoredAnswer[] }>`
    select daily_day.date, asked.number::integer as number, question.id, question.answers
    from daily_day
    cross join lateral jsonb_array_elements_text(question_ids) with ordinality as asked (id, number)
    join question on question.id = asked.id::uuid
    where daily_day.date in (select jsonb_array_elements_text(${JSON.stringify(dates)}::jsonb))`.execute(trx)
  const byPlace = new Map(rows.map((row) => [`${row.date} ${row.number}`, row]))
  return plays.flatMap(({ date, answers, has_clock: isTimed }) =>
    answers.flatMap((answer, index) => {
      const question = byPlace.get(`${date} ${index + 1}`)
      return question ? [{ question, answer, isTimed }] : []
    }),
  )
}

/** Each question with the time of its latest answer. */
function latestTimes(answers: readonly KeptAnswer[]): { id: QuestionId; atMs: number }[] {
  const atMs = new Map<QuestionId, number>()
  for (const { question, answer } of answers) atMs.set(question.id, Math.max(answer.at, atMs.get(question.id) ?? 0))
  return [...atMs].map(([id, at]) => ({ id, atMs: at }))
}

/** The answers for the log: of several to one question, that of the latest date. */
function toLog(userId: UserId, answers: readonly KeptAnswer[]): GivenAnswer[] {
  const byQuestion = new Map<QuestionId, GivenAnswer>()
  for (const { question, answer, isTimed } of answers) {
    byQuestion.set(question.id, {
      userId,
      questionId: question.id,
      source: 'daily',
      choice: question.answers.find(({ id }) => id === answer.choice)?.text ?? null,
      isRight: answer.is_right,
      ms: answer.ms,
      isTimed,
    })
  }
  return [...byQuestion.values()]
}
