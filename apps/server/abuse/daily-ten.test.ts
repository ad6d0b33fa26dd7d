import type { DailyVerdict, OpenedPlay } from '@quizmaster/contract/http/daily'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp, topicFile } from '../src/testing/build-app.ts'
import { DailyPlayer } from '../src/testing/daily.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { signIn } from '../src/testing/sign-in.ts'

// A player tries to get ten of ten by learning the answers first, by answering twice, or by stopping the clock.

const TODAY = '2026-01-05'
const CONTENT = { 'apples.yaml': topicFile('Apples', 30), 'pears.yaml': topicFile('Pears', 30) }

describe.each(databaseKinds())('a cheat at the Daily Ten on %s', (kind) => {
  const apps: TestApp[] = []
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })
  const start = async () => {
    const app = await buildApp({ kind, content: CONTENT })
    apps.push(app)
    return { app, cheat: new DailyPlayer(app, await signIn(app, 'cheat@example.com')) }
  }
  const points = async (app: TestApp) => {
    const rows = await app.database.db.selectFrom('point_award').select('points').execute()
    return rows.reduce((sum, row) => sum + row.points, 0)
  }

  test('cannot have an open question judged by practice', async () => {
    const { app, cheat } = await start()
    const { question } = await cheat.open(TODAY)
    const bank = await app.database.db.selectFrom('question').select(['id', 'answers']).execute()
    const bankIds = new Set(bank.flatMap(({ id, answers }) => [id, ...answers.map((answer) => answer.id)]))
    const known = JSON.stringify(question).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
    expect(known.filter((id) => bankIds.has(id))).toEqual([])
  })

  test('sees nothing of the questions to come in any response', async () => {
    const { app, cheat } = await start()
    const opened = await cheat.open(TODAY)
    await cheat.answer(opened)
    await cheat.open(TODAY)
    const [day] = await app.database.db.selectFrom('daily_day').select('question_ids').execute()
    const toCome = await app.database.db
      .selectFrom('question')
      .select(['id', 'text'])
      .where('id', 'in', day?.question_ids.slice(2) ?? [])
      .execute()
    const told: string[] = []
    for (const call of ['day', 'open', 'archive', 'weeks'])
      told.push(JSON.stringify(await cheat.post(call, { date: TODAY })))
    told.push(JSON.stringify(await cheat.post('settings', { is_paused: false })))
    const all = told.join('\n')
    expect(toCome).toHaveLength(8)
    expect(toCome.filter(({ id, text }) => all.includes(id) || all.includes(text))).toEqual([])
  })

  test('cannot open two questions at once, from several tabs', async () => {
    const { cheat } = await start()
    const opened = await Promise.all(Array.from({ length: 6 }, () => cheat.open(TODAY)))
    expect(new Set(opened.map(({ question }) => JSON.stringify(question))).size).toBe(1)
  })

  test('has one answer to a question, however many are sent at the same time', async () => {
    const { app, cheat } = await start()
    const opened = await cheat.open(TODAY)
    app.clock.advance(2_000)
    const ids = opened.question?.answers.map(({ id }) => id) ?? []
    const answers = await Promise.all(
      [...ids, ...ids].map((answer) => cheat.post('answer', { date: TODAY, index: 0, answer })),
    )
    const countOf = (expected: number) => answers.filter(({ status }) => status === expected).length
    expect([countOf(200), countOf(409)]).toEqual([2, 6])
    expect((await cheat.day()).play?.marks).toHaveLength(1)
  })

  test('earns the points of a question once', async () => {
    const { app, cheat } = await start()
    const opened = await cheat.open(TODAY)
    app.clock.advance(2_000)
    for (let turn = 0; turn < 5; turn += 1) expect((await cheat.answer(opened)).status).toBe(200)
    expect(await points(app)).toBe(10)
    await cheat.play(TODAY)
    expect(await points(app)).toBe(100)
    const visitor = new DailyPlayer(app, undefined)
    await visitor.play(TODAY)
    await cheat.post('keep', { visitor: visitor.visitor })
    expect(await points(app)).toBe(100)
  })

  test('cannot stop the clock by opening the question again, on another device or without the clock', async () => {
    const { app, cheat } = await start()
    const opened = await cheat.open(TODAY)
    app.clock.advance(15_000)
    const again = await cheat.open(TODAY, { has_clock: false })
    expect(again.question?.closes_at).toBe(opened.question?.closes_at)
    app.clock.advance(6_001)
    expect(dataOf<DailyVerdict>(await cheat.answer(again)).is_correct).toBe(false)
  })

  test('cannot open a date that has not begun anywhere', async () => {
    const { app, cheat } = await start()
    for (const timeZone of ['UTC', 'Pacific/Kiritimati']) {
      cheat.timeZone = timeZone
      expect((await cheat.post('open', { date: '2026-01-07' })).body.code).toBe('too_early')
    }
    const days = await app.database.db.selectFrom('daily_day').select('date').orderBy('date').execute()
    expect(days.map(({ date }) => date)).toEqual([TODAY, '2026-01-06'])
  })

  test("cannot continue another visitor's ten, nor another player's", async () => {
    const { app, cheat } = await start()
    const victim = new DailyPlayer(app, undefined)
    const opened = await victim.open(TODAY)
    const stranger = new DailyPlayer(app, undefined)
    stranger.visitor = 'a guess'
    for (const one of [stranger, cheat]) {
      const answer = opened.question?.answers[0]?.id
      expect((await one.post('answer', { date: TODAY, index: 0, answer })).status).toBe(404)
    }
    // A bearer token takes precedence over a visitor's.
    const asVictim = dataOf<OpenedPlay>(await cheat.post('open', { date: TODAY, visitor: victim.visitor }))
    expect(asVictim.question?.answers).not.toEqual(opened.question?.answers)
  })

  test('gets no more points on the leaderboard of the week than practice gives', async () => {
    const { app, cheat } = await start()
    const opened = await cheat.open(TODAY)
    app.clock.advance(999)
    await cheat.answer(opened)
    const rows = await app.database.db.selectFrom('user_progress').select(['total_points', 'week_points']).execute()
    expect(rows).toEqual([{ total_points: 10, week_points: 0 }])
    await cheat.play(TODAY)
    const [after] = await app.database.db
      .selectFrom('user_progress')
      .select(['week_points', 'practice_day_points'])
      .execute()
    expect(after).toEqual({ week_points: 90, practice_day_points: 90 })
  })
})
