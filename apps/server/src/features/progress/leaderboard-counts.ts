import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { WEEK_MS, weekStart } from './awards.ts'

/** Changes per statement. */
const BATCH = 5_000

/** The id of the all-time leaderboard. The board of a week has its start as its id. */
export const ALL_TIME = 0

/** Each change as two rows for each board it concerns: one player fewer at the old points, one more at the new ones. */
const MOVES = sql`lateral (values
    (${sql.lit(ALL_TIME)}::bigint, points_before, -1),
    (${sql.lit(ALL_TIME)}::bigint, points_after, 1),
    (week_before, week_points_before, -1),
    (week_after, week_points_after, 1)
  ) as move (board, points, players)`

/**
 * The position that each number of points has on a board: one more than the number of players with more points. Takes
 * the same time however many players there are: it adds up the counts of whole thousands, those of single points in one
 * thousand, and the changes of the last second.
 */
export async function findPositions(db: Kysely<Tables>, board: number, points: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select 1 + coalesce(counted.players, 0) + coalesce(changed.players, 0) as position
    from json_array_elements_text(${JSON.stringify(points)}::json) with ordinality as given (points, number)
    cross join lateral (select given.points::integer as points) as asked
    cross join lateral (
      select sum(players) as players from leaderboard_count
      where board = ${board}::bigint and (
        (width = 1000 and from_points > asked.points) or
        (width = 1 and from_points > asked.points and from_points < (asked.points / 1000 + 1) * 1000)
      )
    ) as counted
    cross join lateral (
      select sum(move.players) as players from leaderboard_change cross join ${MOVES}
      where move.board = ${board}::bigint and move.points > asked.points
    ) as changed
    order by given.number`.execute(db)
  return rows.map(({ position }) => position)
}

/**
 * Adds a batch of changes to the counts, in one statement, so that positions are exact at any moment. Returns whether
 * there may be more. Safe to run on several processes.
 */
export async function countChanges({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Promise<boolean> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from leaderboard_change where ctid = any(array(
        select ctid from leaderboard_change limit ${BATCH} for update skip locked
      ))
      returning *
    ),
    moved as (
      select move.board, move.points, sum(move.players) as players from taken cross join ${MOVES}
      where move.points > 0 and (move.board = ${ALL_TIME} or move.board >= ${oldestBoard(clock.now())})
      group by 1, 2
    ),
    counted as (
      insert into leaderboard_count (board, width, from_points, players)
      select board, width, points / width * width, sum(players)
      from moved cross join (values (1), (1000)) as widths (width)
      group by 1, 2, 3
      having sum(players) <> 0
      -- In a fixed order, so that two processes cannot deadlock.
      order by 1, 2, 3
      on conflict (board, width, from_points) do update set players = leaderboard_count.players + excluded.players
    )
    select count(*) as taken from taken`.execute(db)
  return rows[0]?.taken === BATCH
}

/** Deletes the counts of past weeks, and those that are down to zero. */
export async function sweepCounts({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Promise<void> {
  await sql`
    delete from leaderboard_count
    where players = 0 or (board <> ${ALL_TIME} and board < ${oldestBoard(clock.now())})`.execute(db)
}

/** Last week's, because the clocks of processes may differ. */
function oldestBoard(nowMs: number): number {
  return weekStart(nowMs) - WEEK_MS
}
