import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../infra/db/tables.ts'
import { singleFlight } from '../../infra/single-flight.ts'
import { findGame, type GameVersion, type StoredGame } from './game-store.ts'

/** A whole game has up to 250,000 characters where it is stored. */
const KEPT_GAMES = 50

/** Loads a game at a version, or a newer one; null if it is gone. */
export type LoadGame = (game: GameVersion) => Promise<StoredGame | null>

/** Loads a game once per version for all who look at it. */
export function createGameLoader(db: Kysely<Tables>): LoadGame {
  const loading = singleFlight<StoredGame | null>()
  const kept = new LRUCache<string, StoredGame>({ max: KEPT_GAMES })
  return async ({ id, version }) => {
    const cached = kept.get(id)
    if (cached?.state.version === version) return cached
    const game = await loading(`${id} ${version}`, () => findGame(db, id))
    if (game) kept.set(id, game)
    return game
  }
}
