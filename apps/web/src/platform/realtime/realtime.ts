import type { RealtimeService } from '@quizmaster/contract/routes/route'
import { onSessionEnd } from '../session.ts'
import { ServiceSocket } from './service-socket.ts'
import { type TopicHandlers, TopicSubscription } from './topic-subscription.ts'
import { Transports } from './transports.ts'

const transports = new Transports()

const sockets: Record<RealtimeService, ServiceSocket> = {
  stats: new ServiceSocket('stats', transports),
  gameplay: new ServiceSocket('gameplay', transports),
}

/** Opens the sockets of both services for the signed-in user, until the returned function is called. */
export function openRealtime(): () => void {
  for (const socket of Object.values(sockets)) socket.open()
  return closeRealtime
}

/** Restores the connections of a device that was asleep. Does nothing while none should be open. */
export function resumeRealtime(): void {
  for (const socket of Object.values(sockets)) socket.resume()
}

/**
 * Keeps a topic of a service joined while the sockets are open, until the returned function is called:
 * `followTopic<UserStatsEvents>('stats', userStatsTopic(id), { sync, events })`.
 */
export function followTopic<Events extends object>(
  service: RealtimeService,
  topic: string,
  handlers: TopicHandlers<Events>,
): () => void {
  return sockets[service].follow(new TopicSubscription(topic, handlers as TopicHandlers<Record<string, unknown>>))
}

function closeRealtime(): void {
  for (const socket of Object.values(sockets)) socket.close()
}

onSessionEnd(closeRealtime)
