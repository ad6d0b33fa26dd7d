import { defineChannel, error, type JsonObject, ok } from '@quizmaster/channels'
import type { Stats } from '@quizmaster/contract/http/stats'
import type { UserId } from '@quizmaster/contract/ids'
import type { SocketAssigns } from './connect.ts'

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
