import type { GameId, UserId } from '@quizmaster/contract/ids'
import { isQuestionOpen } from '@quizmaster/engine/game-state'
import { viewFor } from '@quizmaster/engine/views'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { batched } from '../../infra/db/batched.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { singleFlight } from '../../infra/single-flight.ts'
import { findGame, listCurrentGames, type StoredGame } from './game-store.ts'

/** The largest snapshot, of 50 players and 30 questions, has some 250,000 characters. */
const MAX_CACHED_CHARS = 16_000_000

/** The reply to `get_active_game` as JSON: `{"game": …}`, the game a user is in as they may see it, or null. */
export type GetGameSnapshot = (userId: UserId) => Promise<string>

/** A game as a viewer may see it: JSON without `server_time`. */
interface Encoded {
  version: number
  json: string
}

/**
 * Encodes a game once per version and viewer, or once for all viewers while no question is open. Each call asks the
 * database for the version, together with other calls at that moment, so a snapshot is never older than its call.
 */
export function createGetGameSnapshot({ db, clock }: { db: Kysely<Tables>; clock: Clock }): GetGameSnapshot {
  const findCurrent = batched(async (userIds: readonly UserId[]) => {
    const games = await listCurrentGames(db, userIds)
    return userIds.map((userId) => games.get(userId) ?? null)
  })
  const loading = singleFlight<StoredGame | null>()
  const cache = new LRUCache<string, Encoded>({
    maxSize: MAX_CACHED_CHARS,
    sizeCalculation: ({ json }) => json.length,
  })

  function encode({ state, questions }: StoredGame, userId: UserId): Encoded {
    const { server_time: _now, ...view } = viewFor(state, questions, userId, 0)
    const encoded = { version: state.version, json: JSON.stringify(view) }
    // Only an open question looks different to some: to those who have answered it, and to those with more time.
    cache.set(isQuestionOpen(state) ? ownKey(state.id, userId) : state.id, encoded)
    return encoded
  }

  return async (userId) => {
    const current = await findCurrent(userId)
    if (!current) return NO_GAME
    const { id, version } = current
    const encoded = [ownKey(id, userId), id].map((key) => cache.get(key)).find((each) => each?.version === version)
    if (encoded) return snapshotOf(encoded, clock.now())
    const game = await loading(`${id} ${version}`, () => findGame(db, id))
    return game && game.state.status !== 'archived' ? snapshotOf(encode(game, userId), clock.now()) : NO_GAME
  }
}

const NO_GAME = '{"game":null}'

const ownKey = (id: GameId, userId: UserId) => `${id} ${userId}`

function snapshotOf({ json }: Encoded, nowMs: number): string {
  return `{"game":{"server_time":${nowMs},${json.slice(1)}}`
}
