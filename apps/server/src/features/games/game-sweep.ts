import type { GameId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import { isDatabaseUnavailable } from '../../infra/db/database-error.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Logger } from '../../infra/log.ts'
import type { GameRooms } from './game-room.ts'
import { listDueGameIds, listGameIdsUnderWay, noteWatch } from './games.queries.ts'

/** A gap longer than this between two looks of any node is an outage (contract 6). */
const OUTAGE_MS = 2_000
const BATCH = 100
/** How long a game that can't be stepped is left alone. */
const REST_MS = MINUTE_MS

interface WatchDeps {
  db: Kysely<Tables>
  clock: Clock
  log: Logger
  rooms: () => GameRooms
}

export interface GameWatch {
  /**
   * Looks after the games on behalf of all nodes: gives back the time in which no node was there, then takes up the
   * games whose wake-up is past, wherever they were played before. True when there may be more. Run it every 500 ms,
   * and once before the first request.
   */
  sweep(): Promise<boolean>
  /** Resolves once an outage that this node may have slept through has been given back; usually at once. */
  caughtUp(): Promise<void>
}

/** Looks as one process; that several do is what makes a gap an outage of all. */
export function createGameWatch({ db, clock, log, rooms }: WatchDeps): GameWatch {
  let lookedAtMs = clock.now()
  let looking: Promise<boolean> | null = null
  const restsUntilMs = new Map<GameId, number>()

  async function look(): Promise<boolean> {
    const nowMs = clock.now()
    // While nobody plays nothing is written; what happened before a game's last change is no outage to it anyway.
    const underWay = await listGameIdsUnderWay(db)
    if (underWay.length > 0) {
      const watchedAtMs = await inTransaction(db, (trx) => noteWatch(trx, nowMs))
      if (watchedAtMs !== null && nowMs - watchedAtMs > OUTAGE_MS) {
        await lookAfter(underWay, { type: 'outage_noticed', fromMs: watchedAtMs, toMs: nowMs })
      }
    }
    lookedAtMs = nowMs
    const due = await listDueGameIds(db, nowMs, BATCH)
    const steppedCount = await lookAfter(due, { type: 'time_passed' })
    return due.length === BATCH && steppedCount > 0
  }

  /** Gives how many could be stepped. Whatever is wrong with a game, the players of the others wait for their turn. */
  async function lookAfter(ids: readonly GameId[], event: Look): Promise<number> {
    let steppedCount = 0
    for (const id of ids.filter((gameId) => (restsUntilMs.get(gameId) ?? 0) <= clock.now())) {
      try {
        await stepGame(rooms(), id, event)
        restsUntilMs.delete(id)
        steppedCount += 1
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        restsUntilMs.set(id, clock.now() + REST_MS)
        log.error({ err: error, msg: 'game_not_swept', game: id })
      }
    }
    return steppedCount
  }

  function sweep(): Promise<boolean> {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  return {
    sweep,
    async caughtUp() {
      if (clock.now() - lookedAtMs > OUTAGE_MS) await sweep()
    },
  }
}

type Look = { type: 'time_passed' } | { type: 'outage_noticed'; fromMs: number; toMs: number }

async function stepGame(rooms: GameRooms, id: GameId, event: Look): Promise<void> {
  await rooms.transact(async (games) => {
    const game = await games.find(id)
    if (game) await games.step(game, event)
  })
}
