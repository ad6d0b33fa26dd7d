import { randomUUID } from 'node:crypto'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueForRating, rateQueuedAnswers } from '../../features/questions/ratings.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { rateAll } from '../../testing/rate-all.ts'

const THINKING_MS = 2_000
const CONTENT = { 'apples.yaml': topicFile('Apples', 12, 'group: Orchards'), 'pears.yaml': topicFile('Pears', 12) }

const sumOf = (rows: { answer_count: number }[]) => rows.reduce((total, row) => total + row.answer_count, 0)

interface Question {
  id: string
  topic: { text: string }
  answers: { id: string; text: string }[]
}

describe.each(databaseKinds())('ratings on %s', (kind) => {
  let app: TestApp
  let counter = 0
  beforeAll(async () => {
    app = await buildApp({ kind, content: CONTENT })
  })
  afterAll(() => app.close())

  const newPlayer = async () => {
    counter += 1
    app.clock.advance(60 * 60_000)
    return Player.signIn(app, `rated.${counter}@example.com`)
  }
  const draw = async (count: number, token?: string) => {
    const body = { topics: null, count }
    return dataOf<Question[]>(
      await app.call('POST', 'gameplay/api/question/random_list', { body, ...(token ? { token } : {}) }),
    )
  }
  const answer = async (question: Question, text: 'Right' | 'Wrong', token?: string) => {
    const chosen = question.answers.find((one) => one.text.startsWith(text))
    const body = { question_id: question.id, answer_id: chosen?.id }
    const { status } = await app.call('POST', 'gameplay/api/question/verify_answer', {
      body,
      ...(token ? { token } : {}),
    })
    expect(status).toBe(200)
  }
  /** The database, once it has rated everything that was answered. */
  const rated = async () => {
    await rateAll(app.database.db)
    return app.database.db
  }
  const questionRating = async (id: string) =>
    (await rated())
      .selectFrom('question_rating')
      .select(['rating', 'answer_count', 'right_answer_count'])
      .where('question_id', '=', id)
      .executeTakeFirst()
  const playerRatings = async ({ userId }: Player) =>
    (await rated())
      .selectFrom('player_group_rating')
      .select(['group_name', 'rating', 'answer_count'])
      .where('user_id', '=', userId)
      .orderBy('group_name')
      .execute()
  const answerCounts = async () =>
    (await rated())
      .selectFrom('question_rating')
      .select(['question_id', 'answer_count'])
      .orderBy('question_id')
      .execute()
  const groupOf = ({ topic }: Question) => (topic.text === 'Apples' ? 'Orchards' : 'Test')

  test('an answer in practice rates the question, and the player in the group of its topic', async () => {
    const player = await newPlayer()
    const [question] = await draw(1, player.token)
    if (!question) throw new Error('no question')
    app.clock.advance(THINKING_MS)
    await answer(question, 'Right', player.token)
    expect(await questionRating(question.id)).toEqual({ rating: -0.375, answer_count: 1, right_answer_count: 1 })
    expect(await playerRatings(player)).toEqual([{ group_name: groupOf(question), rating: 0.375, answer_count: 1 }])
    const other = await newPlayer()
    await draw(24, other.token)
    app.clock.advance(THINKING_MS)
    await answer(question, 'Wrong', other.token)
    const again = await questionRating(question.id)
    expect(again).toMatchObject({ answer_count: 2, right_answer_count: 1 })
    expect(again?.rating).toBeGreaterThan(0)
    const [own] = await playerRatings(other)
    expect(own?.rating).toBeLessThan(-0.6)
  })

  test('a repeated answer, one within a second and one of a visitor are not rated', async () => {
    const player = await newPlayer()
    const [quick, question] = await draw(24, player.token)
    if (!quick || !question) throw new Error('too few questions')
    const before = await answerCounts()
    await answer(quick, 'Right', player.token)
    app.clock.advance(THINKING_MS)
    await answer(quick, 'Right', player.token)
    await answer(question, 'Right')
    expect(await answerCounts()).toEqual(before)
    await answer(question, 'Wrong', player.token)
    const once = await answerCounts()
    expect(once).not.toEqual(before)
    // Serves both questions again: the one that was rated, and the one that was answered too quickly.
    await draw(24, player.token)
    app.clock.advance(THINKING_MS)
    await answer(question, 'Right', player.token)
    await answer(quick, 'Right', player.token)
    expect(await answerCounts()).toEqual(once)
    expect(await playerRatings(player)).toMatchObject([{ answer_count: 1 }])
  })

  test('answers of many players at the same time are all counted', async () => {
    const players = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
    const served = await Promise.all(players.map(({ token }) => draw(24, token)))
    app.clock.advance(THINKING_MS)
    const [question] = served[0] ?? []
    if (!question) throw new Error('no question')
    const before = (await questionRating(question.id))?.answer_count ?? 0
    await Promise.all(players.map(({ token }) => answer(question, 'Right', token)))
    expect((await questionRating(question.id))?.answer_count).toBe(before + players.length)
  })

  test('answers rated by several processes at the same time are each counted once', async () => {
    const players = [await newPlayer(), await newPlayer(), await newPlayer()]
    const before = sumOf(await answerCounts())
    const served = await Promise.all(players.map(({ token }) => draw(8, token)))
    app.clock.advance(THINKING_MS)
    await Promise.all(
      players.map(async ({ token }, index) => {
        for (const question of served[index] ?? []) {
          await answer(question, 'Right', token)
          await rateQueuedAnswers(app.database.db)
        }
      }),
    )
    expect(sumOf(await answerCounts())).toBe(before + 24)
    for (const player of players) expect(sumOf(await playerRatings(player))).toBe(8)
  })

  test('queued answers of an erased account are not rated, and hold up nobody else', async () => {
    const player = await newPlayer()
    const before = sumOf(await answerCounts())
    const [question] = await draw(1)
    if (!question) throw new Error('no question')
    const answerOf = (userId: string) => ({
      userId: userId as UserId,
      questionId: question.id as QuestionId,
      isRight: true,
    })
    await inTransaction(app.database.db, (trx) =>
      queueForRating(trx, [answerOf(randomUUID()), answerOf(player.userId)]),
    )
    expect(sumOf(await answerCounts())).toBe(before + 1)
    expect(sumOf(await playerRatings(player))).toBe(1)
  })

  test("a game's answers are rated once it is over, those of a player who leaves when they leave", async () => {
    const [ada, bob, cleo] = [await newPlayer(), await newPlayer(), await newPlayer()]
    const before = await answerCounts()
    const game = await startGame(ada, await openLobby([ada, bob, cleo]))
    app.clock.advance(THINKING_MS)
    await ada.answer(game, 'Right', THINKING_MS)
    await bob.answer(game, 'Wrong', THINKING_MS)
    expect(await answerCounts()).toEqual(before)
    await bob.post('game/leave')
    expect(await playerRatings(bob)).toMatchObject([{ answer_count: 1 }])
    await ada.update({ status: 'finished' })
    expect(await playerRatings(ada)).toMatchObject([{ answer_count: 1 }])
    const [up] = await playerRatings(ada)
    const [down] = await playerRatings(bob)
    expect(up?.rating).toBeGreaterThan(0)
    expect(down?.rating).toBeLessThan(0)
    expect(await playerRatings(cleo)).toEqual([])
    expect(sumOf(await answerCounts())).toBe(sumOf(before) + 2)
  })

  test('in a game, an answer within a second is not rated, nor one to a question answered in practice before', async () => {
    const [ada, bob] = [await newPlayer(), await newPlayer()]
    for (const question of await draw(24, bob.token)) {
      app.clock.advance(THINKING_MS)
      await answer(question, 'Right', bob.token)
    }
    const practised = await playerRatings(bob)
    const id = await openLobby([ada, bob])
    const game = await startGame(ada, id)
    await ada.answer(game, 'Right', 500)
    app.clock.advance(THINKING_MS)
    await bob.answer(game, 'Right', THINKING_MS)
    await passTime(app, 1_000)
    await ada.update({ status: 'finished' })
    expect((await ada.getGame(id)).status).toBe('finished')
    expect(await playerRatings(ada)).toEqual([])
    expect(await playerRatings(bob)).toEqual(practised)
  })

  test('a question answered in a game is not rated again in practice', async () => {
    const [ada, bob] = [await newPlayer(), await newPlayer()]
    const served = await draw(24, ada.token)
    const game = await startGame(ada, await openLobby([ada, bob]))
    app.clock.advance(THINKING_MS)
    await ada.answer(game, 'Right', THINKING_MS)
    await ada.update({ status: 'finished' })
    const before = await playerRatings(ada)
    const counts = await answerCounts()
    for (const question of served) await answer(question, 'Right', ada.token)
    const all = await playerRatings(ada)
    expect(sumOf(before)).toBe(1)
    expect(sumOf(all)).toBe(24)
    expect(sumOf(await answerCounts())).toBe(sumOf(counts) + 23)
  })
})
