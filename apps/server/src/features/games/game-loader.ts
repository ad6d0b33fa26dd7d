import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../infra/db/tables.ts'
import { singleFlight } from '../../infra/single-flight.ts'
import { findGame, type GameVersion, type StoredGame } from './game-store.ts'

/** A stored game has up to 250,000 characters. */
const MAX_CACHED = 50

/** Loads a game at this version, or a newer one; null if it is gone. */
export type LoadGame = (game: GameVersion) => Promise<StoredGame | null>

/** Loads a game once per version for all its viewers. */
export function createGameLoader(db: Kysely<Tables>): LoadGame {
  const loading = singleFlight<StoredGame | null>()
  const cache = new LRUCache<string, StoredGame>({ max: MAX_CACHED })
  return async ({ id, version }) => {
    const cached = cache.get(id)
    if (cached?.state.version === version) return cached
    const game = await loading(`${id} ${version}`, () => findGame(db, id))
    if (game) cache.set(id, game)
    return game
  }
}
