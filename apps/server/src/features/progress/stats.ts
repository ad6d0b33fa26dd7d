import type { Stats } from '@quizmaster/contract/http/stats'
import type { UserId } from '@quizmaster/contract/ids'
import { progressOf } from '@quizmaster/engine/levels'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

/** Level, rank and points of a player; zeros before the first award (contract 3). */
export async function getStats(db: Kysely<Tables>, userId: UserId): Promise<Stats> {
  const row = await db
    .selectFrom('user_progress')
    .select(['total_points', 'last_earned_points'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { total_points, last_earned_points } = row ?? { total_points: 0, last_earned_points: 0 }
  return { ...progressOf(total_points), last_earned_points, total_points }
}
