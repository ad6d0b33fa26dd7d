import { defineChannel, error, ok } from '@quizmaster/channels'
import type { SocketAssigns } from './connect.ts'

/** `active_game:{userId}`: the game a player is in (contract 7). Nobody is in a game yet. */
export const activeGameChannel = defineChannel<SocketAssigns>({
  join: ({ subtopic, assigns }) => (subtopic === assigns.userId ? ok() : error({ reason: 'unauthorized' })),
  events: {
    get_active_game(payload, channel) {
      if (payload['user_id'] !== channel.assigns.userId) return error({ reason: 'not_your_user_id' })
      return ok({ game: null })
    },
  },
})
