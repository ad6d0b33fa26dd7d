import type { IncomingMessage } from 'node:http'
import { allowOrigins, ChannelServer, type Endpoint, JsonText } from '@quizmaster/channels'
import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import { userStatsTopic } from '@quizmaster/contract/channels/user-stats'
import type { SessionId, UserId } from '@quizmaster/contract/ids'
import { type RealtimeService, type Service, socketPath } from '@quizmaster/contract/routes/route'
import { findRealtimeSession, type RealtimeTokenDeps } from '../features/accounts/realtime-tokens.ts'
import type { BroadcastGame } from '../features/games/broadcast-game.ts'
import type { TellPlayer } from '../features/progress/announce.ts'
import { getStats } from '../features/progress/stats.ts'
import type { Bus } from '../infra/bus.ts'
import type { Logger } from '../infra/log.ts'
import { activeGameChannel } from './active-game-channel.ts'
import { connectWithToken, type SocketAssigns } from './connect.ts'
import { busHooks, publishTo } from './fan-out.ts'
import { userStatsChannel } from './user-stats-channel.ts'

export interface RealtimeDeps extends RealtimeTokenDeps {
  bus: Bus
  log: Logger
  services: readonly Service[]
  /** Origins besides the request's own host that may connect. */
  origins: readonly string[]
  addressOf(request: IncomingMessage): string
  responseHeaders: Readonly<Record<string, string>>
  getGameSnapshot(userId: UserId): Promise<GameUpdate>
}

/** The sockets of this process. */
export interface Realtime {
  server: ChannelServer
  /** Who is connected here, once a socket: to one service's, or to all. */
  connected(service?: RealtimeService): SocketAssigns[]
  /** Tells the open devices of some players that are connected here, without the bus. */
  tellGameHere: BroadcastGame
  /** Closes a session's sockets with 1001. */
  closeSession(userId: UserId, sessionId: SessionId): void
}

/** The two sockets of contract 7, on the limits that are the package's defaults. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { bus, log } = deps
  const endpoints = new Map<RealtimeService, Endpoint<SocketAssigns>>()
  const server = new ChannelServer({
    secret: deps.secrets.mac('long-poll session', ''),
    addressOf: (request) => deps.addressOf(request),
    responseHeaders: deps.responseHeaders,
    onError: (cause, during) => log.error({ err: cause, msg: 'realtime_failed', during }),
  })
  const mount = (
    service: RealtimeService,
    channels: Parameters<typeof server.endpoint<SocketAssigns>>[1]['channels'],
  ) => {
    if (!deps.services.includes(service)) return
    const endpoint: Endpoint<SocketAssigns> = server.endpoint<SocketAssigns>(socketPath(service), {
      connect: (info) => connectWithToken(info, (token) => findRealtimeSession(deps, service, token)),
      checkOrigin: allowOrigins(deps.origins),
      channels,
      ...busHooks(bus, log, () => endpoint),
    })
    endpoints.set(service, endpoint)
  }
  mount('stats', { 'user_stats:*': userStatsChannel((userId) => getStats(deps.db, userId)) })
  mount('gameplay', { 'active_game:*': activeGameChannel((userId) => deps.getGameSnapshot(userId)) })
  return {
    server,
    connected: (service) =>
      [...endpoints]
        .filter(([name]) => service === undefined || name === service)
        .flatMap(([, endpoint]) => endpoint.listSockets().map(({ assigns }) => assigns)),
    tellGameHere(userIds, update) {
      const payload = new JsonText(JSON.stringify(update))
      for (const userId of userIds)
        endpoints
          .get('gameplay')
          ?.broadcast(activeGameTopic(userId), 'game_update', payload, { supersedes: 'game_update' })
    },
    closeSession: (userId, sessionId) =>
      void server.disconnect(userId, (assigns) => (assigns as SocketAssigns).sessionId === sessionId),
  }
}

/** Tells all open devices of a player, wherever they are connected. */
export function createTellPlayer(bus: Bus): TellPlayer {
  return (userId, event, payload) => {
    const message = { event, payload: { ...payload } }
    publishTo(
      bus,
      [userStatsTopic(userId)],
      event === 'user_stats_update' ? { ...message, supersedes: event } : message,
    )
  }
}

/** Tells all open devices of some players what their game is now; a newer game replaces one that has not left yet. */
export function createBroadcastGame(bus: Bus): BroadcastGame {
  return (userIds, update) => {
    const topics = userIds.map(activeGameTopic)
    publishTo(bus, topics, { event: 'game_update', payload: { ...update }, supersedes: 'game_update' })
  }
}
