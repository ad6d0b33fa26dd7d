import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import { type RealtimeService, socketPath } from '@quizmaster/contract/routes/route'
import { statsApi } from '@quizmaster/contract/routes/stats'
import { call } from '../http.ts'
import { onSessionEnd } from '../session.ts'
import { ServiceSocket } from './service-socket.ts'
import { type TopicHandlers, TopicSubscription } from './topic-subscription.ts'
import { Transports } from './transports.ts'

const transports = new Transports()

const sockets: Record<RealtimeService, ServiceSocket> = {
  stats: socketOf('stats', statsApi.generateToken),
  gameplay: socketOf('gameplay', gameplayApi.generateToken),
}

type TokenRoute = typeof statsApi.generateToken | typeof gameplayApi.generateToken

function socketOf(service: RealtimeService, route: TokenRoute): ServiceSocket {
  const fetchToken = async (signal: AbortSignal) => (await call(route, undefined, { signal })).token
  return new ServiceSocket({ path: socketPath(service), fetchToken }, transports)
}

/** Opens the sockets of both services for the signed-in user, until the returned function is called. */
export function openRealtime(): () => void {
  for (const socket of Object.values(sockets)) socket.open()
  return closeRealtime
}

/** Restores the connections after so long in the background. Does nothing while none should be open. */
export function resumeRealtime(awayMs?: number): void {
  for (const socket of Object.values(sockets)) socket.resume(awayMs)
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
