import type { GameUpdate, GameUpdateReason } from '@quizmaster/contract/channels/active-game'
import type { GameId, UserId } from '@quizmaster/contract/ids'
import { attachedUserIds } from '@quizmaster/engine/game-state'
import type { Effect } from '@quizmaster/engine/step'
import { hasOwnView, viewFor } from '@quizmaster/engine/views'
import type { StoredGame } from './games.queries.ts'

/** "Has answered" is told at most this often: a room of 50 is not 2,500 messages a question. */
const COALESCE_MS = 250

/** Tells all of these players' devices what their game is now: the same to each. */
export type TellGame = (userIds: readonly UserId[], update: GameUpdate) => void

export interface RoomTeller {
  /** Call it after the commit, with the game as it was saved. */
  tell(game: StoredGame, effects: readonly Effect[]): void
  stop(): void
}

/** Tells each of these players what they may see of their game, those who see the same at once. */
export function tellViews(
  tellGame: TellGame,
  { state, questions }: StoredGame,
  userIds: readonly UserId[],
  reason: GameUpdateReason,
  nowMs: number,
): void {
  const sharing: UserId[] = []
  for (const userId of userIds) {
    if (hasOwnView(state, userId)) tellGame([userId], { game: viewFor(state, questions, userId, nowMs), reason })
    else sharing.push(userId)
  }
  const [first] = sharing
  if (first) tellGame(sharing, { game: viewFor(state, questions, first, nowMs), reason })
}

/** Tells the room after each step. An update that only says "has answered" may wait for the next. */
export function createRoomTeller(tellGame: TellGame, now: () => number): RoomTeller {
  const waiting = new Map<GameId, { timer: NodeJS.Timeout; game: StoredGame }>()

  function send(game: StoredGame, reason: GameUpdateReason): void {
    tellViews(tellGame, game, attachedUserIds(game.state), reason, now())
  }

  function sendSoon(game: StoredGame): void {
    const { id } = game.state
    const held = waiting.get(id)
    if (held) {
      held.game = game
      return
    }
    const timer = setTimeout(() => {
      const last = waiting.get(id)?.game
      waiting.delete(id)
      if (last) send(last, 'answer_committed')
    }, COALESCE_MS)
    waiting.set(id, { timer, game })
  }

  function dropWaiting(id: GameId): void {
    clearTimeout(waiting.get(id)?.timer)
    waiting.delete(id)
  }

  return {
    tell(game, effects) {
      for (const effect of effects) {
        if (effect.type !== 'publish') continue
        if (effect.to !== undefined) {
          tellGame([effect.to], { game: null, reason: effect.reason })
        } else if (effect.reason === 'answer_committed') {
          sendSoon(game)
        } else {
          dropWaiting(game.state.id)
          send(game, effect.reason)
        }
      }
    },
    stop() {
      for (const id of waiting.keys()) dropWaiting(id)
    },
  }
}
