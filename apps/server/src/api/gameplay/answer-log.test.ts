import type { Game } from '@quizmaster/contract/http/games'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { databaseKinds } from '../../testing/database.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'

const CONTENT = { 'apples.yaml': topicFile('Apples', 12), 'pears.yaml': topicFile('Pears', 12) }

interface Question {
  id: string
  answers: { id: string; text: string }[]
}

describe.each(databaseKinds())('the answer log on %s', (kind) => {
  let app: TestApp
  let counter = 0
  beforeAll(async () => {
    app = await buildApp({ kind, content: CONTENT })
  })
  afterAll(() => app.close())

  const newPlayer = async () => {
    counter += 1
    app.clock.advance(HOUR_MS)
    return Player.signIn(app, `logged.${counter}@example.com`)
  }
  const draw = async (player: Player, count = 24) =>
    dataOf<Question[]>(await player.post('question/random_list', { topics: null, count }))
  const answer = async (player: Player, question: Question, text: string) => {
    const chosen = question.answers.find((one) => one.text.startsWith(text))
    return player.post('question/verify_answer', { question_id: question.id, answer_id: chosen?.id })
  }
  const logOf = ({ userId }: Player) =>
    app.database.db
      .selectFrom('answer')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('answered_at')
      .orderBy('question_id')
      .execute()
  const questionsOf = ({ userId }: Player) =>
    app.database.db.selectFrom('player_question').selectAll().where('user_id', '=', userId).execute()
  const resultsOf = ({ userId }: Player) =>
    app.database.db.selectFrom('game_result').selectAll().where('user_id', '=', userId).execute()

  test('the first answer to a serving in practice is logged, whatever is sent after it', async () => {
    const player = await newPlayer()
    const [question] = await draw(player, 1)
    if (!question) throw new Error('no question')
    app.clock.advance(4_000)
    await answer(player, question, 'Wrong')
    app.clock.advance(1_000)
    await answer(player, question, 'Right')
    expect(await logOf(player)).toEqual([
      {
        user_id: player.userId,
        question_id: question.id,
        answered_at: app.clock.now() - 1_000,
        source: 'practice',
        choice: expect.stringMatching(/^Wrong/),
        is_right: false,
        ms: 4_000,
        is_timed: false,
        language: 'en',
      },
    ])
    expect(await questionsOf(player)).toMatchObject([
      { answer_count: 1, right_count: 0, is_last_right: false, missed_on: '2026-01-05', due_on: '2026-01-06' },
    ])
  })

  test('an answer in practice costs 3 statements, and one that earns points 6', async () => {
    const { database, tablesOf } = countStatements(app.database)
    const counted = await buildApp({ database, clock: app.clock, content: CONTENT, mailer: app.mailer })
    const player = (await newPlayer()).through(counted)
    for (const question of await draw(player, 5)) {
      expect(await tablesOf(() => answer(player, question, 'Wrong'))).toHaveLength(3)
    }
    for (const question of await draw(player, 5)) {
      const tables = await tablesOf(() => answer(player, question, 'Right'))
      // Without the stats, which are read at the same time to be sent to the player.
      expect(tables.filter((table) => table !== 'user_progress')).toHaveLength(6)
    }
    await counted.close()
  })

  test('the same question served again is logged again, and its card continues', async () => {
    const player = await newPlayer()
    for (const text of ['Wrong', 'Right']) {
      const [question] = (await draw(player)).toSorted((one, other) => one.id.localeCompare(other.id))
      if (!question) throw new Error('no question')
      app.clock.advance(24 * HOUR_MS)
      await answer(player, question, text)
    }
    expect((await logOf(player)).map(({ is_right }) => is_right)).toEqual([false, true])
    expect(await questionsOf(player)).toMatchObject([
      { answer_count: 2, right_count: 1, is_last_right: true, right_in_a_row: 1 },
    ])
  })

  test('a right answer makes no card, and an answer without a serving is not logged', async () => {
    const player = await newPlayer()
    const stranger = await newPlayer()
    const [question] = await draw(player, 1)
    if (!question) throw new Error('no question')
    await answer(player, question, 'Right')
    await answer(stranger, question, 'Right')
    expect(await questionsOf(player)).toMatchObject([
      { right_count: 1, is_last_right: true, stability: null, due_on: null },
    ])
    expect(await logOf(stranger)).toEqual([])
    expect(await questionsOf(stranger)).toEqual([])
  })

  test('of many simultaneous calls only one is logged', async () => {
    const player = await newPlayer()
    const [question] = await draw(player, 1)
    if (!question) throw new Error('no question')
    await Promise.all(['Wrong', 'Right', 'Wrong', 'Right'].map((text) => answer(player, question, text)))
    expect(await logOf(player)).toHaveLength(1)
    expect(await questionsOf(player)).toMatchObject([{ answer_count: 1 }])
  })

  test('only the number of answers is stored for visitors', async () => {
    const questions = dataOf<Question[]>(
      await app.call('POST', 'gameplay/api/question/random_list', { body: { topics: null, count: 2 } }),
    )
    const [first, second] = questions
    if (!first || !second) throw new Error('too few questions')
    for (const [question, text] of [
      [first, 'Right'],
      [first, 'Wrong'],
      [second, 'Wrong'],
    ] as const) {
      const answer_id = question.answers.find((one) => one.text.startsWith(text))?.id
      await app.call('POST', 'gameplay/api/question/verify_answer', { body: { question_id: question.id, answer_id } })
    }
    await app.app.storeVisitorAnswers()
    await app.app.storeVisitorAnswers()
    const counts = await app.database.db.selectFrom('visitor_answer_count').selectAll().execute()
    expect(new Set(counts)).toEqual(
      new Set([
        { question_id: first.id, answer_count: 2, right_count: 1 },
        { question_id: second.id, answer_count: 1, right_count: 0 },
      ]),
    )
  })

  /** Both answer all five questions: Ada correctly, Bob alternately wrongly and not at all. */
  const playWholeGame = async (ada: Player, bob: Player) => {
    const id = await openLobby([ada, bob])
    let game: Game = await startGame(ada, id)
    for (let index = 0; index < 5; index += 1) {
      app.clock.advance(2_000)
      await ada.answer(game, 'Right', 2_000)
      if (index % 2 === 0) await bob.answer(game, 'Wrong', 2_000)
      else await passTime(app, 20_000)
      await passTime(app, 5_000)
      game = await ada.getGame(id)
    }
    return game
  }

  test('the answers of a game are logged once it is over, with the questions that a player left unanswered', async () => {
    const [ada, bob] = [await newPlayer(), await newPlayer()]
    const game = await playWholeGame(ada, bob)
    expect(game.status).toBe('finished')
    const own = await logOf(ada)
    expect(own).toHaveLength(5)
    for (const row of own)
      expect(row).toMatchObject({
        source: 'game',
        is_right: true,
        choice: expect.stringMatching(/^Right/),
        is_timed: true,
        answered_at: app.clock.now(),
      })
    const others = await logOf(bob)
    expect(others.filter(({ choice }) => choice === null)).toMatchObject([
      { ms: 20_000, is_right: false },
      { ms: 20_000, is_right: false },
    ])
    expect((await questionsOf(bob)).map(({ due_on }) => due_on)).not.toContain(null)
    expect((await questionsOf(ada)).every(({ due_on }) => due_on === null)).toBe(true)
    expect(await resultsOf(ada)).toMatchObject([
      {
        points: Math.max(...Object.values(game.state.points)),
        place: 1,
        player_count: 2,
        right_count: 5,
        question_count: 5,
        ended_at: app.clock.now(),
      },
    ])
    expect(await resultsOf(bob)).toMatchObject([{ points: 0, place: 2, right_count: 0 }])
  })

  test('nothing is logged while the game is on, except for a player who leaves', async () => {
    const [ada, bob, cleo] = [await newPlayer(), await newPlayer(), await newPlayer()]
    const game = await startGame(ada, await openLobby([ada, bob, cleo]))
    app.clock.advance(1_000)
    await ada.answer(game, 'Right', 1_000)
    await bob.answer(game, 'Wrong', 1_000)
    expect([await logOf(ada), await logOf(bob)]).toEqual([[], []])
    await bob.post('game/leave')
    expect(await logOf(bob)).toMatchObject([{ is_right: false, choice: expect.stringMatching(/^Wrong/) }])
    expect(await logOf(ada)).toEqual([])
    expect(await resultsOf(bob)).toEqual([])
  })

  test('a game that its creator cancels leaves no result, and a question cut short counts as missed by nobody', async () => {
    const [ada, bob] = [await newPlayer(), await newPlayer()]
    const id = await openLobby([ada, bob])
    const game = await startGame(ada, id)
    expect(game.is_cancelled).toBeUndefined()
    app.clock.advance(3_000)
    await ada.answer(game, 'Wrong', 3_000)
    await ada.update({ status: 'finished' })
    expect(await logOf(ada)).toMatchObject([{ is_right: false, ms: 3_000 }])
    expect(await logOf(bob)).toEqual([])
    expect([await resultsOf(ada), await resultsOf(bob)]).toEqual([[], []])
    expect((await bob.getGame(id)).is_cancelled).toBe(true)
  })
})
