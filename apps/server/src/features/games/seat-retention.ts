import type { GameId } from '@quizmaster/contract/ids'
import { watcherIdsOf } from '@quizmaster/engine/game-state'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { GameRunner } from './game-runner.ts'
import type { GameTransaction } from './game-transaction.ts'

/** Games per transaction: few, so that other players wait only a few milliseconds. */
const BATCH = 5

/**
 * Removes the watchers from a few archived games. A process of the previous version doesn't know about seats, so it
 * leaves them in the games that it archives during an upgrade. Returns whether there may be more.
 */
export function sweepSeats(gameRunner: Pick<GameRunner, 'transact'>): Promise<boolean> {
  return gameRunner.transact(async (games) => {
    const ids = await listArchivedWithSeats(games.trx)
    // In the order of their ids, like everything else that locks several games.
    for (const id of ids) await sweepSeatsOf(games, id)
    return ids.length === BATCH
  })
}

async function listArchivedWithSeats(db: Kysely<Tables>): Promise<GameId[]> {
  const rows = await db
    .selectFrom('game_seat')
    .innerJoin('game', 'game.id', 'game_seat.game_id')
    .select('game.id')
    .distinct()
    .where('game.status', '=', 'archived')
    .orderBy('game.id')
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id as GameId)
}

async function sweepSeatsOf(games: GameTransaction, id: GameId): Promise<void> {
  let game = await games.find(id)
  if (!game) return
  for (const userId of watcherIdsOf(game.state)) {
    const stepped = await games.step(game, { type: 'seat_left', userId })
    game = stepped.game
  }
  // Rows without a seat in the game's state.
  await games.trx.deleteFrom('game_seat').where('game_id', '=', id).execute()
}
