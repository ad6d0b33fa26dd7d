import type { GameId } from '@quizmaster/contract/ids'
import type { StoredGame } from './game-store.ts'

/** A game whose update waits to be sent. */
export interface PendingUpdate {
  /** The newest state, which is the one that is sent. */
  game: StoredGame
  readonly sinceMs: number
  readonly timer: NodeJS.Timeout
}

/** Updates that are held back for a moment. Each game is then sent once, in its newest state. */
export interface PendingUpdates {
  /** The number of games that wait. */
  readonly size: number
  find(id: GameId): PendingUpdate | undefined
  /** Sends the game after `waitMs`. If it is already waiting, only its state is replaced, by a newer one. */
  add(game: StoredGame, waitMs: number): void
  /** Stops waiting, without sending. Returns what was waiting. */
  remove(id: GameId): PendingUpdate | undefined
  removeAll(): void
}

/** @param send has to remove the update */
export function createPendingUpdates(send: (game: StoredGame) => void, now: () => number): PendingUpdates {
  const byGame = new Map<GameId, PendingUpdate>()

  function remove(id: GameId): PendingUpdate | undefined {
    const pending = byGame.get(id)
    clearTimeout(pending?.timer)
    byGame.delete(id)
    return pending
  }

  return {
    get size() {
      return byGame.size
    },
    find: (id) => byGame.get(id),
    add(game, waitMs) {
      const { id, version } = game.state
      const waiting = byGame.get(id)
      if (waiting) {
        // Another process may have passed on a newer state.
        if (version > waiting.game.state.version) waiting.game = game
        return
      }
      const pending: PendingUpdate = { game, sinceMs: now(), timer: setTimeout(() => send(pending.game), waitMs) }
      byGame.set(id, pending)
    },
    remove,
    removeAll() {
      for (const id of byGame.keys()) remove(id)
    },
  }
}
