import type { GameId } from '@quizmaster/contract/ids'
import { OUTAGE_NOTICED_MS } from '@quizmaster/contract/limits'
import type { OutageNoticed, TimePassed } from '@quizmaster/engine/game-event'
import type { Kysely } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import { isDatabaseUnavailable } from '../../infra/db/database-error.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Logger } from '../../infra/log.ts'
import { listDueGameIds, listGameIdsUnderWay, recordSweep } from './game-store.ts'
import type { GameTransaction } from './game-transaction.ts'

/** Games per query. */
const BATCH = 100
/** How long the sweep leaves a game alone after it could not be stepped. */
const PAUSE_MS = MINUTE_MS

interface SweepDeps {
  db: Kysely<Tables>
  clock: Clock
  log: Logger
  transact: (work: (games: Pick<GameTransaction, 'find' | 'step'>) => Promise<void>) => Promise<void>
}

export interface GameSweep {
  /**
   * Sweeps all games on behalf of all processes: gives back the time during which no process was running, then steps
   * the games whose deadline has passed. Returns whether there may be more of them. Runs every 500 ms, and once before
   * the first request.
   */
  run(): Promise<boolean>
  /** Gives back the time that was lost if this process was suspended until now; otherwise resolves at once. */
  giveBackLostTime(): Promise<void>
}

export function createGameSweep({ db, clock, log, transact }: SweepDeps): GameSweep {
  let sweptAtMs = clock.now()
  let running: Promise<boolean> | null = null
  let next: Promise<boolean> | null = null
  const pausedUntilMs = new Map<GameId, number>()

  async function sweep(): Promise<boolean> {
    const nowMs = clock.now()
    // Nothing is written while nobody plays: an outage before a game's last change takes no time from it anyway.
    const [anyUnderWay] = await listGameIdsUnderWay(db, { afterId: null, limit: 1 })
    if (anyUnderWay !== undefined) {
      const lastSweepMs = await inTransaction(db, (trx) => recordSweep(trx, nowMs))
      if (lastSweepMs !== null && nowMs - lastSweepMs > OUTAGE_NOTICED_MS) {
        await stepAllUnderWay({ type: 'outage_noticed', fromMs: lastSweepMs, toMs: nowMs })
      }
    }
    sweptAtMs = nowMs
    const due = await listDueGameIds(db, nowMs, BATCH)
    const steppedCount = await stepAll(due, { type: 'time_passed' })
    return due.length === BATCH && steppedCount > 0
  }

  async function stepAllUnderWay(event: OutageNoticed): Promise<void> {
    let afterId: GameId | null = null
    for (;;) {
      const page: GameId[] = await listGameIdsUnderWay(db, { afterId, limit: BATCH })
      await stepAll(page, event)
      afterId = page.at(-1) ?? null
      if (page.length < BATCH) return
    }
  }

  /** Returns how many games could be stepped. One that fails does not stop the others. */
  async function stepAll(ids: readonly GameId[], event: OutageNoticed | TimePassed): Promise<number> {
    let steppedCount = 0
    for (const id of ids.filter((gameId) => (pausedUntilMs.get(gameId) ?? 0) <= clock.now())) {
      try {
        await transact(async (games) => {
          const game = await games.find(id)
          if (game) await games.step(game, event)
        })
        pausedUntilMs.delete(id)
        steppedCount += 1
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        pausedUntilMs.set(id, clock.now() + PAUSE_MS)
        log.error({ err: error, msg: 'game_not_swept', game: id })
      }
    }
    return steppedCount
  }

  /**
   * Runs one sweep at a time. A running one may have read the clock before this call, so the call gets the next one.
   */
  function run(): Promise<boolean> {
    if (running) {
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null
          return run()
        })
      return next
    }
    running = sweep().finally(() => {
      running = null
    })
    return running
  }

  return {
    run,
    async giveBackLostTime() {
      if (clock.now() - sweptAtMs > OUTAGE_NOTICED_MS) await run()
    },
  }
}
