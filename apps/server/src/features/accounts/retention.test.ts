import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../../testing/build-app.ts'
import { DailyPlayer } from '../../testing/daily.ts'
import { databaseKinds } from '../../testing/database.ts'
import { freshCode } from '../../testing/sign-in.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { openLobby, Player, startGame } from '../../testing/play.ts'
import { openStage } from '../../testing/stage-client.ts'
import { GameTransaction } from '../games/game-transaction.ts'
import { sweepSeats } from '../games/seat-retention.ts'
import { sweepAccounts } from './retention.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(databaseKinds())('retention on %s', (kind) => {
  let app: TestApp
  let dataDir: string
  let ada: Player
  let bob: Player

  beforeAll(async () => {
    app = await buildApp({ kind })
    dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-retention-'))
    ada = await Player.signIn(app, 'ada@example.com')
    bob = await Player.signIn(app, 'bob@example.com')
  })
  afterAll(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const sweep = () => sweepAccounts({ db: app.database.db, clock: app.clock, dataDir })
  /** Sweeps until `read` returns `expected`: a sweep skips rows that a background task has locked at that moment. */
  const sweepUntil = <Value>(read: () => Promise<Value>, expected: Value) =>
    expect
      .poll(async () => {
        await sweep()
        return read()
      })
      .toEqual(expected)
  const count = async (
    table:
      | 'mailed_code'
      | 'session'
      | 'known_device'
      | 'failed_sign_in'
      | 'rate_hit'
      | 'game'
      | 'serving'
      | 'answer'
      | 'player_question'
      | 'game_player'
      | 'complaint'
      | 'daily_play',
  ) => (await app.database.db.selectFrom(table).selectAll().execute()).length

  test('a code is deleted once it expires, its rate-limit hits after an hour', async () => {
    await app.call('POST', 'user/api/request_code', { body: { email: 'eve@example.com' } })
    app.clock.advance(10 * MINUTE_MS - 1)
    await sweep()
    expect(await count('mailed_code')).toBe(1)
    app.clock.advance(1)
    await sweepUntil(() => count('mailed_code'), 0)
    expect(await count('rate_hit')).toBeGreaterThan(0)
    app.clock.advance(60 * MINUTE_MS)
    await sweepUntil(() => count('rate_hit'), 0)
  })

  test('an archived game is kept for 30 days regardless of later changes, a lobby for as long as it is open', async () => {
    const id = await openLobby([ada, bob])
    await ada.update({ status: 'archived' })
    const lobby = await openLobby([bob])
    app.clock.advance(10 * DAY_MS)
    // Removing a name later doesn't extend the period.
    const email = 'ada@example.com'
    const code = await freshCode(app, email)
    await app.call('POST', 'user/api/account/delete', { token: ada.token, body: { email, code } })
    app.clock.advance(20 * DAY_MS - 1)
    await sweep()
    expect(await ids()).toEqual([id, lobby].toSorted())
    app.clock.advance(1)
    await sweepUntil(ids, [lobby])
    expect(await count('game_player')).toBe(1)
  })

  const ids = async () => {
    const rows = await app.database.db.selectFrom('game').select('id').orderBy('id').execute()
    return rows.map((row) => row.id)
  }

  test('servings are deleted after 400 days, in batches, reporting that there may be more', async () => {
    const questions = await app.database.db.selectFrom('question').select('id').execute()
    const users = Array.from({ length: 40 }, (_, index) => ({
      id: randomUUID(),
      email: `many${index}@example.com`,
      email_key: `many${index}@example.com`,
      display_name: null,
      player_number: 1234,
      created_at: app.clock.now(),
    }))
    await app.database.db.insertInto('app_user').values(users).execute()
    const rows = users.flatMap(({ id: user_id }) =>
      questions.map((question) => ({ user_id, question_id: question.id, served_at: app.clock.now(), is_open: false })),
    )
    await app.database.db.insertInto('serving').values(rows).execute()
    const held = await count('serving')
    expect(held).toBeGreaterThan(500)
    app.clock.advance(400 * DAY_MS - 1)
    expect(await sweep()).toBe(false)
    expect(await count('serving')).toBe(held)
    app.clock.advance(1)
    expect(await sweep()).toBe(true)
    expect(await count('serving')).toBe(held - 500)
    while (await sweep()) expect(await count('serving')).toBeLessThan(held)
    expect(await count('serving')).toBe(0)
  })

  test('an answer is deleted after 400 days; what is known of the question stays', async () => {
    const player = await Player.signIn(app, 'bob@example.com')
    const questions = dataOf<{ id: string; answers: { id: string }[] }[]>(
      await player.post('question/random_list', { topics: null, count: 1 }),
    )
    for (const { id, answers } of questions)
      await player.post('question/verify_answer', { question_id: id, answer_id: answers[0]?.id })
    expect([await count('answer'), await count('player_question')]).toEqual([1, 1])
    app.clock.advance(400 * DAY_MS - 1)
    await sweep()
    expect(await count('answer')).toBe(1)
    app.clock.advance(1)
    await sweepUntil(() => count('answer'), 0)
    expect(await count('player_question')).toBe(1)
  })

  test('the Daily Ten of a visitor is deleted 30 days after it was begun, that of a player is kept', async () => {
    // Signed in again, because earlier tests have moved the clock past the end of the first session.
    const { token, userId } = await Player.signIn(app, 'bob@example.com')
    const [visitor, player] = [new DailyPlayer(app, undefined), new DailyPlayer(app, token)]
    const { today } = await visitor.day()
    await visitor.open(today)
    await player.open(today)
    app.clock.advance(30 * DAY_MS - 1)
    await sweep()
    expect(await count('daily_play')).toBe(2)
    app.clock.advance(1)
    await sweepUntil(() => app.database.db.selectFrom('daily_play').select('user_id').execute(), [{ user_id: userId }])
  })

  test('a stage is deleted 2 days after it began to follow its last game', async () => {
    const host = await Player.signIn(app, 'host@example.com')
    const { token } = await openStage(app)
    app.clock.advance(DAY_MS)
    await openLobby([host])
    const letters = 'BCDF'
    await app.database.db
      .updateTable('stage')
      .set({ letters, letters_until: app.clock.now() + MINUTE_MS })
      .execute()
    expect((await host.post('game/stage', { letters })).status).toBe(200)
    app.clock.advance(2 * DAY_MS - 1)
    await sweep()
    expect((await openStage(app, token)).token).toBe(token)
    app.clock.advance(1)
    await sweep()
    expect((await openStage(app, token)).token).not.toBe(token)
  })

  test('a seat that an earlier version has left in an archived game is given up, and no other', async () => {
    const { db } = app.database
    const signIn = (name: string) => Player.signIn(app, `${name}@example.com`)
    const runningGame = async (hostName: string, guestName: string) => {
      const host = await signIn(hostName)
      const id = await openLobby([host, await signIn(guestName)])
      await startGame(host, id)
      return id
    }
    const late = await signIn('late')
    const archived = await runningGame('first', 'second')
    await late.watch(archived)
    const kept = await signIn('kept')
    const running = await runningGame('third', 'fourth')
    await kept.watch(running)
    const storedState = async (id: string) =>
      (await db.selectFrom('game').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    // As such a version would: it preserves the parts of the state it does not know, and does not know the table.
    const { version, ...state } = await storedState(archived)
    await db
      .updateTable('game')
      .set({ status: 'archived', wake_at: null, version: version + 1, archived_at: app.clock.now() })
      .set({ state: JSON.stringify({ ...state, status: 'archived', version: version + 1 }) })
      .where('id', '=', archived)
      .execute()

    const transact = <Result>(work: (games: GameTransaction) => Promise<Result>) =>
      inTransaction(db, (trx) => work(new GameTransaction(trx, app.clock.now())))
    expect(await sweepSeats({ transact })).toBe(false)
    const seats = await db.selectFrom('game_seat').selectAll().execute()
    expect(seats).toEqual([{ user_id: kept.userId, game_id: running }])
    expect((await storedState(archived)).seats).toEqual([])
    expect((await storedState(running)).seats).toHaveLength(1)
  })

  test("a complaint is deleted 400 days after it was resolved, a visitor's also if it is open; a player's stays", async () => {
    const { id: question_id } = await app.database.db.selectFrom('question').select('id').executeTakeFirstOrThrow()
    const now = app.clock.now()
    const complaint = { question_id, reason: null, comment: 'Two are right', created_at: now }
    await app.database.db
      .insertInto('complaint')
      .values([
        { ...complaint, id: randomUUID(), reporter: `user:${bob.userId}`, resolved_at: null },
        { ...complaint, id: randomUUID(), reporter: 'address:open', resolved_at: null },
        { ...complaint, id: randomUUID(), reporter: 'address:resolved', resolved_at: now + DAY_MS },
      ])
      .execute()
    const reporters = async () => {
      const rows = await app.database.db.selectFrom('complaint').select('reporter').orderBy('reporter').execute()
      return rows.map(({ reporter }) => reporter)
    }
    app.clock.advance(400 * DAY_MS - 1)
    await sweep()
    expect(await count('complaint')).toBe(3)
    app.clock.advance(1)
    await sweepUntil(reporters, ['address:resolved', `user:${bob.userId}`])
    app.clock.advance(DAY_MS - 1)
    await sweep()
    expect(await count('complaint')).toBe(2)
    app.clock.advance(1)
    await sweepUntil(reporters, [`user:${bob.userId}`])
    await app.database.db.deleteFrom('complaint').execute()
  })

  test('a session is deleted when it expires, 90 days after its last use', async () => {
    expect(await count('session')).toBe(0)
    await Player.signIn(app, 'cleo@example.com')
    app.clock.advance(90 * DAY_MS - 1)
    await sweep()
    expect(await count('session')).toBe(1)
    app.clock.advance(1)
    await sweepUntil(() => count('session'), 0)
  })

  test('a mail in the outbox is deleted after 7 days; other files stay', async () => {
    const folder = join(dataDir, 'outbox')
    await mkdir(folder)
    const now = app.clock.now()
    const names = [
      `${now}-a@example.com.eml`,
      `${now + 1}-b@example.com.eml`,
      `.${now}-c@example.com.eml.part`,
      'notes.txt',
    ]
    for (const name of names) await writeFile(join(folder, name), 'Your code')
    app.clock.advance(7 * DAY_MS)
    await sweep()
    expect(new Set(await readdir(folder))).toEqual(new Set([names[1], 'notes.txt']))
  })

  test('failed sign-ins are forgotten after 30 days, a known device a year after its last sign-in', async () => {
    const verify = { body: { email: 'ada@example.com', code: '000000' } }
    await app.call('POST', 'user/api/verify_code', verify)
    const devices = await count('known_device')
    expect(devices).toBeGreaterThan(0)
    app.clock.advance(30 * DAY_MS - 1)
    await sweep()
    expect(await count('failed_sign_in')).toBe(1)
    app.clock.advance(1)
    await sweepUntil(() => count('failed_sign_in'), 0)
    expect(await count('known_device')).toBe(devices)
    app.clock.advance(335 * DAY_MS)
    await sweepUntil(() => count('known_device'), 0)
  })
})
