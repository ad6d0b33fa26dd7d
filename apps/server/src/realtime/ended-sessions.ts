import type { ChannelServer } from '@quizmaster/channels'
import type { SessionId, UserId } from '@quizmaster/contract/ids'
import type { RecentSessions } from '../features/accounts/recent-sessions.ts'
import type { Bus } from '../infra/bus.ts'
import type { Logger } from '../infra/log.ts'
import type { SocketAssigns } from './channels.ts'
import type { Realtime } from './realtime.ts'

const TOPIC = 'ended_sessions'

/** A session of a user that has ended; null for all of theirs. */
interface Ended {
  userId: UserId
  sessionId: SessionId | null
}

/** Notifies every process that sessions have ended. */
export function publishEnded(bus: Bus, ended: Ended): void {
  bus.publish(TOPIC, JSON.stringify(ended))
}

/** The parts of this process that depend on sessions. */
interface Dependents {
  server: ChannelServer
  recentSessions: Pick<RecentSessions, 'forget'>
}

/** Closes the sockets of ended sessions with 1001 as soon as they end (contract 7), and forgets the sessions. */
export async function dropEndedSessions(bus: Bus, { server, recentSessions }: Dependents, log: Logger): Promise<void> {
  await bus.subscribe(TOPIC, (text) => {
    const ended = readEnded(text)
    if (!ended) return log.warn({ msg: 'bus_message_unreadable', topic: TOPIC })
    const { userId, sessionId } = ended
    recentSessions.forget(userId, sessionId)
    server.disconnect(userId, (assigns) => sessionId === null || (assigns as SocketAssigns).sessionId === sessionId)
  })
}

/** Null for anything else: no message on the bus may crash the process. */
function readEnded(text: string): Ended | null {
  try {
    const { userId, sessionId } = JSON.parse(text) as Partial<Ended>
    return userId === undefined || sessionId === undefined ? null : { userId, sessionId }
  } catch {
    return null
  }
}

/**
 * Closes the sockets of this process whose session has ended or has expired, which is not announced.
 * @param listEndedSessions returns those of the sessions that have ended
 */
export async function closeSocketsWithoutSession(
  realtime: Pick<Realtime, 'connected' | 'closeSession'>,
  listEndedSessions: (ids: readonly SessionId[]) => Promise<SessionId[]>,
): Promise<void> {
  const userIdOf = new Map(realtime.connected().map(({ sessionId, userId }) => [sessionId, userId]))
  if (userIdOf.size === 0) return
  for (const sessionId of await listEndedSessions([...userIdOf.keys()])) {
    realtime.closeSession(userIdOf.get(sessionId) as UserId, sessionId)
  }
}
