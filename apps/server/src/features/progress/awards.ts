import { randomUUID } from 'node:crypto'
import type { UserId } from '@quizmaster/contract/ids'
import { type LevelEvent, levelEvent } from '@quizmaster/engine/levels'
import { type Transaction, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { weekStart } from './week.ts'

/** Points for something that happened. The same cause never earns twice. */
export interface Award {
  userId: UserId
  cause: string
  /** More than 0. */
  points: number
  atMs: number
}

/** What an award did: announce it once the transaction has committed. */
export interface Awarded {
  userId: UserId
  levelEvent: LevelEvent | null
}

/**
 * Writes an award and adds it to the running totals, in the caller's transaction (contract 5). Null when the cause had
 * earned before. Awards of one player wait for each other.
 */
export async function award(trx: Transaction<Tables>, { userId, cause, points, atMs }: Award): Promise<Awarded | null> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('point_award')
    .values({ id: randomUUID(), user_id: userId, cause, points, earned_at: atMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return null
  const week = weekStart(atMs)
  const { total_points } = await trx
    .insertInto('user_progress')
    .columns(['user_id', 'total_points', 'last_earned_points', 'week_start', 'week_points', 'is_listed'])
    .expression((build) =>
      build
        .selectFrom('app_user')
        .select(['id', sql.val(points).as('total'), sql.val(points).as('last'), sql.val(week).as('week')])
        .select([sql.val(points).as('week_points'), 'show_on_leaderboard'])
        .where('id', '=', userId)
        .forShare(),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({
        total_points: sql`user_progress.total_points + excluded.total_points`,
        last_earned_points: row.ref('excluded.last_earned_points'),
        week_start: row.ref('excluded.week_start'),
        week_points: sql`excluded.week_points + case when user_progress.week_start = excluded.week_start then user_progress.week_points else 0 end`,
      })),
    )
    .returning('total_points')
    .executeTakeFirstOrThrow()
  return { userId, levelEvent: levelEvent(total_points - points, total_points) }
}

/** How many awards a player has had since a moment. Until the transaction ends no other of theirs can be counted. */
export async function countAwardsSince(trx: Transaction<Tables>, userId: UserId, sinceMs: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`awards of ${userId}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('point_award')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('earned_at', '>', sinceMs)
    .executeTakeFirstOrThrow()
  return count
}
