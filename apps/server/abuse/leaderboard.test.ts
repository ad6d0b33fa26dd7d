import type { Question } from '@quizmaster/contract/http/gameplay'
import type { Leaderboard } from '@quizmaster/contract/http/stats'
import { WEEK_PRACTICE_POINTS_PER_DAY } from '@quizmaster/contract/limits'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../src/infra/clock.ts'
import { buildApp, dataOf, type TestApp, topicFile } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { Player } from '../src/testing/play.ts'

// A script answers practice questions around the clock to lead the leaderboard of the week.

const AWARDS_PER_MINUTE = 30

describe.each(databaseKinds())('a script in practice on %s', (kind) => {
  let app: TestApp
  let script: Player
  beforeEach(async () => {
    app = await buildApp({ kind, content: { 'apples.yaml': topicFile('Apples', 30) } })
    script = await Player.signIn(app, 'script@example.com')
  })
  afterEach(() => app.close())

  /** Answers this many questions right, `waitMs` after they were served. */
  const answer = async (count: number, waitMs: number) => {
    const served = await script.post('question/random_list', { topics: null, count })
    app.clock.advance(waitMs)
    for (const { id: question_id, answers } of dataOf<Question[]>(served)) {
      const answer_id = answers.find(({ text }) => text.startsWith('Right'))?.id
      expect((await script.post('question/verify_answer', { question_id, answer_id })).status).toBe(200)
    }
  }
  const points = async (period: 'week' | 'all') => {
    const answered = await app.call('GET', `stats/api/leaderboard?period=${period}`, { token: script.token })
    return dataOf<Leaderboard>(answered).me?.points ?? 0
  }

  test('gets points for answers within a second, but not on the leaderboard of the week', async () => {
    await answer(10, 999)
    expect([await points('all'), await points('week')]).toEqual([100, 0])
    await answer(10, 1_000)
    expect([await points('all'), await points('week')]).toEqual([200, 100])
  })

  test('gets a limited number of points a day on the leaderboard of the week, and as many again the next day', async () => {
    const rounds = Math.ceil(WEEK_PRACTICE_POINTS_PER_DAY / (AWARDS_PER_MINUTE * 10)) + 1
    for (let round = 0; round < rounds; round += 1) await answer(AWARDS_PER_MINUTE, MINUTE_MS)
    expect(await points('all')).toBe(rounds * AWARDS_PER_MINUTE * 10)
    expect(await points('week')).toBe(WEEK_PRACTICE_POINTS_PER_DAY)
    app.clock.advance(DAY_MS)
    await answer(10, MINUTE_MS)
    expect(await points('week')).toBe(WEEK_PRACTICE_POINTS_PER_DAY + 100)
  })
})
