import type { Comparison, DailyArchive, DailyDay, ReviewedAnswer } from '@quizmaster/contract/http/daily'
import type { QuestionId } from '@quizmaster/contract/ids'
import { DAILY_COMPARED_PLAYERS, DAILY_QUESTIONS } from '@quizmaster/contract/limits'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { LocalDate } from '../../infra/local-date.ts'
import { type DailyCaller, isPlayOf, userOf } from './callers.ts'
import { checkIsOpen, type DailyDaysDeps, openDates } from './days.ts'
import { findPlay, playView, type StoredPlay } from './play.ts'
import { getWeeks } from './player-weeks.ts'
import { earliestOnTimeDate } from './weeks.ts'

interface DayRequest {
  /** Null for a visitor who has played nothing yet. */
  caller: DailyCaller | null
  timeZone: string
}

/**
 * A date's Daily Ten as the caller has played it, with their weeks. The questions are left out until all are answered.
 * @param request.date today if it is missing. @throws not_found, too_early (see `openDates`)
 */
export async function getDay(
  deps: DailyDaysDeps,
  request: DayRequest & { date?: LocalDate | undefined },
): Promise<DailyDay> {
  const { db } = deps
  const { caller, timeZone } = request
  const dates = await openDates(deps, timeZone)
  const date = request.date ?? dates.today
  checkIsOpen(dates, date)
  const play = caller ? await findPlay(db, caller, date) : undefined
  const userId = caller ? userOf(caller) : null
  const weeks = userId ? await getWeeks(deps, { userId, timeZone }) : null
  return {
    date,
    today: dates.today,
    first_date: dates.first,
    grace_date: await findGraceDate(deps, request, dates),
    has_clock: play?.has_clock ?? (await findLastClock(db, caller)),
    play: play ? playView(play) : null,
    result:
      play && play.finished_at !== null
        ? { answers: await reviewAnswers(db, play), comparison: await compare(db, date) }
        : null,
    weeks: weeks?.are_shown ? weeks : null,
  }
}

/** Yesterday, while it counts for its week and the caller has not finished it. */
async function findGraceDate(
  { db, clock }: DailyDaysDeps,
  { caller, timeZone }: DayRequest,
  { first, today }: { first: LocalDate; today: LocalDate },
): Promise<LocalDate | null> {
  const earliestOnTime = earliestOnTimeDate(clock.now(), timeZone)
  if (earliestOnTime === today || earliestOnTime < first) return null
  const play = caller ? await findPlay(db, caller, earliestOnTime) : undefined
  return play && play.finished_at !== null ? null : earliestOnTime
}

/** Whether the caller had the clock on last time; true if they are new. */
async function findLastClock(db: Kysely<Tables>, caller: DailyCaller | null): Promise<boolean> {
  if (!caller) return true
  const last = await db
    .selectFrom('daily_play')
    .select('has_clock')
    .where((build) => isPlayOf(caller)(build))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.has_clock ?? true
}

/** The questions in their present wording, with the choices and verdicts of the play. */
async function reviewAnswers(db: Kysely<Tables>, play: StoredPlay): Promise<ReviewedAnswer[]> {
  const rows = await db
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .select(['question.id', 'question.text', 'question.answers', 'correct_answer_id', 'description'])
    .select('topic.text as topic')
    .where('question.id', 'in', play.question_ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return play.answers.flatMap((given, index) => {
    const row = byId.get(play.question_ids[index] ?? '')
    if (!row) return []
    const textOf = (id: string | null) => row.answers.find((answer) => answer.id === id)?.text ?? null
    return [
      {
        text: row.text,
        topic: row.topic,
        answers: row.answers.map(({ text }) => text),
        chosen: textOf(given.choice),
        correct: textOf(row.correct_answer_id) ?? '',
        is_right: given.is_right,
        time_spent: given.ms,
        description: row.description,
        question_id: row.id as QuestionId,
      },
    ]
  })
}

/**
 * How many players got how many right; null if only a few have played. Visitors, who may be one person, don't count.
 */
async function compare(db: Kysely<Tables>, date: LocalDate): Promise<Comparison | null> {
  const rows = await db
    .selectFrom('daily_play')
    .select('right_count')
    .select((build) => build.fn.countAll<number>().as('players'))
    .where('date', '=', date)
    .where('finished_at', 'is not', null)
    .where('user_id', 'is not', null)
    .groupBy('right_count')
    .execute()
  const players = rows.reduce((sum, row) => sum + row.players, 0)
  if (players < DAILY_COMPARED_PLAYERS) return null
  const byScore = new Map(rows.map((row) => [row.right_count, row.players]))
  return { players, counts: Array.from({ length: DAILY_QUESTIONS + 1 }, (_, score) => byScore.get(score) ?? 0) }
}

/** The dates in the archive, and the caller's plays. @throws not_found (see `openDates`) */
export async function getArchive(deps: DailyDaysDeps, { caller, timeZone }: DayRequest): Promise<DailyArchive> {
  const { first, today } = await openDates(deps, timeZone)
  const plays = caller
    ? await deps.db
        .selectFrom('daily_play')
        .select(['date', 'right_count', 'finished_at'])
        .where((build) => isPlayOf(caller)(build))
        .orderBy('date')
        .execute()
    : []
  return {
    first_date: first,
    today,
    plays: plays.map(({ date, right_count, finished_at }) => ({
      date,
      right_count,
      is_finished: finished_at !== null,
    })),
  }
}
