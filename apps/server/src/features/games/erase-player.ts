import type { GameId, UserId } from '@quizmaster/contract/ids'
import type { GameTransaction } from './game-transaction.ts'
import { findGameIdOf, listGameIdsOf } from './games.queries.ts'

const PAGE = 500

/**
 * Puts "Deleted player" in a user's place in every game that is kept, whatever its status; those who play on are told.
 * Part of the transaction that erases the account.
 */
export async function erasePlayer(games: GameTransaction, userId: UserId): Promise<void> {
  // They come into no other game meanwhile.
  await games.lockUser(userId)
  let afterId: GameId | null = null
  let isMore = true
  while (isMore) {
    const ids: GameId[] = await listGameIdsOf(games.trx, userId, { afterId, limit: PAGE })
    // In one order, as whoever else locks several does.
    for (const id of ids) await eraseIn(games, id, userId)
    afterId = ids.at(-1) ?? null
    isMore = ids.length === PAGE
  }
  // A rematch that was under way may have taken them along into a lobby that was not there a moment ago.
  const presentId = await findGameIdOf(games.trx, userId)
  if (presentId) await eraseIn(games, presentId, userId)
}

async function eraseIn(games: GameTransaction, id: GameId, userId: UserId): Promise<void> {
  const game = await games.find(id)
  if (game) await games.step(game, { type: 'player_erased', userId })
}
