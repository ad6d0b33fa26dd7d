import type { GameId, UserId } from '@quizmaster/contract/ids'
import { findSeat, type GameState, type Seat, watcherIdsOf } from '@quizmaster/engine/game-state'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { findGame, type GameVersion } from './game-store.ts'

/** Writes the seats that a step has changed, as the game's state has them. A user who takes one gives up another. */
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

/** The game that a user plays and the one that they watch. */
export interface PlaceIds {
  playedId: GameId | null
  watchedId: GameId | null
}

export async function findPlaceIds(db: Kysely<Tables>, userId: UserId): Promise<PlaceIds> {
  const { rows } = await sql<PlaceIds>`
    select (select game_id from game_member where user_id = ${userId}) as "playedId",
      (select game_id from game_seat where user_id = ${userId}) as "watchedId"`.execute(db)
  return rows[0] ?? { playedId: null, watchedId: null }
}

/** Those of these seats whose users play in no game. Both may be true while a process of the previous version runs. */
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

/** The game that a user watches, as the export of their data has it; null if they watch none. */
export async function exportSeat(db: Kysely<Tables>, userId: UserId) {
  const { watchedId } = await findPlaceIds(db, userId)
  const game = watchedId && (await findGame(db, watchedId))
  const seat = game ? findSeat(game.state, userId) : null
  return seat && { game_id: watchedId, name_shown: seat.name, since: seat.sinceMs }
}
