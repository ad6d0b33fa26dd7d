import type { GameUpdateReason } from '@quizmaster/contract/channels/active-game'
import type { StageUpdate } from '@quizmaster/contract/channels/stage'
import type { GameId, StageId } from '@quizmaster/contract/ids'
import { stageIdsOf, stageViewOf } from '@quizmaster/engine/stage-view'
import type { StoredGame } from './game-store.ts'

/** What need not be seen at once is sent three times a second at most, which leaves room for a change of phase. */
const COALESCE_MS = 334

const AT_ONCE: ReadonlySet<GameUpdateReason> = new Set([
  'starting',
  'question_opened',
  'question_closed',
  'finished',
  'archived',
  'rematch',
])

/** Sends the same update to some stages. */
export type BroadcastStage = (ids: readonly StageId[], update: StageUpdate) => void

/** Keeps the stages of games up to date: at most four updates a second each. Does nothing for a game without stages. */
export interface StageBroadcaster {
  /** Call it after the commit, with the game as it was saved and the reason that its players get. */
  send(game: StoredGame, reason: GameUpdateReason): void
  stop(): void
}

export function createStageBroadcaster(broadcast: BroadcastStage, now: () => number): StageBroadcaster {
  const pending = new Map<GameId, { timer: NodeJS.Timeout; game: StoredGame }>()

  function sendNow(game: StoredGame): void {
    const { state, questions } = game
    dropPending(state.id)
    broadcast(stageIdsOf(state), { game: stageViewOf(state, questions, now()) })
  }

  function sendSoon(game: StoredGame): void {
    const { id } = game.state
    const waiting = pending.get(id)
    if (waiting) {
      waiting.game = game
      return
    }
    const timer = setTimeout(() => sendNow(pending.get(id)?.game ?? game), COALESCE_MS)
    pending.set(id, { timer, game })
  }

  function dropPending(id: GameId): void {
    clearTimeout(pending.get(id)?.timer)
    pending.delete(id)
  }

  return {
    send(game, reason) {
      if (stageIdsOf(game.state).length === 0) dropPending(game.state.id)
      else if (AT_ONCE.has(reason)) sendNow(game)
      else sendSoon(game)
    },
    stop() {
      for (const id of pending.keys()) dropPending(id)
    },
  }
}
