import type { WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { UserId } from '@quizmaster/contract/ids'
import { watchViewsOf } from '@quizmaster/engine/watch-view'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { batched } from '../../infra/db/batched.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { createGameLoader } from './game-loader.ts'
import { listWatchedGames } from './game-seats.ts'

/** The reply to `get_watched_game`. */
export type GetWatchedGame = (userId: UserId) => Promise<WatchUpdate>

/**
 * Each call asks the database which game the user watches, and its version, so a reply is never older than its call.
 */
export function createGetWatchedGame({ db, clock }: { db: Kysely<Tables>; clock: Clock }): GetWatchedGame {
  const findWatched = batched((userIds: readonly UserId[]) => listWatchedGames(db, userIds))
  const load = createGameLoader(db)
  return async (userId) => {
    const found = await findWatched(userId)
    const game = found && (await load(found))
    return { watched: game && watchViewsOf(game.state, game.questions, clock.now())(userId) }
  }
}
