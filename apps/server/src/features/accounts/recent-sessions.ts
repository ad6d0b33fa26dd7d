import type { SessionId, UserId } from '@quizmaster/contract/ids'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../infra/clock.ts'
import type { FindSession, RequestSession } from './sessions.ts'

/** Longer than a question with its reveal, so that most answers of a game need no lookup. */
const KEPT_MS = 30_000
const MAX_KEPT = 20_000

/** Sessions as they were at most 30 s ago, for calls that a client makes every few seconds. */
export interface RecentSessions {
  /**
   * Never finds a session that this process knows has ended. `currentGameId` may be out of date: a player may have changed
   * games since.
   */
  find: FindSession
  /** Forgets a session of a user that has ended; null for all of theirs. */
  forget(userId: UserId, sessionId: SessionId | null): void
  /** Forgets all sessions, because some may have ended without this process being told. */
  forgetAll(): void
}

interface Kept {
  session: RequestSession
  readAtMs: number
}

/** While the bus is down, this process is not told which sessions end, so each call looks its session up. */
export function createRecentSessions(
  findSession: FindSession,
  { clock, isBusConnected }: { clock: Clock; isBusConnected: () => boolean },
): RecentSessions {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT })
  /** How many ends there have been: a session that was being looked up at the time of one is not kept. */
  let ends = 0

  return {
    async find(token) {
      const known = isBusConnected() ? kept.get(token) : undefined
      const nowMs = clock.now()
      if (known && nowMs - known.readAtMs < KEPT_MS) return known.session
      const endsBefore = ends
      const session = await findSession(token)
      if (session && ends === endsBefore) kept.set(token, { session, readAtMs: nowMs })
      else kept.delete(token)
      return session
    },
    forget(userId, sessionId) {
      ends += 1
      for (const [token, { session }] of kept.entries()) {
        if (session.userId === userId && (sessionId === null || session.id === sessionId)) kept.delete(token)
      }
    },
    forgetAll() {
      ends += 1
      kept.clear()
    },
  }
}
