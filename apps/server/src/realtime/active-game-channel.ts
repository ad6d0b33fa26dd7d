import { defineChannel, error, type JsonObject, ok } from '@quizmaster/channels'
import type { GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { UserId } from '@quizmaster/contract/ids'
import type { SocketAssigns } from './connect.ts'

/** `active_game:{userId}`: the game a player is in (contract 7). */
export function activeGameChannel(getSnapshot: (userId: UserId) => Promise<GameUpdate>) {
  return defineChannel<SocketAssigns>({
    join: ({ subtopic, assigns }) => (subtopic === assigns.userId ? ok() : error({ reason: 'unauthorized' })),
    events: {
      async get_active_game(payload, channel) {
        if (payload['user_id'] !== channel.assigns.userId) return error({ reason: 'not_your_user_id' })
        const update = await getSnapshot(channel.assigns.userId)
        if (update.game) channel.push('game_update', { ...update })
        return ok({ game: update.game } as JsonObject)
      },
    },
  })
}
