import type { SessionId, UserId } from '@quizmaster/contract/ids'
import type { GameResync } from '../features/games/resync-games.ts'
import type { Realtime } from './realtime.ts'

interface ResyncDeps {
  realtime: Realtime
  isBusOutage: () => Promise<boolean>
  games: GameResync
  /** Those of these sessions that have ended. */
  listEndedSessions: (ids: readonly SessionId[]) => Promise<SessionId[]>
}

/**
 * Replaces the bus during an outage, from the database: sends the players on this process their games if these have
 * changed, and closes the sockets of ended sessions. Call it twice a second. Points are not sent; players get them when
 * they rejoin after the outage. Always resolves to false: there is nothing to do before the next call.
 */
export function createResync({ realtime, isBusOutage, games, listEndedSessions }: ResyncDeps) {
  async function closeEnded(): Promise<void> {
    const userIdOf = new Map(realtime.connected().map(({ sessionId, userId }) => [sessionId, userId]))
    for (const sessionId of await listEndedSessions([...userIdOf.keys()])) {
      realtime.closeSession(userIdOf.get(sessionId) as UserId, sessionId)
    }
  }

  return async (): Promise<boolean> => {
    if (!(await isBusOutage())) {
      games.reset()
      return false
    }
    const players = new Set(realtime.connected('gameplay').map(({ userId }) => userId))
    await Promise.all([games.resync(players), closeEnded()])
    return false
  }
}
