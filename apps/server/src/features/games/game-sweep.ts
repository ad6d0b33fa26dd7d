import type { GameId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { GameRooms } from './game-room.ts'
import { listDueGameIds, listGameIdsUnderWay, noteWatch } from './games.queries.ts'

/** A gap longer than this between two looks of any node is an outage (contract 6). */
const OUTAGE_MS = 2_000
const BATCH = 100

interface WatchDeps {
  db: Kysely<Tables>
  clock: Clock
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

export function createGameWatch({ db, clock, rooms }: WatchDeps): GameWatch {
  let lookedAtMs = clock.now()
  let looking: Promise<boolean> | null = null

  async function look(): Promise<boolean> {
    const nowMs = clock.now()
    // While nobody plays nothing is written; what happened before a game's last change is no outage to it anyway.
    const underWay = await listGameIdsUnderWay(db)
    if (underWay.length > 0) {
      const watchedAtMs = await inTransaction(db, (trx) => noteWatch(trx, nowMs))
      if (watchedAtMs !== null && nowMs - watchedAtMs > OUTAGE_MS) {
        await forEachGame(rooms(), underWay, { type: 'outage_noticed', fromMs: watchedAtMs, toMs: nowMs })
      }
    }
    lookedAtMs = nowMs
    const due = await listDueGameIds(db, nowMs, BATCH)
    await forEachGame(rooms(), due, { type: 'time_passed' })
    return due.length === BATCH
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

async function forEachGame(rooms: GameRooms, ids: readonly GameId[], event: Look): Promise<void> {
  for (const id of ids) {
    await rooms.transact(async (games) => {
      const game = await games.find(id)
      if (game) await games.step(game, event)
    })
  }
}
