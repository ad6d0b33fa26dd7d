import type { SessionId } from '@quizmaster/contract/ids'
import type { RecentSessions } from '../features/accounts/recent-sessions.ts'
import type { GameResync } from '../features/games/resync-games.ts'
import { closeSocketsWithoutSession } from './ended-sessions.ts'
import type { Realtime } from './realtime.ts'

interface ResyncDeps {
  realtime: Realtime
  isBusOutage: () => Promise<boolean>
  games: GameResync
  /** Returns those of the sessions that have ended. */
  listEndedSessions: (ids: readonly SessionId[]) => Promise<SessionId[]>
  recentSessions: Pick<RecentSessions, 'forgetAll'>
}

/**
 * Stands in for the bus during an outage, with what is in the database: sends changed games to their players on this
 * process, and closes the sockets of ended sessions. Call it twice a second. Points are not sent; players get them when
 * they rejoin after the outage. Always resolves with false: there is nothing to do before the next call.
 */
export function createResync({ realtime, isBusOutage, games, listEndedSessions, recentSessions }: ResyncDeps) {
  return async (): Promise<boolean> => {
    if (!(await isBusOutage())) {
      games.reset()
      return false
    }
    recentSessions.forgetAll()
    const players = new Set(realtime.connected('gameplay').map(({ userId }) => userId))
    await Promise.all([games.resync(players), closeSocketsWithoutSession(realtime, listEndedSessions)])
    return false
  }
}
