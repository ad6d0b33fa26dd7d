import type { DailyArchive, DailyVerdict, Weeks } from '@quizmaster/contract/http/daily'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../infra/clock.ts'
import { type Answer, buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { DailyPlayer } from '../../testing/daily.ts'
import { countWaitingForLocks, type DatabaseKind, databaseKinds } from '../../testing/database.ts'
import { signIn } from '../../testing/sign-in.ts'

/** The fake clock starts on this Monday at 12:00 UTC. */
const TODAY = '2026-01-05'
const CONTENT = Object.fromEntries(
  ['Apples', 'Pears', 'Plums', 'Quinces', 'Cherries'].map((name) => [
    `${name.toLowerCase()}.yaml`,
    topicFile(name, 12),
  ]),
)

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function start(kind: DatabaseKind, options: Parameters<typeof buildApp>[0] = {}): Promise<TestApp> {
  const app = await buildApp({ kind, content: CONTENT, ...options })
  apps.push(app)
  return app
}

const player = async (app: TestApp, email = 'anna@example.com', timeZone = 'UTC') =>
  new DailyPlayer(app, await signIn(app, email), timeZone)
const stats = async (app: TestApp) =>
  app.database.db.selectFrom('user_progress').select('total_points').executeTakeFirst()

/** How many right and wrong answers of the Daily Ten are logged. */
const countLogged = async (app: TestApp) => {
  const rows = await app.database.db.selectFrom('answer').select('is_right').where('source', '=', 'daily').execute()
  const right = rows.filter((row) => row.is_right).length
  return [right, rows.length - right]
}

describe.each(databaseKinds())('the Daily Ten on %s', (kind) => {
  test('an answer costs 11 statements, however many have been given', async () => {
    const app = await start(kind)
    const { database, tablesOf } = countStatements(app.database)
    const anna = await player(await start(kind, { database, clock: app.clock, mailer: app.mailer }))
    for (let answered = 0; answered < 10; answered += 1) {
      const opened = await anna.open(TODAY)
      app.clock.advance(2_000)
      const tables = await tablesOf(() => anna.answer(opened))
      // Without the stats, which are read at the same time to be sent to the player.
      expect(tables.filter((table) => table !== 'user_progress')).toHaveLength(11)
    }
  })

  test('is the same for everybody, in the same order, from easy to hard', async () => {
    const app = await start(kind)
    const anna = await player(app)
    const visitor = new DailyPlayer(app, undefined)
    expect(await anna.play(TODAY)).toHaveLength(10)
    await visitor.play(TODAY, 0)
    const [of, other] = [await anna.day(), await visitor.day()]
    expect(of.result?.answers.map(({ text }) => text)).toEqual(other.result?.answers.map(({ text }) => text))
    const texts = of.result?.answers.map(({ text }) => text) ?? []
    const rows = await app.database.db
      .selectFrom('question')
      .select(['text', 'difficulty'])
      .where('text', 'in', texts)
      .execute()
    const difficulties = texts.map((text) => rows.find((row) => row.text === text)?.difficulty ?? 0)
    expect(difficulties).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 3, 3])
  })

  test('gives a question at a time, and its right answer only after an answer', async () => {
    const app = await start(kind)
    const anna = await player(app)
    expect(await anna.day()).toMatchObject({
      date: TODAY,
      today: TODAY,
      first_date: TODAY,
      grace_date: null,
      has_clock: true,
      play: null,
      result: null,
    })
    const opened = await anna.open(TODAY)
    expect(opened).toMatchObject({ total: 10, marks: [], points: 0, is_finished: false, has_clock: true })
    expect(opened.question?.closes_at).toBe(app.clock.now() + 20_000)
    expect(Object.keys(opened.question ?? {}).toSorted()).toEqual([
      'answers',
      'closes_at',
      'index',
      'opened_at',
      'text',
      'topic',
    ])
    app.clock.advance(3_000)
    const verdict = dataOf<DailyVerdict>(await anna.answer(opened))
    expect(verdict).toMatchObject({ is_correct: true, is_pause: true })
    expect(opened.question?.answers.map(({ id }) => id)).toContain(verdict.correct_answer_id)
    expect((await anna.day()).play).toMatchObject({ marks: [true], points: 10 })
    expect((await anna.day()).result).toBeNull()
    expect(await stats(app)).toEqual({ total_points: 10 })
    const { question } = await anna.open(TODAY)
    expect(question?.index).toBe(1)
    expect(question?.text).not.toBe(opened.question?.text)
  })

  test('goes on where the player left off, on every device, with the same answers in the same order', async () => {
    const app = await start(kind)
    const anna = await player(app)
    const opened = await anna.open(TODAY, { has_clock: false })
    expect(opened.question?.closes_at).toBeNull()
    app.clock.advance(HOUR_MS)
    const phone = await player(app)
    const again = await phone.open(TODAY, { has_clock: true })
    expect(again).toEqual({ ...opened, server_time: app.clock.now() })
    await phone.answer(again)
    expect((await anna.answer(opened)).status).toBe(200)
    expect((await anna.day()).play).toMatchObject({ marks: [true], points: 10, has_clock: false })
  })

  test('explains every answer once all are answered', async () => {
    const app = await start(kind)
    const anna = await player(app)
    await anna.play(TODAY, 8)
    const day = await anna.day()
    expect(day.play).toEqual({
      date: TODAY,
      total: 10,
      has_clock: true,
      marks: [...Array.from({ length: 8 }, () => true), false, false],
      points: 80,
      is_finished: true,
    })
    expect(day.result?.comparison).toBeNull()
    expect(day.result?.answers).toHaveLength(10)
    const last = day.result?.answers[9]
    expect(last).toMatchObject({ is_right: false, time_spent: 2_000 })
    expect(last?.chosen).toMatch(/^Wrong/)
    expect(last?.correct).toMatch(/^Right/)
    expect(await anna.open(TODAY)).toMatchObject({ is_finished: true, question: null })
    expect(await countLogged(app)).toEqual([8, 2])
    expect(await stats(app)).toEqual({ total_points: 80 })
  })

  test('counts an answer after 21 s as missed, and takes a null from 19 s on', async () => {
    const app = await start(kind)
    const anna = await player(app)
    let opened = await anna.open(TODAY)
    app.clock.advance(18_999)
    expect((await anna.answer(opened, 'none')).body.code).toBe('too_early')
    app.clock.advance(2_001)
    expect(dataOf<DailyVerdict>(await anna.answer(opened)).is_correct).toBe(true)
    opened = await anna.open(TODAY)
    app.clock.advance(21_001)
    const late = await anna.answer(opened)
    expect(dataOf<DailyVerdict>(late).is_correct).toBe(false)
    expect(await anna.answer(opened)).toMatchObject({ status: 200, body: late.body })
    opened = await anna.open(TODAY)
    app.clock.advance(19_000)
    expect(dataOf<DailyVerdict>(await anna.answer(opened, 'none')).is_correct).toBe(false)
    expect((await anna.day()).play?.marks).toEqual([true, false, false])
  })

  test('has no deadline without the clock, and no question can be skipped then', async () => {
    const app = await start(kind)
    const anna = await player(app)
    const opened = await anna.open(TODAY, { has_clock: false })
    app.clock.advance(3 * DAY_MS)
    expect((await anna.answer(opened, 'none')).body.code).toBe('too_early')
    expect(dataOf<DailyVerdict>(await anna.answer(opened)).is_correct).toBe(true)
    expect((await anna.day()).has_clock).toBe(false)
  })

  test('refuses invalid calls, which change nothing', async () => {
    const app = await start(kind)
    const anna = await player(app)
    const code = async (call: string, body: object) => (await anna.post(call, body)).body.code
    const fields = async (call: string, body: object) => Object.keys((await anna.post(call, body)).body.errors ?? {})
    expect(await fields('day', { date: '2026-02-30' })).toEqual(['date'])
    expect(await fields('day', { time_zone: 'Mars/Olympus' })).toEqual(['time_zone'])
    expect(await fields('day', { time_zone: '+02:00' })).toEqual(['time_zone'])
    expect(await fields('settings', {})).toEqual(['is_paused'])
    expect(await fields('answer', { date: TODAY, index: 10, answer: null })).toEqual(['index'])
    expect(await fields('answer', { date: TODAY, index: 0 })).toEqual(['answer'])
    expect(await code('day', { date: '2026-01-06' })).toBe('too_early')
    expect(await code('open', { date: '2026-01-04' })).toBe('not_found')
    expect(await code('answer', { date: TODAY, index: 0, answer: null })).toBe('not_found')
    const opened = await anna.open(TODAY)
    const id = opened.question?.answers[0]?.id
    expect(await code('answer', { date: TODAY, index: 1, answer: id })).toBe('too_late')
    expect(await fields('answer', { date: TODAY, index: 0, answer: '00000000-0000-4000-8000-000000000000' })).toEqual([
      'answer',
    ])
    await anna.answer(opened)
    expect((await anna.answer(opened, 'Wrong')).body.code).toBe('already_answered')
    expect((await anna.post('answer', { date: TODAY, index: 1, answer: id })).body.code).toBe('too_late')
    await anna.open(TODAY)
    expect((await anna.answer(opened)).body.code).toBe('too_late')
    expect((await anna.day()).play?.marks).toEqual([true])
    expect((await new DailyPlayer(app, undefined).post('weeks')).status).toBe(401)
    const bare = await app.call('POST', 'gameplay/api/daily/day')
    expect(bare.status).toBe(200)
  })

  test('needs a bank of ten questions', async () => {
    const app = await start(kind, { content: { 'apples.yaml': topicFile('Apples', 9) } })
    expect((await new DailyPlayer(app, undefined).post('day')).body.code).toBe('not_found')
  })

  test('opens at midnight in the time zone of the player', async () => {
    const app = await start(kind)
    const east = new DailyPlayer(app, undefined, 'Pacific/Kiritimati')
    const west = new DailyPlayer(app, undefined, 'Pacific/Pago_Pago')
    expect((await east.day()).date).toBe('2026-01-06')
    expect((await west.day()).date).toBe(TODAY)
    expect((await west.post('open', { date: '2026-01-06' })).body.code).toBe('too_early')
    const early = await east.open('2026-01-06')
    app.clock.advance(23 * HOUR_MS)
    const late = await west.open('2026-01-06')
    expect(late.question?.text).toBe(early.question?.text)
  })

  test('has an archive without gaps, in which every day can be played for points', async () => {
    const app = await start(kind)
    const anna = await player(app)
    await anna.play(TODAY)
    app.clock.advance(9 * DAY_MS)
    await anna.play('2026-01-08', 5)
    await anna.open('2026-01-14')
    const archive = dataOf<DailyArchive>(await anna.post('archive'))
    expect(archive).toEqual({
      first_date: TODAY,
      today: '2026-01-14',
      plays: [
        { date: TODAY, right_count: 10, is_finished: true },
        { date: '2026-01-08', right_count: 5, is_finished: true },
        { date: '2026-01-14', right_count: 0, is_finished: false },
      ],
    })
    expect(await stats(app)).toEqual({ total_points: 150 })
    const days = await app.database.db.selectFrom('daily_day').select('question_ids').orderBy('date').execute()
    expect(days).toHaveLength(10)
    // The bank of 60 is used up after six days.
    expect(new Set(days.slice(0, 6).flatMap(({ question_ids }) => question_ids)).size).toBe(60)
  })

  test('keeps its ten when questions are withdrawn or edited', async () => {
    const app = await start(kind)
    const { db } = app.database
    const [anna, ben] = [await player(app), await player(app, 'ben@example.com')]
    const opened = await anna.open(TODAY)
    const [day] = await db.selectFrom('daily_day').select('question_ids').execute()
    await db
      .updateTable('question')
      .set({ withdrawn_at: app.clock.now() })
      .where('id', 'in', day?.question_ids ?? [])
      .execute()
    await db
      .updateTable('question')
      .set({ text: 'Edited?' })
      .where('id', '=', day?.question_ids[0] ?? '')
      .execute()
    expect((await anna.answer(opened)).status).toBe(200)
    expect(await anna.play(TODAY)).toHaveLength(9)
    expect((await ben.open(TODAY)).question?.text).toBe('Edited?')
    expect(await ben.play(TODAY)).toHaveLength(10)
    app.clock.advance(DAY_MS)
    expect(await anna.play('2026-01-06')).toHaveLength(10)
    const days = await db.selectFrom('daily_day').select('question_ids').orderBy('date').execute()
    expect(days[1]?.question_ids.filter((id) => days[0]?.question_ids.includes(id))).toEqual([])
  })

  test('is drawn once by several processes', async () => {
    const first = await start(kind)
    const { database, clock } = first
    const second = await start(kind, { database, clock })
    const players = [first, second, first, second].map((app) => new DailyPlayer(app, undefined))
    const texts = await Promise.all(players.map(async (one) => (await one.open(TODAY)).question?.text))
    expect(new Set(texts).size).toBe(1)
    expect(await database.db.selectFrom('daily_day').selectAll().execute()).toHaveLength(1)
  })

  test('is compared with others from 20 players on, not counting visitors', async () => {
    const app = await start(kind)
    const anna = await player(app)
    await anna.play(TODAY, 8)
    await new DailyPlayer(app, undefined).play(TODAY, 0)
    const { db } = app.database
    const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    const others = Array.from({ length: 19 }, (_, number) => number)
    await db
      .insertInto('app_user')
      .values(
        others.map((number) => ({
          id: id(number),
          email: `${number}@example.com`,
          email_key: `${number}@example.com`,
          display_name: null,
          player_number: number,
          created_at: 0,
        })),
      )
      .execute()
    const values = others.map((number) => ({
      id: id(number),
      date: TODAY,
      user_id: id(number),
      visitor_hash: null,
      has_clock: true,
      started_at: 0,
      finished_at: 1,
      right_count: 7,
    }))
    await db.insertInto('daily_play').values(values.slice(1)).execute()
    expect((await anna.day()).result?.comparison).toBeNull()
    await db.insertInto('daily_play').values(values.slice(0, 1)).execute()
    expect((await anna.day()).result?.comparison).toEqual({ players: 20, counts: [0, 0, 0, 0, 0, 0, 0, 19, 1, 0, 0] })
  })

  describe('as a visitor', () => {
    test('is taken over by an account, with its points, once', async () => {
      const app = await start(kind)
      const visitor = new DailyPlayer(app, undefined)
      await visitor.play(TODAY, 8)
      const anna = await player(app)
      expect((await anna.day()).play).toBeNull()
      const keep = () => anna.post('keep', { visitor: visitor.visitor })
      expect(dataOf(await keep())).toEqual({ dates: [TODAY] })
      const day = await anna.day()
      expect(day.play).toMatchObject({ points: 80, is_finished: true })
      expect(day.weeks?.this_week.days[0]).toBe('played')
      expect(await stats(app)).toEqual({ total_points: 80 })
      expect(dataOf(await keep())).toEqual({ dates: [] })
      expect(await stats(app)).toEqual({ total_points: 80 })
      expect((await visitor.day()).play).toBeNull()
      expect(await app.database.db.selectFrom('serving').selectAll().execute()).toHaveLength(10)
      expect(await countLogged(app)).toEqual([8, 2])
    })

    test('goes on in the account where the visitor left off', async () => {
      const app = await start(kind)
      const visitor = new DailyPlayer(app, undefined)
      const opened = await visitor.open(TODAY)
      await visitor.answer(opened)
      const second = await visitor.open(TODAY)
      const anna = await player(app)
      await anna.post('keep', { visitor: visitor.visitor })
      expect((await anna.open(TODAY)).question).toEqual(second.question)
      await anna.play(TODAY)
      expect(await stats(app)).toEqual({ total_points: 100 })
    })

    test('does not replace what the account has begun', async () => {
      const app = await start(kind)
      const anna = await player(app)
      await anna.open(TODAY)
      const visitor = new DailyPlayer(app, undefined)
      await visitor.play(TODAY)
      expect(dataOf(await anna.post('keep', { visitor: visitor.visitor }))).toEqual({ dates: [] })
      expect((await anna.day()).play).toMatchObject({ marks: [], points: 0 })
      expect(await stats(app)).toBeUndefined()
    })

    test('is taken over or begun once, even from several devices at the same moment', async () => {
      const app = await start(kind)
      const visitors = [new DailyPlayer(app, undefined), new DailyPlayer(app, undefined)]
      for (const visitor of visitors) await visitor.play(TODAY, 8)
      const anna = await player(app)
      const calls: Promise<Answer>[] = []
      await app.database.db.transaction().execute(async (trx) => {
        await trx.selectFrom('app_user').select('id').forUpdate().execute()
        for (const { visitor } of visitors) calls.push(anna.post('keep', { visitor }))
        calls.push(anna.post('open', { date: TODAY }))
        if (kind === 'postgres') await expect.poll(() => countWaitingForLocks(app.database.db)).toBe(calls.length)
      })
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await app.database.db.selectFrom('daily_play').select('date').execute()).toEqual([{ date: TODAY }])
    })

    test('can be begun 100 times an hour from one client address', async () => {
      const app = await start(kind)
      for (let begun = 0; begun < 100; begun += 1) await new DailyPlayer(app, undefined).open(TODAY)
      const late = new DailyPlayer(app, undefined)
      expect((await late.post('open', { date: TODAY })).status).toBe(429)
      expect(await app.database.db.selectFrom('daily_play').select('id').execute()).toHaveLength(100)
      app.clock.advance(HOUR_MS)
      expect((await late.post('open', { date: TODAY })).status).toBe(200)
    })
  })

  describe('in weeks', () => {
    const weeksOf = async (one: DailyPlayer) => dataOf<Weeks>(await one.post('weeks'))
    /** Plays the ten of this many days, one after the other, at the same hour. */
    const playDays = async (one: DailyPlayer, count: number) => {
      for (let day = 0; day < count; day += 1) {
        await one.play((await one.day()).today)
        one.app.clock.advance(DAY_MS - 20_000)
      }
    }

    test('five days keep one, and a day counts until 3:00 of the next', async () => {
      const app = await start(kind)
      const anna = await player(app)
      await playDays(anna, 4)
      expect((await weeksOf(anna)).this_week).toMatchObject({ played_count: 4, is_kept: false })
      // Friday's ten, at 2:00 on Saturday.
      app.clock.advance(14 * HOUR_MS)
      expect(await anna.day()).toMatchObject({ today: '2026-01-10', grace_date: '2026-01-09' })
      await anna.play('2026-01-09')
      expect((await anna.day()).grace_date).toBeNull()
      expect(await weeksOf(anna)).toMatchObject({ run: 1, best: 1, is_kept: true })
    })

    test('a day of the archive counts for none', async () => {
      const app = await start(kind)
      const anna = await player(app)
      await anna.open(TODAY)
      app.clock.advance(15 * HOUR_MS)
      await anna.play(TODAY)
      expect((await weeksOf(anna)).this_week.played_count).toBe(0)
    })

    test('a traveller has the days of their local time zone', async () => {
      const app = await start(kind)
      const anna = await player(app, 'anna@example.com', 'Asia/Tokyo')
      // 21:00 on Monday in Tokyo.
      await anna.play(TODAY)
      // 9:00 on Tuesday in Tokyo, and still Monday in Los Angeles, which she has played.
      app.clock.advance(12 * HOUR_MS)
      await anna.play('2026-01-06')
      anna.timeZone = 'America/Los_Angeles'
      const monday = await anna.day()
      expect(monday).toMatchObject({ today: TODAY, play: { is_finished: true } })
      expect(monday.weeks?.this_week.played_count).toBe(2)
      app.clock.advance(DAY_MS)
      expect(await anna.day()).toMatchObject({ today: '2026-01-06', play: { is_finished: true } })
      app.clock.advance(DAY_MS)
      await anna.play('2026-01-07')
      expect((await weeksOf(anna)).this_week.played_count).toBe(3)
    })

    test('a pause of 30 days preserves the run', async () => {
      const app = await start(kind)
      const anna = await player(app)
      await playDays(anna, 7)
      const paused = dataOf<Weeks>(await anna.post('settings', { is_paused: true }))
      expect(paused).toMatchObject({ run: 1, paused_until: '2026-02-11' })
      app.clock.advance(DAY_MS)
      expect(dataOf<Weeks>(await anna.post('settings', { is_paused: true })).paused_until).toBe('2026-02-11')
      app.clock.advance(34 * DAY_MS)
      expect(await weeksOf(anna)).toMatchObject({ run: 1, best: 1, paused_until: null })
      app.clock.advance(14 * DAY_MS)
      expect(await weeksOf(anna)).toMatchObject({ run: 0, best: 1 })
    })

    test('a pause can be ended early, and leaves nothing if it has just begun', async () => {
      const app = await start(kind)
      const anna = await player(app)
      await anna.post('settings', { is_paused: true })
      expect(dataOf<Weeks>(await anna.post('settings', { is_paused: false })).paused_until).toBeNull()
      expect(await app.database.db.selectFrom('daily_pause').selectAll().execute()).toEqual([])
      await anna.post('settings', { is_paused: true })
      app.clock.advance(2 * DAY_MS)
      expect(dataOf<Weeks>(await anna.post('settings', { is_paused: false })).this_week.days).toEqual([
        'paused',
        'paused',
        'today',
        'to_come',
        'to_come',
        'to_come',
        'to_come',
      ])
    })

    test('they can be hidden', async () => {
      const app = await start(kind)
      const anna = await player(app)
      expect((await anna.day()).weeks?.run).toBe(0)
      expect(dataOf<Weeks>(await anna.post('settings', { are_weeks_shown: false })).are_shown).toBe(false)
      expect((await anna.day()).weeks).toBeNull()
      await anna.post('settings', { are_weeks_shown: true })
      expect((await anna.day()).weeks?.run).toBe(0)
    })
  })
})
