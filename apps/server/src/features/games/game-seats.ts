import type { GameId, UserId } from '@quizmaster/contract/ids'
import { findSeat, type GameState, type Seat, watcherIdsOf } from '@quizmaster/engine/game-state'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { findGame, type GameVersion } from './game-store.ts'

/** Stores the seats that a step has changed. A user who takes a seat gives up any other. */
export async function saveSeats(trx: Transaction<Tables>, before: GameState, after: GameState): Promise<void> {
  const earlier = watcherIdsOf(before)
  const present = watcherIdsOf(after)
  const left = earlier.filter((userId) => !present.includes(userId))
  const taken = present.filter((userId) => !earlier.includes(userId))
  if (left.length > 0) {
    await trx.deleteFrom('game_seat').where('game_id', '=', after.id).where('user_id', 'in', left).execute()
  }
  if (taken.length > 0) {
    await trx
      .insertInto('game_seat')
      .values(taken.map((user_id) => ({ user_id, game_id: after.id })))
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ game_id: after.id }))
      .execute()
  }
}

/** The ids of the game that a user plays and of the one they watch. */
export interface UserGameIds {
  playedId: GameId | null
  watchedId: GameId | null
}

export async function findUserGameIds(db: Kysely<Tables>, userId: UserId): Promise<UserGameIds> {
  const { rows } = await sql<UserGameIds>`
    select (select game_id from game_member where user_id = ${userId}) as "playedId",
      (select game_id from game_seat where user_id = ${userId}) as "watchedId"`.execute(db)
  return rows[0] ?? { playedId: null, watchedId: null }
}

/** The seats whose users play in no game. A process of the previous version may let a user do both. */
export async function listFreeSeats(trx: Transaction<Tables>, seats: readonly Seat[]): Promise<readonly Seat[]> {
  if (seats.length === 0) return seats
  const players = await trx
    .selectFrom('game_member')
    .select('user_id')
    .where(
      'user_id',
      'in',
      seats.map(({ userId }) => userId),
    )
    .execute()
  const playing = new Set(players.map(({ user_id }) => user_id))
  return seats.filter(({ userId }) => !playing.has(userId))
}

/** The game that each of these users watches; null for a user who watches none. */
export async function listWatchedGames(
  db: Kysely<Tables>,
  userIds: readonly UserId[],
): Promise<(GameVersion | null)[]> {
  const { rows } = await sql<GameVersion & { user_id: UserId }>`
    select game_seat.user_id, game.id, game.version
    from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as asked (user_id)
    join game_seat on game_seat.user_id = asked.user_id::uuid
    join game on game.id = game_seat.game_id`.execute(db)
  const found = new Map(rows.map(({ user_id, id, version }) => [user_id, { id, version }]))
  return userIds.map((userId) => found.get(userId) ?? null)
}

/** The game that a user watches, for the account export; null if they watch none. */
export async function exportSeat(db: Kysely<Tables>, userId: UserId) {
  const { watchedId } = await findUserGameIds(db, userId)
  const game = watchedId && (await findGame(db, watchedId))
  const seat = game ? findSeat(game.state, userId) : null
  return seat && { game_id: watchedId, name_shown: seat.name, since: seat.sinceMs }
}
