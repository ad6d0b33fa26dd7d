import type { GameUpdate, GameUpdateReason } from '@quizmaster/contract/channels/active-game'
import type { UserId } from '@quizmaster/contract/ids'
import { attachedUserIds, isQuestionOpen } from '@quizmaster/engine/game-state'
import type { StepEffects } from '@quizmaster/engine/step'
import { hasOwnView, viewFor } from '@quizmaster/engine/views'
import type { ViewerBroadcaster } from './broadcast-viewers.ts'
import type { StoredGame } from './game-store.ts'
import { createPendingUpdates } from './pending-updates.ts'

/** `answer_committed` is sent at most this often, so that a game of 50 is not 2,500 messages a question. */
const COALESCE_MS = 250
/** The same while many games of this process receive answers: sending updates is a third of what an answer costs. */
const BUSY_COALESCE_MS = 500
const BUSY_GAMES = 100

/** Sends the same update to all devices of some users. `savedAtMs` is when the change was saved, or null if unknown. */
export type BroadcastGame = (userIds: readonly UserId[], update: GameUpdate, savedAtMs: number | null) => void

/** Notifies the players of a game, its stages and its watchers after a step. */
export interface GameBroadcaster {
  /** Call it after the commit, with the game as it was saved. */
  send(game: StoredGame, step: Pick<StepEffects, 'update' | 'leavers' | 'watchers'>): void
  /** Call it with a game that another process has saved and sent, so that nothing older is sent from here. */
  savedElsewhere(game: StoredGame): void
  stop(): void
}

/** When an update is sent, and when its change was saved (null if unknown), in epoch milliseconds. */
interface SendTimes {
  nowMs: number
  savedAtMs: number | null
}

/** Sends each of these players the game as they may see it; one message for all who see the same. */
export function broadcastViews(
  broadcast: BroadcastGame,
  { state, questions }: StoredGame,
  userIds: readonly UserId[],
  reason: GameUpdateReason,
  { nowMs, savedAtMs }: SendTimes,
): void {
  const sharing: UserId[] = []
  const viewOf = (userId: UserId): GameUpdate => ({ game: viewFor(state, questions, userId, nowMs), reason })
  for (const userId of userIds) {
    if (hasOwnView(state, userId)) broadcast([userId], viewOf(userId), savedAtMs)
    else sharing.push(userId)
  }
  const [first] = sharing
  if (first) broadcast(sharing, viewOf(first), savedAtMs)
}

/** `answer_committed` is held back for a moment; the next update of the game replaces it. */
export function createGameBroadcaster(
  broadcast: BroadcastGame,
  viewers: ViewerBroadcaster,
  now: () => number,
): GameBroadcaster {
  const pending = createPendingUpdates((game) => sendNow(game, 'answer_committed'), now)

  function sendNow(game: StoredGame, reason: GameUpdateReason): void {
    const nowMs = now()
    const savedAtMs = pending.remove(game.state.id)?.sinceMs ?? nowMs
    broadcastViews(broadcast, game, attachedUserIds(game.state), reason, { nowMs, savedAtMs })
  }

  return {
    send(game, step) {
      const { update, leavers } = step
      for (const { userId, reason } of leavers) broadcast([userId], { game: null, reason }, now())
      if (update === 'answer_committed') pending.add(game, pending.size < BUSY_GAMES ? COALESCE_MS : BUSY_COALESCE_MS)
      else if (update) sendNow(game, update)
      viewers.send(game, step)
    },
    savedElsewhere(game) {
      const waiting = pending.find(game.state.id)
      if (!waiting) return
      const isSameQuestion = waiting.game.state.askedCount === game.state.askedCount
      if (isSameQuestion && isQuestionOpen(game.state)) waiting.game = game
      else pending.remove(game.state.id)
    },
    stop() {
      pending.removeAll()
      viewers.stop()
    },
  }
}
