import type { UserStatsEvents } from '@quizmaster/contract/channels/user-stats'
import type { Stats } from '@quizmaster/contract/http/stats'
import type { UserId } from '@quizmaster/contract/ids'
import { progressOf } from '@quizmaster/engine/levels'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { Awarded } from './awards.ts'

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

/** Sends an event to all of a player's open devices. It may get lost: the database is the source of truth. */
export type NotifyPlayer = <Name extends keyof UserStatsEvents>(
  userId: UserId,
  event: Name,
  payload: UserStatsEvents[Name],
) => void

/** Sends the new stats and, if a level or rank was reached, its event (contract 5). Call it after the commit. */
export async function announceAward(db: Kysely<Tables>, notify: NotifyPlayer, awarded: Awarded): Promise<void> {
  notify(awarded.userId, 'user_stats_update', await getStats(db, awarded.userId))
  if (!awarded.levelEvent) return
  const { event, ...reached } = awarded.levelEvent
  notify(awarded.userId, event, reached)
}
