import type { GameId, UserId } from '@quizmaster/contract/ids'
import type { Tables } from '../../infra/db/tables.ts'
import type { Transaction } from 'kysely'
import type { GameRunner } from './game-runner.ts'
import { listGameIdsOfPlayer } from './game-store.ts'
import type { GameTransaction } from './game-transaction.ts'

/** Games per transaction, so that other players wait for a few milliseconds at most. */
const BATCH = 5

/**
 * Takes a user out of the game they are in, which shows "Deleted player" instead, notifies those who play on, and gives
 * up their seat. Part of the transaction that deletes the account. Games they are no longer in are left to
 * `eraseNames`, because there may be any number of them.
 */
export async function erasePlayer(games: GameTransaction, userId: UserId): Promise<void> {
  const { played, watched } = await games.findUserGames(userId)
  for (const game of [played, watched]) if (game) await games.step(game, { type: 'player_erased', userId })
  await games.trx
    .insertInto('erased_player')
    .values({ user_id: userId, erased_at: games.nowMs })
    // Another call may be deleting the account at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Replaces the name of a deleted account with "Deleted player" in a few of the stored games that show it. Returns
 * whether there may be more. What is left to do is in the database, so any process can continue after a crash.
 */
export function eraseNames(gameRunner: GameRunner): Promise<boolean> {
  return gameRunner.transact(async (games) => {
    const userId = await findErasedPlayer(games.trx)
    if (!userId) return false
    const ids = await listGameIdsOfPlayer(games.trx, userId, { afterId: null, limit: BATCH })
    // In the order of their ids, like everything else that locks several games.
    for (const id of ids) await eraseFrom(games, id, userId)
    if (ids.length < BATCH) await games.trx.deleteFrom('erased_player').where('user_id', '=', userId).execute()
    return true
  })
}

/** Locks and returns an erased player; null if there is none that no other process is working on. */
async function findErasedPlayer(trx: Transaction<Tables>): Promise<UserId | null> {
  const row = await trx
    .selectFrom('erased_player')
    .select('user_id')
    .orderBy('erased_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? (row.user_id as UserId) : null
}

async function eraseFrom(games: GameTransaction, id: GameId, userId: UserId): Promise<void> {
  const game = await games.find(id)
  if (game) await games.step(game, { type: 'player_erased', userId })
  await games.trx.deleteFrom('game_player').where('user_id', '=', userId).where('game_id', '=', id).execute()
}
