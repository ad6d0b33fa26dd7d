import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

/**
 * A player's Daily Tens with the questions they have answered, and their settings and pauses. Questions that are still
 * to come are left out.
 */
export async function exportDaily(db: Kysely<Tables>, userId: UserId) {
  const plays = await db
    .selectFrom('daily_play')
    .innerJoin('daily_day', 'daily_day.date', 'daily_play.date')
    .select(['daily_play.date', 'has_clock', 'started_at', 'finished_at', 'points', 'is_on_time'])
    .select(['daily_play.answers', 'question_ids'])
    .where('user_id', '=', userId)
    .orderBy('daily_play.date')
    .execute()
  const answeredIds = plays.flatMap(({ answers, question_ids }) => question_ids.slice(0, answers.length))
  const questions = await listQuestions(db, [...new Set(answeredIds)])
  const pauses = await db
    .selectFrom('daily_pause')
    .select(['from_date', 'until_date'])
    .where('user_id', '=', userId)
    .orderBy('from_date')
    .execute()
  const player = await db
    .selectFrom('daily_player')
    .select('are_weeks_shown')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    are_weeks_shown: player?.are_weeks_shown ?? true,
    pauses,
    days: plays.map(({ answers, question_ids, is_on_time, ...play }) => ({
      ...play,
      counts_for_week: is_on_time,
      answers: answers.map(({ choice, is_right, ms, at }, index) => {
        const question = questions.get(question_ids[index] ?? '')
        const chosen = question?.answers.find(({ id }) => id === choice)?.text ?? null
        return { question: question?.text ?? null, chosen, is_right, time_spent: ms, answered_at: at }
      }),
    })),
  }
}

async function listQuestions(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db.selectFrom('question').select(['id', 'text', 'answers']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
