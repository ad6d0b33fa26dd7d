import { randomUUID } from 'node:crypto'
import type { UserId } from '@quizmaster/contract/ids'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../infra/clock.ts'
import type { Database } from '../../infra/db/database.ts'
import { readMigrations } from '../../infra/db/migrate.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { award, awardAll, weekStart } from './awards.ts'
import { ALL_TIME, countChanges, findPositions, sweepCounts } from './leaderboard-counts.ts'
import { setListed } from './leaderboard.ts'

describe.each(databaseKinds())('the counts of the leaderboard on %s', (kind) => {
  let database: Database
  const clock = fakeClock()
  beforeEach(async () => {
    database = await openTestDatabase(kind)
  })
  afterEach(() => database.close())

  const deps = () => ({ db: database.db, clock })
  const newPlayer = async (): Promise<UserId> => {
    const id = randomUUID() as UserId
    const email = `${id}@example.com`
    const values = { id, email, email_key: email, display_name: null, player_number: 1, created_at: 0 }
    await database.db.insertInto('app_user').values(values).execute()
    return id
  }
  const earn = (userId: UserId, points: number, atMs = clock.now()) =>
    inTransaction(database.db, (trx) => award(trx, { userId, cause: randomUUID(), points, atMs }))
  const listRows = (table: 'leaderboard_count' | 'leaderboard_change') =>
    database.db.selectFrom(table).selectAll().execute()

  /** Compares the position of each number of points with one worked out from all players. */
  const expectExactPositions = async () => {
    const week = weekStart(clock.now())
    const players = await database.db.selectFrom('user_progress').selectAll().where('is_listed', '=', true).execute()
    const boards = new Map([
      [ALL_TIME, players.map((player) => player.total_points)],
      [week, players.filter((player) => player.week_start === week).map((player) => player.week_points)],
    ])
    for (const [board, points] of boards) {
      const asked = [1, 999, 1000, 1001, 50_000, ...points.filter((one) => one > 0)]
      const expected = asked.map((one) => 1 + points.filter((other) => other > one).length)
      expect(await findPositions(database.db, board, asked)).toEqual(expected)
    }
  }

  test('positions are exact after any awards, opt-outs, deleted accounts and weeks, counted or not', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const players: UserId[] = []
    for (let step = 1; step <= 120; step += 1) {
      const player = players[random(players.length)]
      const choice = random(20)
      if (!player || choice < 5) players.push(await newPlayer())
      else if (choice < 13) await earn(player, [1, 10, 10, 500, 999, 3000][random(6)] ?? 1)
      else if (choice < 15) await setListed(database.db, player, random(2) === 0)
      else if (choice < 16) {
        players.splice(players.indexOf(player), 1)
        await database.db.deleteFrom('app_user').where('id', '=', player).execute()
      } else if (choice < 17) clock.advance(3 * DAY_MS)
      // A process whose clock is behind, at the turn of the week.
      else if (choice < 18) await earn(player, 10, clock.now() - 4 * DAY_MS)
      else if (choice < 19) await countChanges(deps())
      else await sweepCounts(deps())
      if (step % 6 === 0) await expectExactPositions()
    }
    await countChanges(deps())
    expect(await listRows('leaderboard_change')).toEqual([])
    await expectExactPositions()
  })

  test('players who earn points at the same time do not wait for each other, and all are counted', async () => {
    const players = await Promise.all(Array.from({ length: 12 }, newPlayer))
    const awards = players.map((userId) => ({ userId, cause: 'game:1', points: 1500 }))
    await inTransaction(database.db, async (trx) => {
      await awardAll(trx, clock.now(), awards.slice(0, 6))
      // The embedded database does one transaction at a time.
      if (kind === 'postgres') {
        await inTransaction(database.db, (other) => awardAll(other, clock.now(), awards.slice(6)))
        await Promise.all([countChanges(deps()), countChanges(deps())])
      }
    })
    if (kind === 'embedded') await inTransaction(database.db, (trx) => awardAll(trx, clock.now(), awards.slice(6)))
    await Promise.all([countChanges(deps()), countChanges(deps())])
    expect(await findPositions(database.db, ALL_TIME, [1500, 1499, 1])).toEqual([1, 13, 13])
    expect(await listRows('leaderboard_change')).toEqual([])
  })

  test('counts that are no longer needed are deleted', async () => {
    const [anna, ben] = [await newPlayer(), await newPlayer()]
    await earn(anna, 2500)
    await earn(ben, 40)
    await countChanges(deps())
    const week = weekStart(clock.now())
    clock.advance(14 * DAY_MS)
    await earn(anna, 1000)
    await countChanges(deps())
    expect((await listRows('leaderboard_count')).some(({ board }) => board === week)).toBe(true)
    await sweepCounts(deps())
    const nextWeek = weekStart(clock.now())
    const left = (await listRows('leaderboard_count')).map((row) => JSON.stringify(Object.values(row)))
    expect(new Set(left)).toEqual(
      new Set(
        [
          [ALL_TIME, 1, 40, 1],
          [ALL_TIME, 1, 3500, 1],
          [ALL_TIME, 1000, 0, 1],
          [ALL_TIME, 1000, 3000, 1],
          [nextWeek, 1, 1000, 1],
          [nextWeek, 1000, 1000, 1],
        ].map((row) => JSON.stringify(row)),
      ),
    )
  })

  test('the migration counts the players that are already there', async () => {
    const [anna, ben, cleo] = [await newPlayer(), await newPlayer(), await newPlayer()]
    const points = { [anna]: 2500, [ben]: 40, [cleo]: 90 }
    for (const [id, one] of Object.entries(points)) await earn(id as UserId, one)
    await setListed(database.db, cleo, false)
    const migration = readMigrations().find(({ name }) => name.endsWith('-leaderboard-counts'))
    await sql`drop table leaderboard_count, leaderboard_change`.execute(database.db)
    await sql`drop function record_leaderboard_change cascade`.execute(database.db)
    for (const statement of statementsOf(migration?.sql ?? '')) await sql.raw(statement).execute(database.db)
    expect(await listRows('leaderboard_change')).toEqual([])
    await expectExactPositions()
    await earn(ben, 3000)
    await expectExactPositions()
  })
})

/** The statements of a migration; only a function's body contains semicolons. */
function statementsOf(text: string): string[] {
  const body = /\$\$[\s\S]*\$\$/.exec(text)?.[0] ?? ''
  return text
    .replace(body, '«body»')
    .split(/;\n/)
    .map((statement) => statement.replace('«body»', () => body))
    .filter((statement) => statement.trim() !== '')
}
