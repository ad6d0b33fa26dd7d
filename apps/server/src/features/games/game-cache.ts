import type { GameId } from '@quizmaster/contract/ids'
import { nextWakeAt } from '@quizmaster/engine/deadlines'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import type { StoredGame } from './game-store.ts'

/** Later wake-ups are left to the sweep. */
const LONGEST_TIMER_MS = MINUTE_MS
/** The process that last saved a game wakes it. The others do so this much later, in case that process is gone. */
const OTHER_PROCESS_DELAY_MS = 100
/** How long an idle game stays in the cache. */
const IDLE_MS = MINUTE_MS

/** What this process holds of a game. `queue` has the work to be done with it, one batch at a time. */
export interface CachedGame<Job> {
  /** The latest state seen here; another process may have changed the game since. Null if it must be loaded. */
  game: StoredGame | null
  readonly queue: Job[]
  isBusy: boolean
  wakeTimer: NodeJS.Timeout | undefined
  usedAtMs: number
}

/** The games that this process has recently worked with. The database is the source of truth. */
export interface GameCache<Job> {
  /** The entry of a game, an empty one if it is not cached. */
  entryOf(id: GameId): CachedGame<Job>
  /** The cached state of a game, or null. */
  find(id: GameId): StoredGame | null
  /**
   * Stores a state committed by this process or another, unless a newer one is cached, and schedules the next wake-up.
   */
  put(game: StoredGame, by?: 'this process' | 'another process'): void
  /** Empties the cache and cancels all wake-ups. */
  clear(): void
}

/** `wake` is called when a deadline of a cached game is due, and `dropped` when an idle game has left the cache. */
export function createGameCache<Job>(
  clock: Clock,
  wake: (id: GameId) => void,
  dropped: (id: GameId) => void,
): GameCache<Job> {
  const entries = new Map<GameId, CachedGame<Job>>()

  function entryOf(id: GameId): CachedGame<Job> {
    let entry = entries.get(id)
    if (!entry) {
      entry = { game: null, queue: [], isBusy: false, wakeTimer: undefined, usedAtMs: 0 }
      entries.set(id, entry)
    }
    entry.usedAtMs = clock.now()
    return entry
  }

  function put(game: StoredGame, by: 'this process' | 'another process' = 'this process'): void {
    const { id, version, status } = game.state
    const entry = entryOf(id)
    if (entry.game && entry.game.state.version > version) return
    clearTimeout(entry.wakeTimer)
    entry.wakeTimer = undefined
    entry.game = game
    if (status === 'archived') {
      if (!entry.isBusy) entries.delete(id)
      return
    }
    const wakeAtMs = nextWakeAt(game.state)
    const laterMs = by === 'this process' ? 0 : OTHER_PROCESS_DELAY_MS
    const waitMs = wakeAtMs === null ? Infinity : Math.max(0, wakeAtMs - clock.now()) + laterMs
    if (waitMs <= LONGEST_TIMER_MS) entry.wakeTimer = setTimeout(() => wake(id), waitMs)
    else dropIdle()
  }

  function dropIdle(): void {
    const nowMs = clock.now()
    for (const [id, { isBusy, wakeTimer, usedAtMs }] of entries) {
      if (isBusy || wakeTimer || nowMs - usedAtMs <= IDLE_MS) continue
      entries.delete(id)
      dropped(id)
    }
  }

  return {
    entryOf,
    find: (id) => entries.get(id)?.game ?? null,
    put,
    clear() {
      for (const { wakeTimer } of entries.values()) clearTimeout(wakeTimer)
      entries.clear()
    },
  }
}
