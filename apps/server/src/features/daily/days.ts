import { DAILY_APART_DAYS, DAILY_QUESTIONS } from '@quizmaster/contract/limits'
import type { QuestionId, TopicId } from '@quizmaster/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { holdLock, inTransaction } from '../../infra/db/transaction.ts'
import { addDays, daysBetween, earliestDateAt, type LocalDate, localDateAt } from '../../infra/local-date.ts'
import { Refusal } from '../../refusal.ts'
import type { NewRng } from '../questions/draw-questions.ts'
import { type DailyCandidate, drawDay } from './draw-day.ts'

export interface DailyDaysDeps {
  db: Kysely<Tables>
  clock: Clock
  newRng: NewRng
}

/** The dates that a player may open: from the site's first to the player's today. */
export interface OpenDates {
  first: LocalDate
  today: LocalDate
}

/**
 * The dates that have begun in a time zone. Draws the ten of each date that has none yet, in order, so that the archive
 * has no gaps; the lock lets only one process do so. @throws not_found while the bank has fewer than ten questions
 */
export async function openDates(deps: DailyDaysDeps, timeZone: string): Promise<OpenDates> {
  const today = localDateAt(deps.clock.now(), timeZone)
  const drawn = await findDrawnDates(deps.db)
  if (drawn && drawn.last >= today) return { first: drawn.first, today }
  return inTransaction(deps.db, async (trx) => {
    await holdLock(trx, 'daily days')
    const before = await findDrawnDates(trx)
    const from = before ? addDays(before.last, 1) : earliestDateAt(deps.clock.now())
    await drawDays(deps, trx, { from, to: today })
    return { first: before?.first ?? from, today }
  })
}

/** @throws not_found for a date before the first, too_early for one that has not begun */
export function checkIsOpen({ first, today }: OpenDates, date: LocalDate): void {
  if (date > today) throw new Refusal('too_early')
  if (date < first) throw new Refusal('not_found')
}

async function findDrawnDates(db: Kysely<Tables>): Promise<{ first: LocalDate; last: LocalDate } | null> {
  const { first, last } = await db
    .selectFrom('daily_day')
    .select((build) => [build.fn.min('date').as('first'), build.fn.max('date').as('last')])
    .executeTakeFirstOrThrow()
  return first && last ? { first, last } : null
}

async function drawDays(
  { clock, newRng }: DailyDaysDeps,
  trx: Transaction<Tables>,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<void> {
  // Another process has drawn them in the meantime.
  if (from > to) return
  const candidates = await listCandidates(trx)
  if (candidates.length < DAILY_QUESTIONS) throw new Refusal('not_found')
  const lastUsed = await listLastUsed(trx, from)
  const rng = newRng()
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, number) => {
    for (const [id, used] of lastUsed) if (number - used >= DAILY_APART_DAYS) lastUsed.delete(id)
    const questionIds = drawDay({ candidates, lastUsed, rng })
    for (const id of questionIds) lastUsed.set(id, number)
    return { date: addDays(from, number), question_ids: JSON.stringify(questionIds), drawn_at: clock.now() }
  })
  await trx.insertInto('daily_day').values(days).execute()
}

async function listCandidates(db: Kysely<Tables>): Promise<DailyCandidate[]> {
  const rows = await db
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .select(['question.id', 'question.topic_id', 'question.difficulty'])
    .where('question.is_active', '=', true)
    .where('topic.is_active', '=', true)
    .orderBy('question.id')
    .execute()
  return rows.map((row) => ({
    id: row.id as QuestionId,
    topicId: row.topic_id as TopicId,
    difficulty: row.difficulty,
  }))
}

/** When the questions of the days before `from` were last used, in days after `from`: negative numbers. */
async function listLastUsed(db: Kysely<Tables>, from: LocalDate): Promise<Map<QuestionId, number>> {
  const days = await db
    .selectFrom('daily_day')
    .select(['date', 'question_ids'])
    .where('date', '>', addDays(from, -DAILY_APART_DAYS))
    .orderBy('date')
    .execute()
  return new Map(days.flatMap(({ date, question_ids }) => question_ids.map((id) => [id, daysBetween(from, date)])))
}
