import type { RealtimeService } from '@quizmaster/contract/routes/route'
import { onSessionEnd } from '../session.ts'
import { FollowedTopic, type TopicHandlers } from './followed-topic.ts'
import { ServiceSocket } from './service-socket.ts'

const sockets: Record<RealtimeService, ServiceSocket> = {
  stats: new ServiceSocket('stats'),
  gameplay: new ServiceSocket('gameplay'),
}

/** Opens the sockets of both services for the one who is signed in, until the returned function is called. */
export function openRealtime(): () => void {
  for (const socket of Object.values(sockets)) socket.open()
  return closeRealtime
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
  return sockets[service].follow(new FollowedTopic(topic, handlers as TopicHandlers<Record<string, unknown>>))
}

function closeRealtime(): void {
  for (const socket of Object.values(sockets)) socket.close()
}

onSessionEnd(closeRealtime)
