import type { GameUpdateReason, WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { StageUpdate } from '@quizmaster/contract/channels/stage'
import type { GameId, StageId, UserId } from '@quizmaster/contract/ids'
import { type GameState, watcherIdsOf } from '@quizmaster/engine/game-state'
import { stageIdsOf, stageViewOf } from '@quizmaster/engine/stage-view'
import type { Touched } from '@quizmaster/engine/step'
import { isWatchable, watchViewsOf } from '@quizmaster/engine/watch-view'
import { LRUCache } from 'lru-cache'
import type { StoredGame } from './game-store.ts'

/** What need not be seen at once is sent three times a second at most, which leaves room for a change of phase. */
const COALESCE_MS = 334
/** Games whose last version is remembered: more than are likely to change while one of their commits is reported. */
const KEPT_VERSIONS = 1_000

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
/** Sends an update to all devices of a user who watches, or has watched. */
export type BroadcastWatch = (userId: UserId, update: WatchUpdate) => void

/**
 * Keeps the stages of games and those who watch on their phones up to date: at most four updates a second each. Does
 * nothing for a game that nobody looks at.
 */
export interface ViewerBroadcaster {
  /** Call it after the commit, with the game as it was saved. */
  send(game: StoredGame, step: Pick<Touched, 'update' | 'watchers'>): void
  stop(): void
}

export function createViewerBroadcaster(
  toStages: BroadcastStage,
  toWatcher: BroadcastWatch,
  now: () => number,
): ViewerBroadcaster {
  const pending = new Map<GameId, { timer: NodeJS.Timeout; game: StoredGame }>()
  const newest = new LRUCache<GameId, number>({ max: KEPT_VERSIONS })

  function sendNow(game: StoredGame, isNewPhase: boolean): void {
    const { state, questions } = game
    dropPending(state.id)
    const stageIds = stageIdsOf(state)
    if (stageIds.length > 0) toStages(stageIds, { game: stageViewOf(state, questions, now()) })
    // While watching is off nothing but the phase is shown, and without a version to tell an older one by.
    if (isNewPhase || isWatchable(state)) sendTo(watcherIdsOf(state), game)
  }

  function sendTo(watchers: readonly UserId[], { state, questions }: StoredGame): void {
    if (watchers.length === 0) return
    const viewOf = watchViewsOf(state, questions, now())
    for (const userId of watchers) toWatcher(userId, { watched: viewOf(userId) })
  }

  function sendSoon(game: StoredGame): void {
    const { id } = game.state
    const waiting = pending.get(id)
    if (waiting) {
      waiting.game = game
      return
    }
    const timer = setTimeout(() => sendNow(pending.get(id)?.game ?? game, false), COALESCE_MS)
    pending.set(id, { timer, game })
  }

  function dropPending(id: GameId): void {
    clearTimeout(pending.get(id)?.timer)
    pending.delete(id)
  }

  /** Commits may be reported in another order. The older one would show a game to stages that have been stopped. */
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
        // They ask for what is true now.
        for (const userId of watchers) toWatcher(userId, { watched: null })
        return
      }
      if (!hasViewers(state)) dropPending(state.id)
      else if (update && AT_ONCE.has(update)) sendNow(game, true)
      else if (update) sendSoon(game)
      sendTo(watchers, game)
    },
    stop() {
      for (const id of pending.keys()) dropPending(id)
    },
  }
}

function hasViewers(state: GameState): boolean {
  return stageIdsOf(state).length > 0 || watcherIdsOf(state).length > 0
}
