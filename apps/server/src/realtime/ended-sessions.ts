import type { ChannelServer } from '@quizmaster/channels'
import type { SessionId, UserId } from '@quizmaster/contract/ids'
import type { Bus } from '../infra/bus.ts'
import type { SocketAssigns } from './connect.ts'

const TOPIC = 'ended_sessions'

/** Sessions of a user that have ended; null for all of them. */
interface Ended {
  userId: UserId
  sessionId: SessionId | null
}

/** Tells every process that sessions have ended. */
export function publishEnded(bus: Bus, ended: Ended): void {
  bus.publish(TOPIC, JSON.stringify(ended))
}

/** Closes the sockets of ended sessions with 1001, at once (contract 7). */
export async function closeEndedSockets(bus: Bus, server: ChannelServer): Promise<void> {
  await bus.subscribe(TOPIC, (text) => {
    const { userId, sessionId } = JSON.parse(text) as Ended
    server.disconnect(userId, (assigns) => sessionId === null || (assigns as SocketAssigns).sessionId === sessionId)
  })
}
