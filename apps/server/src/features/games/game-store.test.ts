import type { AnswerId, GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { newGame } from '@quizmaster/engine/lobby'
import type { GameState } from '@quizmaster/engine/game-state'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../infra/db/database.ts'
import { readMigrations } from '../../infra/db/migrate.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { createBatchedSaveState, findGame, insertGame, saveState } from './game-store.ts'

const GAME_COUNT = 12

const buildGame = (n: number): GameState =>
  newGame(
    { userId: `host${n}` as UserId, name: `Host "${n}" \\ ✓` },
    { gameId: String(10_000_000 + n) as GameId, playerId: `p${n}` as PlayerId },
    0,
  )
const stepped = (state: GameState): GameState => ({ ...state, version: state.version + 1, changedAtMs: 5 })
const answered = (answer: string) => ({ p0: { answer: answer as AnswerId, timeMs: 5, points: null, isAnswered: true } })
/** A game in which this many questions have been opened and the last one answered. */
const asked = (state: GameState, askedCount: number): GameState => ({
  ...stepped(state),
  status: 'running',
  askedCount,
  answers: Array.from({ length: askedCount }, (_, index) => answered(`question ${index}`)),
})

describe.each(databaseKinds())('saving games that change at the same time, on %s', (kind) => {
  let database: Database
  beforeAll(async () => void (database = await openTestDatabase(kind)))
  afterAll(() => database.close())

  const games = Array.from({ length: GAME_COUNT }, (_, n) => buildGame(n))
  beforeEach(async () => {
    await database.db.deleteFrom('game').execute()
    for (const game of games) await database.db.transaction().execute((trx) => insertGame(trx, game))
  })
  const storedOf = async ({ id }: GameState) => (await findGame(database.db, id))?.state

  test('each game is stored completely', async () => {
    const save = createBatchedSaveState(database.db)
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

  test.each(['with others', 'by itself'])('a game saved %s is loaded with its earlier answers', async (how) => {
    const shared = createBatchedSaveState(database.db)
    const save = (before: GameState, after: GameState) =>
      how === 'by itself' ? saveState(database.db, { before, after }) : shared({ before, after })
    for (const before of games.slice(0, 4)) {
      let game = before
      for (const askedCount of [1, 3, 3, 4]) {
        const after = asked(game, askedCount)
        expect(await save(game, after)).toBe(true)
        expect(await storedOf(before)).toEqual(after)
        game = after
      }
    }
  })

  test('what an answer writes does not grow with the number of earlier questions', async () => {
    const [game] = games as [GameState]
    await saveState(database.db, { before: game, after: asked(game, 9) })
    const { rows } = await sql<{ counts: number[] }>`
      select array[json_array_length(state -> 'answers'), json_array_length(past_answers)] as counts
      from game where id = ${game.id}`.execute(database.db)
    expect(rows).toEqual([{ counts: [1, 8] }])
  })

  test('a game stored before earlier answers had their own column is loaded completely', async () => {
    const before = games.map((game, n) => asked(game, n))
    for (const game of before) {
      await sql`update game set state = ${JSON.stringify(game)}::json, past_answers = '[]'
        where id = ${game.id}`.execute(database.db)
    }
    const migration = readMigrations().find(({ name }) => name === '0007-past-answers')
    const move = migration?.sql.slice(migration.sql.indexOf('update game')) ?? ''
    await sql.raw(move).execute(database.db)
    expect(await Promise.all(before.map(storedOf))).toEqual(before)
  })

  test("only the game that another writer has changed is refused, and keeps that writer's state", async () => {
    const save = createBatchedSaveState(database.db)
    const [contested] = games as [GameState]
    const theirs = { ...stepped(contested), changedAtMs: 99 }
    await save({ before: contested, after: theirs })
    const saved = await Promise.all(games.map((before) => save({ before, after: stepped(before) })))
    expect(saved).toEqual(games.map((game) => game !== contested))
    expect(await storedOf(contested)).toEqual(theirs)
  })

  test.runIf(kind === 'postgres')('a locked game does not delay the others', async () => {
    const save = createBatchedSaveState(database.db)
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
