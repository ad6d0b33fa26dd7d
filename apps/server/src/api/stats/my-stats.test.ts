import type { MyStats } from '@quizmaster/contract/http/stats'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'

describe.each(databaseKinds())('My stats on %s', (kind) => {
  let app: TestApp
  let player: Player
  let counter = 0
  beforeAll(async () => {
    app = await buildApp({
      kind,
      // Wednesday, 8 April 2026.
      clock: fakeClock(Date.UTC(2026, 3, 8, 12)),
      content: {
        'apples.yaml': topicFile('Apples', 12, 'group: Food'),
        'pears.yaml': topicFile('Pears', 12, 'group: Food'),
        'stars.yaml': topicFile('Stars', 12, 'group: Space'),
      },
    })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    player = await Player.signIn(app, `statistician.${counter}@example.com`)
  })

  const myStats = async () => dataOf<MyStats>(await app.call('GET', 'stats/api/my_stats', { token: player.token }))
  const topicId = async (text: string) =>
    (await app.database.db.selectFrom('topic').select('id').where('text', '=', text).executeTakeFirstOrThrow()).id
  const practise = async (topic: string, results: readonly boolean[]) => {
    const questions = dataOf<{ id: string; answers: { id: string; text: string }[] }[]>(
      await player.post('question/random_list', { topics: [await topicId(topic)], count: results.length }),
    )
    for (const [index, { id, answers }] of questions.entries()) {
      app.clock.advance(2_000)
      const chosen = answers.find(({ text }) => text.startsWith(results[index] ? 'Right' : 'Wrong'))
      await player.post('question/verify_answer', { question_id: id, answer_id: chosen?.id })
    }
  }

  test('before the first answer there is nothing but empty weeks', async () => {
    const { weeks, ...stats } = await myStats()
    expect(stats).toEqual({
      since: null,
      answer_count: 0,
      question_count: 36,
      usual: { seen: 0, right: 0 },
      groups: [],
      speed: null,
      best_games: [],
      fact_count: 0,
    })
    expect(weeks).toHaveLength(12)
    expect(weeks.at(-1)).toEqual({ from: '2026-04-06', answers: 0, right: 0 })
    expect(weeks[0]?.from).toBe('2026-01-19')
    expect((await app.call('GET', 'stats/api/my_stats')).status).toBe(401)
  })

  test('topics count their questions once, by their latest answer, in the group that they belong to', async () => {
    const since = app.clock.now() + 2_000
    await practise('Apples', [true, true, true, false, false, true])
    await practise('Stars', [false, true])
    const { groups, usual, answer_count, ...stats } = await myStats()
    expect(stats.since).toBe(since)
    expect(answer_count).toBe(8)
    expect(usual).toEqual({ seen: 8, right: 5 })
    expect(groups).toEqual([
      {
        name: 'Food',
        question_count: 24,
        topics: [{ id: await topicId('Apples'), text: 'Apples', question_count: 12, seen: 6, right: 4, learning: 2 }],
      },
      {
        name: 'Space',
        question_count: 12,
        topics: [
          {
            id: await topicId('Stars'),
            text: 'Stars',
            question_count: 12,
            seen: 2,
            right: 1,
            learning: 1,
            results: [false, true],
          },
        ],
      },
    ])
  })

  test('a missed question answered correctly the next day counts as right, and as still being learned', async () => {
    await practise(
      'Apples',
      Array.from({ length: 12 }, () => false),
    )
    app.clock.advance(DAY_MS)
    await practise(
      'Apples',
      Array.from({ length: 12 }, () => true),
    )
    expect((await myStats()).groups[0]?.topics[0]).toMatchObject({ seen: 12, right: 12, learning: 12 })
    const body = { review_missed: false }
    await app.call('POST', 'user/api/settings', { token: player.token, body })
    expect((await myStats()).groups[0]?.topics[0]).toMatchObject({ seen: 12, right: 12, learning: 0 })
    expect((await myStats()).answer_count).toBe(24)
  })

  test('weeks run from Monday to Sunday in the time zone of the player, across the change to summer time', async () => {
    await practise('Apples', [true])
    const at = async (atMs: number) =>
      app.database.db.updateTable('answer').set({ answered_at: atMs }).where('user_id', '=', player.userId).execute()
    const weekOf = async () => (await myStats()).weeks.find(({ answers }) => answers > 0)?.from
    const setZone = (time_zone: string) =>
      app.call('POST', 'user/api/settings', { token: player.token, body: { time_zone } })
    await setZone('Europe/Berlin')
    // Summer time began on Sunday, 29 March: Monday the 30th began at 22:00 UTC, a week before at 23:00.
    await at(Date.UTC(2026, 2, 29, 22))
    expect(await weekOf()).toBe('2026-03-30')
    await at(Date.UTC(2026, 2, 29, 22) - 1)
    expect(await weekOf()).toBe('2026-03-23')
    await at(Date.UTC(2026, 2, 22, 23))
    expect(await weekOf()).toBe('2026-03-23')
    await at(Date.UTC(2026, 2, 22, 23) - 1)
    expect(await weekOf()).toBe('2026-03-16')
    await setZone('Pacific/Kiritimati')
    expect(await weekOf()).toBe('2026-03-23')
  })

  test('games count for speed, and the three best are listed', async () => {
    const other = await Player.signIn(app, `opponent.${counter}@example.com`)
    const playGame = async (ms: number) => {
      const id = await openLobby([player, other])
      let game = await startGame(player, id)
      while (game.status === 'running') {
        app.clock.advance(ms)
        await player.answer(game, 'Right', ms)
        await other.answer(game, 'Wrong', ms)
        await passTime(app, 5_000)
        game = await player.getGame(id)
      }
      return game.state.points[game.players.find(({ user_id }) => user_id === player.userId)?.id ?? '']
    }
    const points = []
    for (const ms of [3_000, 5_000, 4_000]) points.push(await playGame(ms))
    expect((await myStats()).speed).toBeNull()
    points.push(await playGame(8_000))
    const { speed, best_games, groups } = await myStats()
    expect(speed).toMatchObject({ count: 20, upper_ms: expect.any(Number) })
    expect(speed?.seconds.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(speed?.lower_ms).toBeLessThanOrEqual(speed?.median_ms ?? 0)
    expect(best_games.map((game) => game.points)).toEqual(points.toSorted((a, b) => Number(b) - Number(a)).slice(0, 3))
    expect(best_games[0]).toMatchObject({ right: 5, questions: 5, place: 1, players: 2 })
    expect(groups.length).toBeGreaterThan(0)
  })

  test('answers to retired questions count, but topics contain only questions in circulation', async () => {
    await practise('Stars', [true, true])
    await app.database.db
      .updateTable('question')
      .set({ withdrawn_at: 1 })
      .where('id', 'in', (query) =>
        query.selectFrom('player_question').select('question_id').where('user_id', '=', player.userId),
      )
      .execute()
    expect(await myStats()).toMatchObject({ answer_count: 2, usual: { seen: 0, right: 0 }, groups: [] })
  })
})
