import type { SessionId, UserId } from '@quizmaster/contract/ids'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../infra/clock.ts'
import type { FindSession, RequestSession } from './sessions.ts'

/** Longer than a question with its reveal, so that most answers of a game need no lookup. */
const CACHED_MS = 30_000
const MAX_CACHED = 20_000

/** Sessions as they were at most 30 s ago, for calls that a client makes every few seconds. */
export interface RecentSessions {
  /**
   * Never finds a session that this process knows to have ended. `currentGameId` may be out of date: a player may have
   * changed games since.
   */
  find: FindSession
  /** Forgets a session of a user that has ended; all of the user's if `sessionId` is null. */
  forget(userId: UserId, sessionId: SessionId | null): void
  /** Forgets all sessions, because some may have ended without this process being told. */
  forgetAll(): void
}

interface CachedSession {
  session: RequestSession
  readAtMs: number
}

/** While the bus is down, this process is not told which sessions end, so each call looks its session up. */
export function createRecentSessions(
  findSession: FindSession,
  { clock, isBusConnected }: { clock: Clock; isBusConnected: () => boolean },
): RecentSessions {
  const cache = new LRUCache<string, CachedSession>({ max: MAX_CACHED })
  /** How often a session has ended. One whose lookup was under way may be the ended one, so it is not cached. */
  let endCount = 0

  return {
    async find(token) {
      const known = isBusConnected() ? cache.get(token) : undefined
      const nowMs = clock.now()
      if (known && nowMs - known.readAtMs < CACHED_MS) return known.session
      const endCountBefore = endCount
      const session = await findSession(token)
      if (session && endCount === endCountBefore) cache.set(token, { session, readAtMs: nowMs })
      else cache.delete(token)
      return session
    },
    forget(userId, sessionId) {
      endCount += 1
      for (const [token, { session }] of cache.entries()) {
        if (session.userId === userId && (sessionId === null || session.id === sessionId)) cache.delete(token)
      }
    },
    forgetAll() {
      endCount += 1
      cache.clear()
    },
  }
}
