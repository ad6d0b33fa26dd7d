import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { newGame } from '@quizmaster/engine/game'
import type { GameState } from '@quizmaster/engine/game-state'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../infra/db/database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { createSaveStep, findGame, insertGame } from './games.queries.ts'

const GAME_COUNT = 12

const buildGame = (n: number): GameState =>
  newGame(
    { userId: `host${n}` as UserId, name: `Host "${n}" \\ ✓` },
    { gameId: String(10_000_000 + n) as GameId, playerId: `p${n}` as PlayerId },
    0,
  )
const stepped = (state: GameState): GameState => ({ ...state, version: state.version + 1, changedAtMs: 5 })

describe.each(databaseKinds())('saving games that change in the same instant, on %s', (kind) => {
  let database: Database
  beforeAll(async () => void (database = await openTestDatabase(kind)))
  afterAll(() => database.close())

  const games = Array.from({ length: GAME_COUNT }, (_, n) => buildGame(n))
  beforeEach(async () => {
    await database.db.deleteFrom('game').execute()
    for (const game of games) await database.db.transaction().execute((trx) => insertGame(trx, game))
  })
  const storedOf = async ({ id }: GameState) => (await findGame(database.db, id))?.state

  test('each is stored whole, as it is', async () => {
    const save = createSaveStep(database.db)
    const saved = await Promise.all(games.map((before) => save({ before, after: stepped(before) })))
    expect(saved).toEqual(games.map(() => true))
    for (const game of games) expect(await storedOf(game)).toEqual(stepped(game))
    const row = await database.db
      .selectFrom('game')
      .selectAll()
      .where('id', '=', games[0]?.id ?? '')
      .executeTakeFirst()
    expect(row).toMatchObject({ status: 'pending', version: stepped(buildGame(0)).version })
    expect(row?.wake_at).toBeGreaterThan(0)
  })

  test('only the game that another writer was faster with is refused, and stays as that writer left it', async () => {
    const save = createSaveStep(database.db)
    const [contested] = games as [GameState]
    const theirs = { ...stepped(contested), changedAtMs: 99 }
    await save({ before: contested, after: theirs })
    const saved = await Promise.all(games.map((before) => save({ before, after: stepped(before) })))
    expect(saved).toEqual(games.map((game) => game !== contested))
    expect(await storedOf(contested)).toEqual(theirs)
  })

  test.runIf(kind === 'postgres')('a game that somebody has locked keeps no other one waiting', async () => {
    const save = createSaveStep(database.db)
    const [locked, ...others] = games as [GameState, ...GameState[]]
    const order: string[] = []
    let waiting: Promise<unknown> = Promise.resolve()
    await database.db.transaction().execute(async (trx) => {
      await findGame(trx, locked.id, 'forUpdate')
      waiting = save({ before: locked, after: stepped(locked) }).then((isSaved) => order.push(`locked ${isSaved}`))
      const saved = await Promise.all(others.map((before) => save({ before, after: stepped(before) })))
      expect(saved).toEqual(others.map(() => true))
      order.push('others')
    })
    await waiting
    expect(order).toEqual(['others', 'locked true'])
    expect(await storedOf(locked)).toEqual(stepped(locked))
  })
})
