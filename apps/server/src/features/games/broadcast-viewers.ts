import type { GameUpdateReason, WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { StageUpdate } from '@quizmaster/contract/channels/stage'
import type { GameId, StageId, UserId } from '@quizmaster/contract/ids'
import { type GameState, watcherIdsOf } from '@quizmaster/engine/game-state'
import { stageIdsOf, stageViewOf } from '@quizmaster/engine/stage-view'
import type { StepEffects } from '@quizmaster/engine/step'
import { isWatchable, watchViewsOf } from '@quizmaster/engine/watch-view'
import { LRUCache } from 'lru-cache'
import type { StoredGame } from './game-store.ts'
import { createPendingUpdates } from './pending-updates.ts'

/** Updates that can wait are sent at most three times a second, which leaves room for a change of phase. */
const COALESCE_MS = 334
/** How many games' latest versions are remembered: more games than are likely to change while a commit is reported. */
const MAX_VERSIONS = 1_000

const SENT_AT_ONCE: ReadonlySet<GameUpdateReason> = new Set([
  'starting',
  'question_opened',
  'question_closed',
  'finished',
  'archived',
  'rematch',
])

/** Sends the same update to some stages. */
export type BroadcastStage = (ids: readonly StageId[], update: StageUpdate) => void
/** Sends an update to all devices of a user who watches, or has watched. */
export type BroadcastWatch = (userId: UserId, update: WatchUpdate) => void

/**
 * Keeps a game's stages and watchers up to date, with at most four updates a second each. Without any, does nothing.
 */
export interface ViewerBroadcaster {
  /** Call it after the commit, with the game as it was saved. */
  send(game: StoredGame, step: Pick<StepEffects, 'update' | 'watchers'>): void
  stop(): void
}

export function createViewerBroadcaster(
  toStages: BroadcastStage,
  toWatcher: BroadcastWatch,
  now: () => number,
): ViewerBroadcaster {
  const pending = createPendingUpdates((game) => sendNow(game, false), now)
  const newest = new LRUCache<GameId, number>({ max: MAX_VERSIONS })

  function sendNow(game: StoredGame, isNewPhase: boolean): void {
    const { state, questions } = game
    pending.remove(state.id)
    const stageIds = stageIdsOf(state)
    if (stageIds.length > 0) toStages(stageIds, { game: stageViewOf(state, questions, now()) })
    // While watching is off, watchers see only the phase, without a version to tell an outdated update by.
    if (isNewPhase || isWatchable(state)) sendTo(watcherIdsOf(state), game)
  }

  function sendTo(watchers: readonly UserId[], { state, questions }: StoredGame): void {
    if (watchers.length === 0) return
    const viewOf = watchViewsOf(state, questions, now())
    for (const userId of watchers) toWatcher(userId, { watched: viewOf(userId) })
  }

  /** Commits may be reported out of order, and an older one would show the game on stages that have been stopped. */
  function isOutOfDate({ id, version }: GameState): boolean {
    if ((newest.get(id) ?? 0) > version) return true
    newest.set(id, version)
    return false
  }

  return {
    send(game, { update, watchers }) {
      const { state } = game
      if (state.stage === undefined && state.seats === undefined) return
      if (isOutOfDate(state)) {
        // Makes them ask for the current state.
        for (const userId of watchers) toWatcher(userId, { watched: null })
        return
      }
      if (!hasViewers(state)) pending.remove(state.id)
      else if (update && SENT_AT_ONCE.has(update)) sendNow(game, true)
      else if (update) pending.add(game, COALESCE_MS)
      sendTo(watchers, game)
    },
    stop() {
      pending.removeAll()
    },
  }
}

function hasViewers(state: GameState): boolean {
  return stageIdsOf(state).length > 0 || watcherIdsOf(state).length > 0
}
