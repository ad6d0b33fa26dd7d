import { randomUUID } from 'node:crypto'
import type { Game } from '@quizmaster/contract/http/games'
import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { step } from '@quizmaster/engine/game'
import { newGame } from '@quizmaster/engine/lobby'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../src/infra/clock.ts'
import { buildApp, dataOf, type TestApp } from '../src/testing/build-app.ts'
import { databaseKinds, openTestDatabase } from '../src/testing/database.ts'
import { freshCode } from '../src/testing/sign-in.ts'
import { openLobby, Player, startGame } from '../src/testing/play.ts'

// An account made 30,000 forced games and was then deleted in one transaction, which blocked everybody else.

describe.each(databaseKinds())('an account that opens many games on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let attacker: Player
  let bystander: Player
  const emailOf = (name: string) => `${name}.${counter}@example.com`

  beforeAll(async () => {
    app = await buildApp({ kind })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    app.clock.advance(2 * HOUR_MS)
    attacker = await Player.signIn(app, emailOf('attacker'))
    bystander = await Player.signIn(app, emailOf('bystander'))
  })

  const statusesOf = async (calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b)
  const storedGames = async (userId: string) =>
    (await app.database.db.selectFrom('game_player').select('game_id').where('user_id', '=', userId).execute()).length

  test('opens 10 in a minute and 60 in an hour, however many calls it makes at once', async () => {
    const burst = Array.from({ length: 20 }, () => attacker.create(true))
    expect(await statusesOf(burst)).toEqual([...Array<number>(10).fill(200), ...Array<number>(10).fill(429)])
    const refused = await attacker.create(true)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers['retry-after'])).toBe(60)
    let opened = 10
    for (let minute = 1; minute < 10; minute += 1) {
      app.clock.advance(MINUTE_MS)
      const statuses = await statusesOf(Array.from({ length: 12 }, () => attacker.create(true)))
      opened += statuses.filter((status) => status === 200).length
    }
    expect(opened).toBe(60)
    expect((await bystander.create()).status).toBe(200)
    app.clock.advance(HOUR_MS)
    expect((await attacker.create(true)).status).toBe(200)
  })

  test('leaves no lobby behind that nobody has joined', async () => {
    for (let n = 0; n < 10; n += 1) expect((await attacker.create(true)).status).toBe(200)
    expect(await storedGames(attacker.userId)).toBe(1)
  })

  test('a lobby that somebody has joined is archived when it is replaced', async () => {
    const id = await openLobby([attacker, bystander])
    await attacker.create(true)
    expect(await storedGames(attacker.userId)).toBe(2)
    expect((await bystander.join(id)).status).toBe(404)
  })

  test('refused games do not count, rematches do', async () => {
    const first = await openLobby([attacker, bystander])
    for (let n = 0; n < 12; n += 1) expect((await attacker.create()).status).toBe(409)
    let id = first
    for (let n = 0; n < 9; n += 1) {
      await startGame(attacker, id)
      await attacker.update({ status: 'finished' })
      const again = await attacker.post('game/rematch')
      expect(again.status).toBe(200)
      id = dataOf<Game>(again).id
    }
    await attacker.update({ status: 'starting' })
    await attacker.update({ status: 'finished' })
    expect((await attacker.post('game/rematch')).status).toBe(429)
  })

  test('makes so many calls at once that most are refused, while another player is served', async () => {
    const calls = Array.from({ length: 200 }, () =>
      app.call('POST', 'user/api/auth/current_user', { token: attacker.token }),
    )
    const other = app.call('POST', 'user/api/auth/current_user', { token: bystander.token })
    expect(new Set(await statusesOf(calls))).toEqual(new Set([200, 429]))
    expect((await other).status).toBe(200)
    expect((await app.call('POST', 'user/api/auth/current_user', { token: attacker.token })).status).toBe(200)
  })
})

describe.each(databaseKinds())('deleting an account that is in many games on %s', (kind) => {
  const GAMES = 300

  /** An account in 300 archived games, as they were before games were limited. */
  async function attackerInManyGames(app: TestApp): Promise<Player> {
    const attacker = await Player.signIn(app, 'attacker@example.com')
    const userId = attacker.userId as UserId
    const ids = { gameId: '10000000' as GameId, playerId: randomUUID() as PlayerId }
    const lobby = newGame({ userId, name: 'Mallory Attacks' }, ids, app.clock.now())
    const { state } = step(lobby, [], { type: 'game_replaced', userId }, app.clock.now())
    const text = JSON.stringify(state)
    await sql`
      insert into game (id, status, version, state, archived_at)
      select n::text, 'archived', ${state.version}, replace(${text}, ${state.id}, n::text)::json, ${app.clock.now()}
      from generate_series(10000000::int, ${10_000_000 + GAMES - 1}::int) as n`.execute(app.database.db)
    await sql`insert into game_player (user_id, game_id) select ${userId}::uuid, id from game`.execute(app.database.db)
    return attacker
  }

  const countNames = async ({ database }: TestApp) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from game where state::text like '%Mallory Attacks%'`.execute(database.db)
    return rows[0]?.count ?? 0
  }
  const erase = async (attacker: Player) => {
    const email = 'attacker@example.com'
    const code = await freshCode(attacker.app, email)
    return attacker.app.call('POST', 'user/api/account/delete', { token: attacker.token, body: { email, code } })
  }

  test('removes the person at once, and the name from past games while others are served', async () => {
    const app = await buildApp({ kind })
    const attacker = await attackerInManyGames(app)
    const bystander = await Player.signIn(app, 'bystander@example.com')
    expect((await erase(attacker)).status).toBe(200)
    const { rows } = await sql`select from app_user where id = ${attacker.userId}::uuid`.execute(app.database.db)
    expect(rows).toEqual([])
    // A call of another player does not have to wait until the name is gone from all games.
    expect((await bystander.create()).status).toBe(200)
    expect(await countNames(app)).toBeGreaterThan(0)
    await expect.poll(() => countNames(app)).toBe(0)
    // The account is removed from the list once a run finds no more games.
    const listErased = () => app.database.db.selectFrom('erased_player').selectAll().execute()
    await expect.poll(listErased).toEqual([])
    await app.close()
  })

  test('continues after a restart', async () => {
    const database = await openTestDatabase(kind)
    const first = await buildApp({ database })
    const attacker = await attackerInManyGames(first)
    expect((await erase(attacker)).status).toBe(200)
    await first.close()
    const left = await countNames(first)
    expect(left).toBeGreaterThan(0)
    const second = await buildApp({ database })
    await expect.poll(() => countNames(second)).toBe(0)
    await second.close()
    await database.close()
  })
})
