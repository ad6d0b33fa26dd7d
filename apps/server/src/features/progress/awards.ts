import { randomUUID } from 'node:crypto'
import type { UserId } from '@quizmaster/contract/ids'
import { WEEK_PRACTICE_POINTS_PER_DAY } from '@quizmaster/contract/limits'
import { type LevelEvent, levelEvent } from '@quizmaster/engine/levels'
import { type RawBuilder, type Transaction, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { DAY_MS } from '../../infra/clock.ts'
import { holdLock } from '../../infra/db/transaction.ts'

export const WEEK_MS = 7 * DAY_MS
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Monday 00:00 UTC of the week of a moment, both in epoch milliseconds (contract 3, leaderboard). */
export function weekStart(atMs: number): number {
  return Math.floor((atMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS
}

/** 00:00 UTC of the day of a moment, both in epoch milliseconds. */
function dayStart(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS
}

/** Points for a cause. The same cause never earns twice. */
export interface Award {
  userId: UserId
  cause: string
  /** More than 0. */
  points: number
  atMs: number
  /** Whether the answer was too quick for a person. Its points then don't count for the week. */
  isTooQuick?: boolean
}

/** The result of an award. Announce it after the commit. */
export interface Awarded {
  userId: UserId
  levelEvent: LevelEvent | null
}

/** As `awardAll`, for one award. Null if its cause has earned before. */
export async function award(trx: Transaction<Tables>, one: Award): Promise<Awarded | null> {
  const [awarded = null] = await awardAll(trx, one.atMs, [one])
  return awarded
}

/**
 * Adds awards to the ledger and to the running totals, in one statement of the caller's transaction (contract 5). No
 * player may have two; those whose cause has earned before are left out. Concurrent awards to one player wait for each
 * other. Points from practice and the Daily Ten count for the week up to a limit per UTC day, so that a script cannot
 * take over the week's leaderboard.
 */
export async function awardAll(
  trx: Transaction<Tables>,
  atMs: number,
  awards: readonly Omit<Award, 'atMs'>[],
): Promise<Awarded[]> {
  if (awards.length === 0) return []
  // In the order of the users, so that two transactions cannot deadlock.
  const given = awards
    .map(({ userId, cause, points, isTooQuick = false }) => ({
      id: randomUUID(),
      user_id: userId,
      cause,
      points,
      is_too_quick: isTooQuick,
    }))
    .toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1))
  const { rows } = await sql<{ user_id: UserId; points: number; total_points: number }>`
    with earned as (
      insert into point_award (id, user_id, cause, points, earned_at, counts_for_week)
      select given.id, given.user_id, given.cause, given.points, ${atMs}::bigint,
        not given.is_too_quick and (not (${isLimited(sql`given.cause`)}) or given.points + coalesce((
          select practice_day_points from user_progress
          where user_progress.user_id = given.user_id and practice_day = ${dayStart(atMs)}::bigint
        ), 0) <= ${WEEK_PRACTICE_POINTS_PER_DAY}::integer)
      from json_to_recordset(${JSON.stringify(given)}::json) as given
        (id uuid, user_id uuid, cause text, points integer, is_too_quick boolean)
      on conflict (user_id, cause) do nothing
      returning user_id, points, case when counts_for_week then points else 0 end as week_points,
        counts_for_week and ${isLimited(sql`cause`)} as is_week_practice
    )
    insert into user_progress (user_id, total_points, last_earned_points, week_start, week_points, practice_day,
      practice_day_points, is_listed)
    select earned.user_id, earned.points, earned.points, ${weekStart(atMs)}::bigint, earned.week_points,
      case when is_week_practice then ${dayStart(atMs)}::bigint else 0 end,
      case when is_week_practice then earned.points else 0 end,
      account.show_on_leaderboard
    from earned cross join lateral (
      select show_on_leaderboard from app_user where app_user.id = earned.user_id for share
    ) as account
    on conflict (user_id) do update set
      total_points = user_progress.total_points + excluded.total_points,
      last_earned_points = excluded.last_earned_points,
      week_start = excluded.week_start,
      week_points = excluded.week_points +
        case when user_progress.week_start = excluded.week_start then user_progress.week_points else 0 end,
      practice_day = greatest(user_progress.practice_day, excluded.practice_day),
      practice_day_points = excluded.practice_day_points +
        case when excluded.practice_day > user_progress.practice_day then 0 else user_progress.practice_day_points end
    returning user_id, last_earned_points as points, total_points`.execute(trx)
  return rows.map((row) => ({
    userId: row.user_id,
    levelEvent: levelEvent(row.total_points - row.points, row.total_points),
  }))
}

/** Whether the points of a cause count for the week only up to a limit. */
function isLimited(cause: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${cause} like 'practice:%' or ${cause} like 'daily:%')`
}

/** How many awards a player has had since a moment. Concurrent calls for the same player wait for this transaction. */
export async function countAwardsSince(trx: Transaction<Tables>, userId: UserId, sinceMs: number): Promise<number> {
  await holdLock(trx, `awards of ${userId}`)
  const { count } = await trx
    .selectFrom('point_award')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('earned_at', '>', sinceMs)
    .executeTakeFirstOrThrow()
  return count
}
