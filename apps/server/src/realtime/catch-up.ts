import type { SessionId, UserId } from '@quizmaster/contract/ids'
import type { GameResync } from '../features/games/resync-games.ts'
import type { Realtime } from './realtime.ts'

interface CatchUpDeps {
  realtime: Realtime
  isBusOutage: () => Promise<boolean>
  games: GameResync
  /** Those of these sessions that have ended. */
  listEndedSessions: (ids: readonly SessionId[]) => Promise<SessionId[]>
}

/**
 * Does from the database what the bus does not while it is down: tells the players on this process what has come of
 * their games, and closes the sockets of ended sessions. Call it twice a second. Points are left to the end of the
 * outage, when everybody rejoins.
 */
export function createCatchUp({ realtime, isBusOutage, games, listEndedSessions }: CatchUpDeps) {
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
