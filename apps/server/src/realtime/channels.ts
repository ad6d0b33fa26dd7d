import {
  type ConnectInfo,
  type ConnectResult,
  defineChannel,
  error,
  type JsonObject,
  JsonText,
  ok,
  refuse,
} from '@quizmaster/channels'
import type { Stats } from '@quizmaster/contract/http/stats'
import type { SessionId, StageId, UserId } from '@quizmaster/contract/ids'
import type { GetWatchedGame } from '../features/games/watched-game.ts'
import type { GetStage } from '../features/games/stage-snapshots.ts'
import type { Session } from '../features/accounts/sessions.ts'

/** The data a socket carries about its client. */
export interface SocketAssigns {
  userId: UserId
  sessionId: SessionId
}

/**
 * Accepts a client with a realtime token, passed as `authToken` or as the parameter `token` (contract 7). Sockets are
 * grouped by user, for the limit of 20 and to close them together.
 */
export async function connectWithToken(
  { authToken, params }: ConnectInfo,
  findSession: (token: string) => Promise<Session | null>,
): Promise<ConnectResult<SocketAssigns>> {
  const token = authToken ?? params['token']
  const session = typeof token === 'string' ? await findSession(token) : null
  return session ? { id: session.userId, assigns: { userId: session.userId, sessionId: session.id } } : refuse(403)
}

/**
 * `active_game:{userId}`: the game a player is in, and the one they watch (contract 7). `getSnapshot` gives the reply
 * as JSON text.
 */
export function activeGameChannel(getSnapshot: (userId: UserId) => Promise<string>, getWatchedGame: GetWatchedGame) {
  return defineChannel<SocketAssigns>({
    join: ({ subtopic, assigns }) => (subtopic === assigns.userId ? ok() : error({ reason: 'unauthorized' })),
    events: {
      async get_active_game(payload, channel) {
        if (payload['user_id'] !== channel.assigns.userId) return error({ reason: 'not_your_user_id' })
        return ok(new JsonText(await getSnapshot(channel.assigns.userId)))
      },
      async get_watched_game(_payload, channel) {
        return ok({ ...(await getWatchedGame(channel.assigns.userId)) })
      },
    },
  })
}

/** `user_stats:{userId}`: a player's own points (contract 7). */
export function userStatsChannel(getStats: (userId: UserId) => Promise<Stats>) {
  return defineChannel<SocketAssigns>({
    join: ({ subtopic, assigns }) => (subtopic === assigns.userId ? ok() : error({ reason: 'unauthorized' })),
    events: {
      async get_user_stats(payload, channel) {
        if (payload['user_id'] !== channel.assigns.userId) return error({ reason: 'not_your_user_id' })
        const stats: JsonObject = { ...(await getStats(channel.assigns.userId)) }
        channel.push('user_stats_update', stats)
        return ok(stats)
      },
    },
  })
}

/** The data a stage's socket carries. */
export interface StageAssigns {
  stageId: StageId
}

/** Accepts a stage with its token, passed as `authToken` or as the parameter `token` (contract 7). */
export async function connectStage(
  { authToken, params }: ConnectInfo,
  findStage: (token: string) => Promise<StageId | null>,
): Promise<ConnectResult<StageAssigns>> {
  const token = authToken ?? params['token']
  const stageId = typeof token === 'string' ? await findStage(token) : null
  return stageId ? { id: stageId, assigns: { stageId } } : refuse(403)
}

/** `stage:{stageId}`: what a stage shows (contract 7). */
export function stageChannel(getStage: GetStage) {
  return defineChannel<StageAssigns>({
    join: ({ subtopic, assigns }) => (subtopic === assigns.stageId ? ok() : error({ reason: 'unauthorized' })),
    events: {
      async get_stage(_payload, channel) {
        const stage = await getStage(channel.assigns.stageId)
        return typeof stage === 'string' ? error({ reason: stage }) : ok({ ...stage })
      },
    },
  })
}
