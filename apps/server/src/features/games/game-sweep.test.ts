import type { GameId } from '@quizmaster/contract/ids'
import type { GameEvent } from '@quizmaster/engine/game-event'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../infra/db/database.ts'
import { silentLog } from '../../infra/log.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { createGameSweep } from './game-sweep.ts'

describe.each(databaseKinds())('the sweep of games on %s', (kind) => {
  let database: Database
  const clock = fakeClock()
  /** How many rows the sweep has read. */
  let rowCount = 0
  /** The games that the sweep has loaded. */
  let found: GameId[] = []

  beforeEach(async () => {
    database = await openTestDatabase(kind)
  })
  afterEach(() => database.close())

  const newSweep = () => {
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rowCount += result.rows.length
        return result
      },
    })
    return createGameSweep({
      db,
      clock,
      log: silentLog,
      transact: (work) =>
        work({
          find: async (id) => {
            found.push(id)
            return null
          },
          step: (_game, event: GameEvent) => Promise.reject(new Error(`there is no game for ${event.type}`)),
        }),
    })
  }
  const insertGames = (count: number, wakeAtMs: number) =>
    sql`insert into game (id, status, version, wake_at, state)
      select (10000000 + n)::text, case n % 2 when 0 then 'running' else 'starting' end, 1, ${wakeAtMs}::bigint, '{}'
      from generate_series(1, ${count}::integer) as n`.execute(database.db)
  const reset = () => {
    rowCount = 0
    found = []
  }

  test('it reads no more with 1,000 games under way than with one', async () => {
    const sweep = newSweep()
    await insertGames(1, clock.now() + 60_000)
    await sweep.run()
    reset()
    await sweep.run()
    const withOne = rowCount
    await database.db.deleteFrom('game').execute()
    await insertGames(1000, clock.now() + 60_000)
    reset()
    expect(await sweep.run()).toBe(false)
    expect(rowCount).toBe(withOne)
    expect(found).toEqual([])
  })

  test('after an outage it loads every game under way once, page by page', async () => {
    const sweep = newSweep()
    await insertGames(300, clock.now() + 3_600_000)
    await sweep.run()
    clock.advance(30_000)
    reset()
    await sweep.run()
    expect(found.toSorted()).toEqual(Array.from({ length: 300 }, (_, index) => String(10_000_001 + index)))
    reset()
    await sweep.run()
    expect(found).toEqual([])
  })
})
