import { randomUUID } from 'node:crypto'
import type { UserId } from '@quizmaster/contract/ids'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../infra/clock.ts'
import type { Database } from '../../infra/db/database.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { countWaitingForLocks, databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { updateProfile } from '../accounts/users.ts'
import { award, awardAll } from './awards.ts'
import { getLeaderboard, setListed } from './leaderboard.ts'
import { weekStart } from './awards.ts'

test('a week begins on Monday at 00:00 UTC', () => {
  const monday = Date.UTC(2026, 10, 16)
  expect(weekStart(monday)).toBe(monday)
  expect(weekStart(monday - 1)).toBe(monday - 7 * DAY_MS)
  expect(weekStart(monday + 7 * DAY_MS - 1)).toBe(monday)
  expect(new Date(weekStart(0)).getUTCDay()).toBe(1)
})

describe.each(databaseKinds())('the leaderboard on %s', (kind) => {
  let database: Database
  const clock = fakeClock()
  beforeEach(async () => {
    database = await openTestDatabase(kind)
  })
  afterEach(() => database.close())

  const player = async (name: string | null, points: number, isListed = true): Promise<UserId> => {
    const id = randomUUID() as UserId
    await database.db
      .insertInto('app_user')
      .values({
        id,
        email: `${id}@example.com`,
        email_key: `${id}@example.com`,
        display_name: name,
        player_number: 4821,
        show_on_leaderboard: isListed,
        created_at: 0,
      })
      .execute()
    if (points > 0) await earn(id, points)
    return id
  }
  const earn = (userId: UserId, points: number) =>
    inTransaction(database.db, (trx) => award(trx, { userId, cause: randomUUID(), points, atMs: clock.now() }))
  const board = (period: 'week' | 'all', userId: UserId | null = null, around = false) =>
    getLeaderboard({ db: database.db, clock }, { period, userId, around })
  const short = (rows: { position: number; name: string; points: number }[]) =>
    rows.map(({ position, name, points }) => `${position} ${name} ${points}`)

  test('a player who opts out while earning their first points is not listed', async () => {
    const id = await player('Anna', 0)
    const deps = { db: database.db, clock, adminEmails: [] }
    const change = { id, displayName: 'Anna Example', show_on_leaderboard: false }
    let changed: Promise<unknown> = Promise.resolve()
    let isChanged = false
    await inTransaction(database.db, async (trx) => {
      await award(trx, { userId: id, cause: 'first', points: 10, atMs: clock.now() })
      changed = updateProfile(deps, id, change).finally(() => {
        isChanged = true
      })
      // PostgreSQL runs both at the same time; the embedded database runs one after the other.
      const isStuck = async () => isChanged || (await countWaitingForLocks(database.db)) > 0
      if (kind === 'postgres') await expect.poll(isStuck).toBe(true)
    })
    await changed
    expect((await board('all')).rows).toEqual([])
  })

  test('the most points come first and ties share a position', async () => {
    await player('Anna', 100)
    await player('Berta', 300)
    await player('Cesar', 300)
    await player(null, 50)
    await player('Nobody', 0)
    const { rows, me } = await board('all')
    expect(
      short(rows)
        .slice(0, 2)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['1 Berta 300', '1 Cesar 300'])
    expect(short(rows).slice(2)).toEqual(['3 Anna 100', '4 Player 4821 50'])
    expect(rows[2]).toEqual({ position: 3, name: 'Anna', rank_number: 1, level: 1, points: 100 })
    expect(me).toBeNull()
  })

  test('a player who opted out is not listed, whether before or after earning points', async () => {
    await player('Hidden', 500, false)
    const anna = await player('Anna', 100)
    await player('Berta', 50)
    expect(short((await board('all')).rows)).toEqual(['1 Anna 100', '2 Berta 50'])
    await setListed(database.db, anna, false)
    expect(await board('all', anna)).toMatchObject({ me: null })
    expect(short((await board('all')).rows)).toEqual(['1 Berta 50'])
    await setListed(database.db, anna, true)
    expect((await board('all', anna)).me).toMatchObject({ position: 1, name: 'Anna' })
  })

  test('a week counts only its own points', async () => {
    const anna = await player('Anna', 500)
    clock.advance(7 * DAY_MS)
    await player('Berta', 20)
    expect(short((await board('week')).rows)).toEqual(['1 Berta 20'])
    await earn(anna, 30)
    await earn(anna, 5)
    expect(short((await board('week')).rows)).toEqual(['1 Anna 35', '2 Berta 20'])
    expect(short((await board('all')).rows)).toEqual(['1 Anna 535', '2 Berta 20'])
  })

  test('the top has 50 rows; around a player there are 5 above and 5 below, with their true positions', async () => {
    const ids: UserId[] = []
    for (let n = 1; n <= 60; n += 1) ids.push(await player(`P${n}`, n <= 30 ? n : n - 1))
    const top = await board('all', ids[0] ?? null)
    expect(top.rows).toHaveLength(50)
    expect(top.me).toMatchObject({ position: 60, points: 1 })
    // P30 and P31 both have 30 points and position 30.
    const middle = await board('all', ids[24] ?? null, true)
    expect(middle.rows.map((row) => row.points)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20])
    expect(middle.rows.map((row) => row.position)).toEqual([30, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41])
    expect(middle.me).toMatchObject({ position: 36, points: 25 })
    const first = await board('all', ids[59] ?? null, true)
    expect(first.rows.map((row) => row.position)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await board('all', await player('New', 0), true)).toEqual({ rows: [], me: null })
  })

  test.each(['all', 'week'] as const)(
    'around a player among many with as many points, players are in order of their ids (%s)',
    async (period) => {
      for (const points of [30, 20, 5]) await player(`P${points}`, points)
      const tied: UserId[] = []
      for (let n = 0; n < 14; n += 1) tied.push(await player(null, 10))
      tied.sort()
      const names = new Map(tied.map((id, index) => [id, `T${index}`]))
      for (const [id, display_name] of names) {
        await database.db.updateTable('app_user').set({ display_name }).where('id', '=', id).execute()
      }
      const around = async (index: number) =>
        (await board(period, tied[index] ?? null, true)).rows.map(({ name }) => name)
      expect(await around(0)).toEqual(['P30', 'P20', 'T0', 'T1', 'T2', 'T3', 'T4', 'T5'])
      expect(await around(3)).toEqual(['P30', 'P20', 'T0', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8'])
      expect(await around(7)).toEqual(['T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8', 'T9', 'T10', 'T11', 'T12'])
      expect(await around(12)).toEqual(['T7', 'T8', 'T9', 'T10', 'T11', 'T12', 'T13', 'P5'])
    },
  )

  test('a cause earns once, and the running total is the sum of the ledger', async () => {
    const anna = await player('Anna', 0)
    const once = (cause: string) =>
      inTransaction(database.db, (trx) => award(trx, { userId: anna, cause, points: 10, atMs: clock.now() }))
    const results = await Promise.all(['a', 'b', 'a', 'b', 'a', 'c'].map(once))
    expect(results.filter(Boolean)).toHaveLength(3)
    const { total_points } = await database.db
      .selectFrom('user_progress')
      .select('total_points')
      .where('user_id', '=', anna)
      .executeTakeFirstOrThrow()
    const ledger = await database.db.selectFrom('point_award').select('points').where('user_id', '=', anna).execute()
    expect(total_points).toBe(30)
    expect(ledger.reduce((sum, row) => sum + row.points, 0)).toBe(total_points)
  })

  test('awards given together add up for each player; causes that have earned before are left out', async () => {
    const [anna, ben, cleo] = [await player('Anna', 0), await player('Ben', 45), await player('Cleo', 20)]
    const awards = [anna, ben, cleo].map((userId) => ({ userId, cause: 'game:1', points: 15 }))
    await inTransaction(database.db, (trx) => award(trx, { userId: cleo, cause: 'game:1', points: 5, atMs: 0 }))
    const awarded = await inTransaction(database.db, (trx) => awardAll(trx, clock.now(), awards))
    expect(new Map(awarded.map(({ userId, levelEvent }) => [userId, levelEvent?.event]))).toEqual(
      new Map([
        [anna, undefined],
        [ben, 'new_rank_achieved'],
      ]),
    )
    expect(short((await board('all')).rows)).toEqual(['1 Ben 60', '2 Cleo 25', '3 Anna 15'])
    await expect(inTransaction(database.db, (trx) => awardAll(trx, clock.now(), awards))).resolves.toEqual([])
    await expect(inTransaction(database.db, (trx) => awardAll(trx, clock.now(), []))).resolves.toEqual([])
  })
})
