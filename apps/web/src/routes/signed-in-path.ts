import { storage } from '../platform/storage.ts'

/** Where a player goes on signing in: to the game that invited them, else to the dashboard (spec 4). */
export function signedInPath(): string {
  const gameId = storage.get('joinGameId')
  return gameId === null ? '/app/dashboard' : `/app/private-game/join/${encodeURIComponent(gameId)}`
}
