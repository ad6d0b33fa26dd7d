import type { Leaderboard, LeaderboardRow } from '@quizmaster/contract/http/stats'
import type { UserId } from '@quizmaster/contract/ids'
import { progressOf } from '@quizmaster/engine/levels'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { playerName } from '../accounts/player-name.ts'
import { weekStart } from './awards.ts'
import { ALL_TIME, findPositions } from './leaderboard-counts.ts'

const TOP_ROWS = 50
const ROWS_EACH_SIDE = 5

interface LeaderboardDeps {
  db: Kysely<Tables>
  clock: { now(): number }
}

interface LeaderboardQuery {
  period: 'week' | 'all'
  /** Whether to list the rows around the player instead of the top. */
  around: boolean
  userId: UserId | null
}

interface Entry {
  user_id: string
  points: number
  total_points: number
  display_name: string | null
  player_number: number
}

/** One leaderboard: which points count, and the condition of the index that orders by them. */
interface Board {
  /** The board's id in `leaderboard_count`. */
  id: number
  points: RawBuilder<number>
  condition: RawBuilder<boolean>
}

/**
 * The players with the most points of all time or since Monday 00:00 UTC. Ties share a position (1, 1, 3). Players who
 * opted out or have no points are not listed. `me` is the caller's own row if they are listed (contract 3).
 */
export async function getLeaderboard({ db, clock }: LeaderboardDeps, query: LeaderboardQuery): Promise<Leaderboard> {
  const board = boardOf(query.period, clock.now())
  const mine = query.userId ? await findEntry(db, board, query.userId) : null
  if (query.around) {
    if (!mine) return { rows: [], me: null }
    const above = (await listFrom(db, board, mine, 'up', ROWS_EACH_SIDE)).toReversed()
    const below = await listFrom(db, board, mine, 'down', ROWS_EACH_SIDE)
    const entries = [...above, mine, ...below]
    const rows = numbered(entries, await findPositions(db, board.id, firstTwo(entries)))
    return { rows, me: rows[above.length] ?? null }
  }
  const top = await listFrom(db, board, null, 'down', TOP_ROWS)
  const [position] = mine ? await findPositions(db, board.id, [mine.points]) : []
  return { rows: numbered(top, [1]), me: mine && position !== undefined ? toRow(mine, position) : null }
}

function boardOf(period: 'week' | 'all', nowMs: number): Board {
  const week = weekStart(nowMs)
  return period === 'all'
    ? { id: ALL_TIME, points: sql`p.total_points`, condition: sql`p.is_listed and p.total_points > 0` }
    : {
        id: week,
        points: sql`p.week_points`,
        condition: sql`p.is_listed and p.week_points > 0 and p.week_start = ${week}`,
      }
}

const columns = (board: Board) => sql`p.user_id, ${board.points} as points, p.total_points,
  u.display_name, u.player_number`

async function findEntry(db: Kysely<Tables>, board: Board, userId: UserId): Promise<Entry | null> {
  const { rows } = await sql<Entry>`
    select ${columns(board)} from user_progress p join app_user u on u.id = p.user_id
    where ${board.condition} and p.user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Rows after (`down`) or before (`up`) an entry, ordered by points descending, then id; from the top without one. */
async function listFrom(db: Kysely<Tables>, board: Board, from: Entry | null, direction: 'up' | 'down', limit: number) {
  const { points } = board
  const [next, order] =
    direction === 'down' ? [sql`>`, sql`${points} desc, p.user_id`] : [sql`<`, sql`${points}, p.user_id desc`]
  const few = (range: RawBuilder<unknown>) => sql`(
    select * from user_progress p where ${board.condition} and ${range} order by ${order} limit ${sql.lit(limit)}
  )`
  // Players who tie are read apart from the others, so that each part is a short range of the index, however many tie.
  const rows = from
    ? sql`${few(sql`${points} = ${from.points} and p.user_id ${next} ${from.user_id}`)}
        union all ${few(direction === 'down' ? sql`${points} < ${from.points}` : sql`${points} > ${from.points}`)}`
    : few(sql`true`)
  const listed = await sql<Entry>`
    select ${columns(board)} from (
      select * from (${rows}) p order by ${order} limit ${sql.lit(limit)}
    ) p join app_user u on u.id = p.user_id order by ${order}`.execute(db)
  return listed.rows
}

/** The two highest numbers of points, or the only one. */
function firstTwo(entries: readonly Entry[]): number[] {
  return [...new Set(entries.map(({ points }) => points))].slice(0, 2)
}

/**
 * Numbers consecutive rows. `first` is the position of the first row's points; not all players with those points need
 * be among the rows. `second` is the position of the next lower points; without it, they all are.
 */
function numbered(entries: readonly Entry[], [first = 1, second]: readonly number[]): LeaderboardRow[] {
  const secondIndex = entries.findIndex(({ points }) => points !== entries[0]?.points)
  let position = first
  return entries.map((entry, index) => {
    if (index > 0 && entry.points !== entries[index - 1]?.points) {
      position = (second ?? first + secondIndex) + index - secondIndex
    }
    return toRow(entry, position)
  })
}

function toRow(entry: Entry, position: number): LeaderboardRow {
  const { level, rank_number } = progressOf(entry.total_points)
  return { position, name: playerName(entry), rank_number, level, points: entry.points }
}

/** Adds a player to the leaderboards, or removes them. */
export async function setListed(db: Kysely<Tables>, userId: UserId, isListed: boolean): Promise<void> {
  await db.updateTable('user_progress').set({ is_listed: isListed }).where('user_id', '=', userId).execute()
}
