import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'

interface Question {
  id: string
  topic: { id: string }
  answers: { id: string; text: string }[]
  missed_on?: string
}

describe.each(databaseKinds())('questions that come back on %s', (kind) => {
  let app: TestApp
  let player: Player
  let counter = 0
  beforeAll(async () => {
    app = await buildApp({
      kind,
      // Sunday, 1 March 2026, 22:00 UTC: in Berlin it is 23:00, and summer time begins on the 29th.
      clock: fakeClock(Date.UTC(2026, 2, 1, 22)),
      content: { 'apples.yaml': topicFile('Apples', 40), 'pears.yaml': topicFile('Pears', 12) },
    })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    player = await Player.signIn(app, `returning.${counter}@example.com`)
  })

  const settings = (body: object) => app.call('POST', 'user/api/settings', { token: player.token, body })
  const draw = async (count = 10, topics: string[] | null = null) =>
    dataOf<Question[]>(await player.post('question/random_list', { topics, count }))
  const review = async (topic: string | null = null) =>
    dataOf<Question[]>(await player.post('question/review_list', { topic }))
  const dueCount = async () =>
    dataOf<{ count: number }>(await app.call('GET', 'gameplay/api/question/due_count', { token: player.token })).count
  const answer = async (question: Question, text: 'Right' | 'Wrong') => {
    const chosen = question.answers.find((one) => one.text.startsWith(text))
    await player.post('question/verify_answer', { question_id: question.id, answer_id: chosen?.id })
  }
  const miss = async (count: number) => {
    const questions = await draw(count)
    for (const question of questions) await answer(question, 'Wrong')
    return questions
  }
  const facts = async () =>
    dataOf<{ facts: { question: string; answer: string }[]; has_more: boolean }>(
      await app.call('GET', 'stats/api/facts', { token: player.token }),
    )

  test('a missed question is due the next day in the time zone of the player', async () => {
    await settings({ time_zone: 'Europe/Berlin' })
    const start = app.clock.now()
    await miss(1)
    expect(await dueCount()).toBe(0)
    app.clock.advance(HOUR_MS - 1)
    expect(await dueCount()).toBe(0)
    app.clock.advance(1)
    expect(await dueCount()).toBe(1)
    // In New York it is still the 1st.
    await settings({ time_zone: 'America/New_York' })
    expect(await dueCount()).toBe(0)
    app.clock.advance(start + DAY_MS - app.clock.now())
    expect(await dueCount()).toBe(1)
  })

  test("a question answered correctly whenever it is due becomes the player's for good", async () => {
    await settings({ time_zone: 'Europe/Berlin' })
    // Noon, so that 24 hours later is always the next date, even after a day of 23 hours.
    app.clock.advance(12 * HOUR_MS)
    const [missed] = await miss(1)
    const waits: number[] = []
    for (let round = 0; round < 4; round += 1) {
      let days = 0
      while ((await dueCount()) === 0) {
        app.clock.advance(DAY_MS)
        days += 1
      }
      waits.push(days)
      expect((await facts()).facts).toEqual([])
      const [question] = await review()
      expect(question?.id).toBe(missed?.id)
      if (question) await answer(question, 'Right')
    }
    // This spans the change to summer time.
    expect(waits).toEqual([1, 4, 17, 61])
    expect((await facts()).facts).toMatchObject([{ answer: expect.stringMatching(/^Right/) }])
    app.clock.advance(400 * DAY_MS)
    player = await Player.signIn(app, `returning.${counter}@example.com`)
    expect(await dueCount()).toBe(0)
    for (const question of await draw(50)) if (question.id === missed?.id) await answer(question, 'Wrong')
    app.clock.advance(2 * DAY_MS)
    expect((await facts()).facts).toHaveLength(1)
  })

  test('in Journey every fourth question is one that is due, with the date on which it was missed', async () => {
    const missed = new Set((await miss(6)).map(({ id }) => id))
    app.clock.advance(2 * DAY_MS)
    const drawn = await draw(12)
    expect(drawn).toHaveLength(12)
    expect(new Set(drawn.map(({ id }) => id)).size).toBe(12)
    expect(drawn.flatMap(({ id }, index) => (missed.has(id) ? [index] : []))).toEqual([3, 7, 11])
    const date = new Date(app.clock.now() - 2 * DAY_MS).toISOString().slice(0, 10)
    expect(drawn.flatMap(({ missed_on }) => missed_on ?? [])).toEqual([date, date, date])
    expect(await draw(3)).toHaveLength(3)
  })

  test('only questions of the chosen topics come back', async () => {
    const missed = await miss(50)
    app.clock.advance(2 * DAY_MS)
    const topic = missed[0]?.topic.id ?? ''
    const drawn = await draw(8, [topic])
    expect(drawn.map((question) => question.topic.id)).toEqual(Array.from({ length: 8 }, () => topic))
    expect(drawn.filter(({ missed_on }) => missed_on !== undefined)).toHaveLength(2)
  })

  test('Bring back asks up to ten that are due, and each earns the usual points', async () => {
    await miss(14)
    app.clock.advance(2 * DAY_MS)
    expect(await dueCount()).toBe(10)
    const questions = await review()
    expect(questions).toHaveLength(10)
    for (const question of questions) await answer(question, 'Right')
    expect(await dueCount()).toBe(4)
    const { total } = await app.database.db
      .selectFrom('user_progress')
      .select('total_points as total')
      .where('user_id', '=', player.userId)
      .executeTakeFirstOrThrow()
    expect(total).toBe(100)
  })

  test('the questions of a topic that are not known yet are asked, due or not', async () => {
    const missed = await miss(8)
    const topic = missed[0]?.topic.id ?? ''
    const ids = missed.filter((question) => question.topic.id === topic).map(({ id }) => id)
    expect((await review(topic)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(await review()).toEqual([])
    expect((await player.post('question/review_list', { topic: 'all' })).status).toBe(422)
    expect((await player.post('question/review_list', {})).status).toBe(422)
  })

  test('with the review switched off, nothing comes back or is marked; answers count as before', async () => {
    const missed = await miss(6)
    expect(dataOf(await settings({ review_missed: false }))).toEqual({ time_zone: null, review_missed: false })
    app.clock.advance(2 * DAY_MS)
    expect([await dueCount(), await review()]).toEqual([0, []])
    expect((await draw(12)).filter(({ missed_on }) => missed_on !== undefined)).toEqual([])
    expect((await review(missed[0]?.topic.id)).every(({ missed_on }) => missed_on === undefined)).toBe(true)
    await settings({ review_missed: true })
    expect(await dueCount()).toBe(6)
  })

  test('a question that a player misses in a game comes back, too', async () => {
    const other = await Player.signIn(app, `other.${counter}@example.com`)
    const game = await startGame(other, await openLobby([other, player]))
    app.clock.advance(2_000)
    await other.answer(game, 'Right', 2_000)
    await passTime(app, 22_000)
    await other.update({ status: 'finished' })
    app.clock.advance(2 * DAY_MS)
    expect(await review()).toHaveLength(1)
  })

  test('an unknown time zone and empty settings are refused', async () => {
    for (const time_zone of ['Mars/Olympus', '+02:00', '', 'x'.repeat(65)])
      expect((await settings({ time_zone })).body.errors).toHaveProperty('time_zone')
    expect((await settings({})).status).toBe(422)
    expect((await settings({ review_missed: 'yes' })).status).toBe(422)
    expect(dataOf(await app.call('GET', 'user/api/settings', { token: player.token }))).toEqual({
      time_zone: null,
      review_missed: true,
    })
    expect((await app.call('GET', 'user/api/settings')).status).toBe(401)
  })
})
