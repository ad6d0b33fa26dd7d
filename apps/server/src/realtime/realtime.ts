import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { allowOrigins, ChannelServer, type Endpoint, type Limits, type TransportKind } from '@quizmaster/channels'
import { activeGameTopic } from '@quizmaster/contract/channels/active-game'
import type { SessionId, UserId } from '@quizmaster/contract/ids'
import { type RealtimeService, type Service, socketPath, STAGE_SOCKET_PATH } from '@quizmaster/contract/routes/route'
import { createFindRealtimeSession, type RealtimeTokenDeps } from '../features/accounts/realtime-tokens.ts'
import type { BroadcastGame } from '../features/games/broadcast-game.ts'
import type { GetGameSnapshot } from '../features/games/game-snapshots.ts'
import { createGetStage } from '../features/games/stage-snapshots.ts'
import { findStage } from '../features/games/stages.ts'
import { createGetWatchedGame } from '../features/games/watched-game.ts'
import { getStats } from '../features/progress/stats.ts'
import type { Bus } from '../infra/bus.ts'
import { isDatabaseUnavailable } from '../infra/db/database-error.ts'
import type { DatabaseOutage } from '../infra/database-outage.ts'
import type { Logger } from '../infra/log.ts'
import type { Metrics } from '../infra/metrics.ts'
import { WIDER_NETWORK_FACTOR, widerNetwork } from '../infra/rate-limit.ts'
import {
  activeGameChannel,
  connectStage,
  connectWithToken,
  type SocketAssigns,
  stageChannel,
  type StageAssigns,
  userStatsChannel,
} from './channels.ts'
import { broadcastOptions, busHooks, encodeUpdate } from './fan-out.ts'

export interface RealtimeDeps extends RealtimeTokenDeps {
  bus: Bus
  log: Logger
  databaseOutage: Pick<DatabaseOutage, 'failed'>
  metrics: Pick<Metrics, 'updateDelaySeconds'>
  services: readonly Service[]
  /** The prefix of the long-poll session tokens; null for a random one. */
  nodeName: string | null
  /** Origins that may connect, besides the request's own host. */
  origins: readonly string[]
  addressOf(request: IncomingMessage): string
  /** Counts a request; false if its client makes too many. */
  admits(request: IncomingMessage): boolean
  responseHeaders: Readonly<Record<string, string>>
  /** See `GetGameSnapshot`. */
  getGameSnapshot: GetGameSnapshot
  /** Overrides of the limits, for tests. */
  socketLimits: Partial<Limits>
}

/** The sockets of this process. */
export interface Realtime {
  server: ChannelServer
  /** The sockets connected to this process: to one service, or to any. */
  connected(service?: RealtimeService): SocketAssigns[]
  /** The number of sockets connected to this process. */
  countSockets(service: RealtimeService, transport: TransportKind): number
  /** Sends updates of a game to devices connected to this process only, without the bus. */
  broadcastGameLocally: BroadcastGame
  /** Closes a session's sockets with 1001. */
  closeSession(userId: UserId, sessionId: SessionId): void
}

/** Sockets of a service from one address, which a whole school or office may share. */
const MAX_SOCKETS_PER_ADDRESS = 2_000
const JOIN_WITHIN_MS = 30_000

/** The stats and gameplay sockets, and that of the stages (contract 7). */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { log } = deps
  const endpoints = new Map<RealtimeService, Endpoint<SocketAssigns>>()
  const findSession = createFindRealtimeSession(deps)
  const server = new ChannelServer({
    secret: deps.secrets.mac('long-poll session', ''),
    nodeId: deps.nodeName ?? randomUUID(),
    addressOf: (request) => deps.addressOf(request),
    networkOf: widerNetwork,
    admits: (request) => deps.admits(request),
    limits: {
      maxSocketsPerAddress: MAX_SOCKETS_PER_ADDRESS,
      maxSocketsPerNetwork: MAX_SOCKETS_PER_ADDRESS * WIDER_NETWORK_FACTOR,
      joinWithinMs: JOIN_WITHIN_MS,
      ...deps.socketLimits,
    },
    responseHeaders: deps.responseHeaders,
    onError(cause, during) {
      if (isDatabaseUnavailable(cause)) deps.databaseOutage.failed({ err: cause, during })
      else log.error({ err: cause, msg: 'realtime_failed', during })
    },
  })
  const mount = (
    service: RealtimeService,
    channels: Parameters<typeof server.endpoint<SocketAssigns>>[1]['channels'],
  ) => {
    if (!deps.services.includes(service)) return
    const endpoint: Endpoint<SocketAssigns> = server.endpoint<SocketAssigns>(socketPath(service), {
      connect: (info) => connectWithToken(info, (token) => findSession(service, token)),
      checkOrigin: allowOrigins(deps.origins),
      channels,
      ...busHooks(deps, () => endpoint),
    })
    endpoints.set(service, endpoint)
  }
  mount('stats', { 'user_stats:*': userStatsChannel((userId) => getStats(deps.db, userId)) })
  const getWatchedGame = createGetWatchedGame(deps)
  mount('gameplay', { 'active_game:*': activeGameChannel((userId) => deps.getGameSnapshot(userId), getWatchedGame) })
  if (deps.services.includes('gameplay')) mountStages(server, deps)
  return {
    server,
    connected: (service) =>
      [...endpoints]
        .filter(([name]) => service === undefined || name === service)
        .flatMap(([, endpoint]) => endpoint.listSockets().map(({ assigns }) => assigns)),
    countSockets: (service, transport) =>
      endpoints
        .get(service)
        ?.listSockets()
        .filter((socket) => socket.transport === transport).length ?? 0,
    broadcastGameLocally(userIds, update) {
      const endpoint = endpoints.get('gameplay')
      const payload = encodeUpdate(update)
      for (const userId of userIds)
        endpoint?.broadcast(activeGameTopic(userId), 'game_update', payload, broadcastOptions('game_update'))
    },
    closeSession: (userId, sessionId) =>
      void server.disconnect(userId, (assigns) => (assigns as SocketAssigns).sessionId === sessionId),
  }
}

/** Stages have an endpoint of their own, so that a stage's token gives access to that stage's topic only. */
function mountStages(server: ChannelServer, deps: RealtimeDeps): void {
  const endpoint: Endpoint<StageAssigns> = server.endpoint<StageAssigns>(STAGE_SOCKET_PATH, {
    connect: (info) => connectStage(info, (token) => findStage(deps.db, token)),
    checkOrigin: allowOrigins(deps.origins),
    channels: { 'stage:*': stageChannel(createGetStage(deps)) },
    ...busHooks(deps, () => endpoint),
  })
}
