import { randomUUID } from 'node:crypto'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../../testing/build-app.ts'
import { DailyPlayer } from '../../testing/daily.ts'
import { databaseKinds } from '../../testing/database.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { rateAll } from '../../testing/rate-all.ts'
import { join, listen, openSocket, push } from '../../testing/realtime-client.ts'
import { freshCode, mailedCode } from '../../testing/sign-in.ts'

const HOUR_MS = 60 * 60_000

/** Every table with personal data, and the condition that finds a person's rows. */
const TRACES = {
  app_user: (id: string) => ['id', id],
  session: (id: string) => ['user_id', id],
  known_device: (id: string) => ['user_id', id],
  serving: (id: string) => ['user_id', id],
  answer: (id: string) => ['user_id', id],
  player_question: (id: string) => ['user_id', id],
  game_result: (id: string) => ['user_id', id],
  daily_play: (id: string) => ['user_id', id],
  daily_player: (id: string) => ['user_id', id],
  daily_pause: (id: string) => ['user_id', id],
  player_group_rating: (id: string) => ['user_id', id],
  point_award: (id: string) => ['user_id', id],
  user_progress: (id: string) => ['user_id', id],
  game_member: (id: string) => ['user_id', id],
  game_seat: (id: string) => ['user_id', id],
  game_player: (id: string) => ['user_id', id],
  erased_player: (id: string) => ['user_id', id],
  plan_grant: (id: string) => ['user_id', id],
  checkout: (id: string) => ['user_id', id],
  payment_customer: (id: string) => ['user_id', id],
  complaint: (id: string) => ['reporter', `user:${id}`],
  unrated_answer: (id: string) => ['user_id', id],
} as const

describe.each(databaseKinds())('account export and deletion on %s', (kind) => {
  let app: TestApp
  let counter = 0
  let ada: Player
  let bob: Player
  const emailOf = (name: string) => `${name}.${counter}@example.com`

  beforeAll(async () => {
    app = await buildApp({ kind })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    // Past every rate limit's window.
    app.clock.advance(2 * HOUR_MS)
    ada = await Player.signIn(app, emailOf('ada'))
    bob = await Player.signIn(app, emailOf('bob'))
  })

  const user = (player: Player, path: string, body?: unknown) =>
    app.call('POST', `user/api/${path}`, { token: player.token, ...(body === undefined ? {} : { body }) })
  const rename = (player: Player, displayName: string) =>
    user(player, 'update_profile', { id: player.userId, displayName })
  const ownEmail = async (player: Player) =>
    dataOf<{ email: string }>(await app.call('POST', 'user/api/auth/current_user', { token: player.token })).email
  const erase = async (player: Player, email: string) =>
    user(player, 'account/delete', { email, code: await freshCode(app, await ownEmail(player)) })
  const askForExport = async (player: Player) =>
    user(player, 'account/export', { code: await freshCode(app, await ownEmail(player)) })
  const exported = async (player: Player) => dataOf<Export>(await askForExport(player))
  const namesIn = (game: Game) => game.players.map(({ name }) => name).toSorted()
  const traces = async (id: string) => {
    const found: string[] = []
    for (const [table, where] of Object.entries(TRACES)) {
      const [column, value] = where(id)
      const rows = await app.database.db
        .selectFrom(table as keyof typeof TRACES)
        .selectAll()
        .where(column as never, '=', value as never)
        .execute()
      if (rows.length > 0) found.push(table)
    }
    return found
  }

  interface Export {
    account: Record<string, unknown>
    sessions: Record<string, unknown>[]
    stats: { total_points: number }
    awards: { cause: string; points: number }[]
    answers: { question: string; source: string; choice: string | null; is_right: boolean }[]
    questions_answered: { question: string; answer_count: number; due_on: string | null }[]
    game_results: { points: number; place: number }[]
    practice: { question: string; topic: string; is_answered: boolean; times_answer_shown: number }[]
    ratings: { group: string; rating: number; answer_count: number }[]
    daily_ten: Record<string, unknown>
    complaints: Record<string, unknown>[]
    games: { players: string[]; answers: { answer: string | null; points: number | null }[]; is_creator: boolean }[]
    plans: Record<string, unknown>
    operator_actions: { at: number; action: string; details: { index: number } }[]
  }

  /** A right answer in practice, and a complaint about the question with a comment. */
  async function practise(player: Player): Promise<string> {
    const questions = dataOf<Game['questions']>(
      await app.call('POST', 'gameplay/api/question/random_list', { token: player.token, body: { topics: null } }),
    )
    const [question] = questions
    const right = question?.answers.find(({ text }) => text.startsWith('Right'))
    // Not too quickly for the answer to be rated.
    app.clock.advance(2_000)
    await player.post('question/verify_answer', { question_id: question?.id, answer_id: right?.id })
    await app.call('POST', `admin/api/v2/question/${question?.id}/complaint`, {
      token: player.token,
      body: { reason: 'answers', comment: 'Ask Ada' },
    })
    return question?.id ?? ''
  }

  test('the export contains everything stored: account, devices, points, practice, complaints, games and plans', async () => {
    await rename(ada, 'Ada Lovelace')
    await rename(bob, 'Bob Builder')
    await app.call('POST', 'user/api/settings', { token: ada.token, body: { time_factor: 1.5 } })
    await practise(ada)
    const id = await openLobby([ada, bob])
    const game = await startGame(ada, id)
    await ada.answer(game, 'Right')
    await rateAll(app.database.db)
    const held = await exported(ada)
    expect(held.account).toMatchObject({
      id: ada.userId,
      email: emailOf('ada'),
      display_name: 'Ada Lovelace',
      time_factor: 1.5,
      time_factor_chosen_at: expect.any(Number),
    })
    expect(held.sessions).toHaveLength(1)
    expect(held.awards).toMatchObject([{ cause: expect.stringMatching(/^practice:/), points: 10 }])
    expect(held.stats.total_points).toBe(10)
    expect(held.practice.filter(({ is_answered }) => is_answered).length).toBeGreaterThan(0)
    expect(held.answers).toMatchObject([
      { source: 'practice', choice: expect.stringMatching(/^Right/), is_right: true },
    ])
    expect(held.questions_answered).toMatchObject([{ answer_count: 1, due_on: null }])
    expect(held.game_results).toEqual([])
    expect(held.practice.filter(({ times_answer_shown }) => times_answer_shown === 1)).toHaveLength(1)
    expect(held.ratings).toEqual([{ group: 'Test', rating: 0.375, answer_count: 1 }])
    expect(held.complaints).toMatchObject([{ reason: 'answers', comment: 'Ask Ada' }])
    expect(held.games).toMatchObject([{ is_creator: true, players: ['Ada Lovelace', 'Bob Builder'] }])
    expect(held.games[0]?.answers).toMatchObject([{ answer: expect.stringMatching(/^Right/), points: null }])
    expect(held.plans).toBeDefined()
  })

  /** Answers the first question of today's ten and opens the second; hides and pauses the weeks. */
  async function playDaily({ token }: Player): Promise<string[]> {
    const daily = new DailyPlayer(app, token)
    const { today } = await daily.day()
    const first = await daily.open(today)
    app.clock.advance(2_000)
    await daily.answer(first)
    const second = await daily.open(today)
    await daily.post('settings', { is_paused: true, are_weeks_shown: false })
    return [today, first.question?.text ?? '', second.question?.text ?? '']
  }

  test('the export has the Daily Ten, without the questions that are not answered', async () => {
    const [today, answered, open] = await playDaily(ada)
    const { daily_ten } = await exported(ada)
    expect(daily_ten).toMatchObject({
      are_weeks_shown: false,
      pauses: [{ from_date: today }],
      days: [
        {
          date: today,
          has_clock: true,
          finished_at: null,
          points: 10,
          counts_for_week: false,
          answers: [{ question: answered, chosen: expect.stringMatching(/^Right/), is_right: true, time_spent: 2_000 }],
        },
      ],
    })
    expect(JSON.stringify(daily_ten)).not.toContain(open)
  })

  test('the export lists the questions that a game asked, once it is over for the player', async () => {
    const cleo = await Player.signIn(app, emailOf('cleo'))
    const [asked] = (await startGame(ada, await openLobby([ada, bob, cleo]))).questions
    const texts = async (player: Player) => (await exported(player)).practice.map(({ question }) => question)
    expect(await texts(ada)).toEqual([])
    await bob.post('game/leave')
    expect([await texts(ada), await texts(bob)]).toEqual([[], [asked?.text]])
    await ada.update({ status: 'finished' })
    expect(await texts(ada)).toEqual([asked?.text])
  })

  test("the export contains no credentials, and of others only the names shown in the player's games", async () => {
    await openLobby([ada, bob])
    const text = JSON.stringify(await exported(ada))
    expect(text).not.toContain(emailOf('bob'))
    expect(text).not.toContain(bob.userId)
    expect(text).not.toContain(ada.token)
    expect(text).not.toMatch(/token_hash|code_hash|sealed_code/)
  })

  test('an export of thousands of awards is complete and in order', async () => {
    const { userId: user_id } = ada
    const rows = Array.from({ length: 2_500 }, (_, index) => {
      // Many at the same instant, so that page boundaries fall between equal times.
      return { id: randomUUID(), user_id, cause: `test:${index}`, points: 1, earned_at: Math.floor(index / 600) }
    })
    await app.database.db.insertInto('point_award').values(rows).execute()
    const { awards } = await exported(ada)
    expect(new Set(awards.map(({ cause }) => cause)).size).toBe(2_500)
    expect(awards).toHaveLength(2_500)
  })

  test('an export of thousands of operator actions is complete and in order, and names no operator', async () => {
    const entry = { admin_id: bob.userId, admin_email: emailOf('bob'), action: 'plan_granted', subject: ada.userId }
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      ...entry,
      id: randomUUID(),
      at: Math.floor(index / 600),
      details: JSON.stringify({ index }),
    }))
    for (let from = 0; from < rows.length; from += 500) {
      await app.database.db
        .insertInto('audit_entry')
        .values(rows.slice(from, from + 500))
        .execute()
    }
    const { operator_actions: actions } = await exported(ada)
    expect(new Set(actions.map(({ details }) => details.index)).size).toBe(2_500)
    expect(actions).toHaveLength(2_500)
    const times = actions.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Object.keys(actions[0] ?? {}).toSorted()).toEqual(['action', 'at', 'details'])
  })

  test('at most 10 exports an hour', async () => {
    for (let asked = 0; asked < 10; asked += 1) expect((await askForExport(ada)).status).toBe(200)
    const refused = await askForExport(ada)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await askForExport(bob)).status).toBe(200)
    app.clock.advance(HOUR_MS)
    expect((await askForExport(ada)).status).toBe(200)
  })

  test("deletion requires the account's own address, compared as at sign-in", async () => {
    const refused = await erase(ada, emailOf('bob'))
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { email: ['This is not the e-mail address of your account'] } },
    })
    expect((await erase(ada, 'nonsense')).body.errors).toEqual({ email: ['email must be a valid email'] })
    expect((await user(ada, 'account/delete', {})).body.errors).toEqual({ email: ['email is a required field'] })
    expect(await traces(ada.userId)).toContain('app_user')
    expect(await erase(ada, `  ${emailOf('ada').toUpperCase()} `)).toMatchObject({ status: 200, body: { data: {} } })
    expect((await user(ada, 'account/delete', { email: emailOf('ada') })).status).toBe(401)
    expect((await app.call('POST', 'user/api/account/delete', { body: { email: emailOf('ada') } })).status).toBe(401)
  })

  test('deletion leaves no trace of the person, and everything of everybody else', async () => {
    await practise(ada)
    await practise(bob)
    await playDaily(ada)
    await playDaily(bob)
    await openLobby([ada, bob])
    await rateAll(app.database.db)
    const before = await traces(bob.userId)
    app.clock.advance(31_000)
    await app.call('POST', 'user/api/request_code', { body: { email: emailOf('ada') } })
    expect((await erase(ada, emailOf('ada'))).status).toBe(200)
    await expect.poll(() => traces(ada.userId)).toEqual([])
    expect(await traces(bob.userId)).toEqual(before.filter((table) => table !== 'game_member'))
    for (const table of ['mailed_code', 'queued_mail'] as const) {
      const rows = await app.database.db.selectFrom(table).select('email_key').execute()
      expect(rows.map(({ email_key }) => email_key)).not.toContain(emailOf('ada'))
    }
    expect((await app.call('POST', 'user/api/auth/current_user', { token: ada.token })).body.data).toBeNull()
    expect((await app.call('POST', 'user/api/auth/current_user', { token: bob.token })).body.data).not.toBeNull()
  })

  test('mails to the player are removed from the outbox', async () => {
    app.clock.advance(31_000)
    for (const email of [emailOf('ada'), emailOf('bob')]) {
      await app.call('POST', 'user/api/request_code', { body: { email } })
      await mailedCode(app, email)
    }
    await erase(ada, emailOf('ada'))
    expect(app.mailer.sent.map(({ to }) => to)).toEqual([emailOf('bob')])
  })

  test('an anonymised complaint stays but no longer counts', async () => {
    const questionId = await practise(ada)
    await erase(ada, emailOf('ada'))
    const kept = await app.database.db
      .selectFrom('complaint')
      .selectAll()
      .where('question_id', '=', questionId)
      .where('created_at', '=', app.clock.now())
      .execute()
    expect(kept).toMatchObject([{ reporter: expect.stringMatching(/^erased:/), reason: 'answers', comment: null }])
  })

  test('the leaderboard no longer shows the player', async () => {
    await rename(ada, 'Countess Ada')
    await practise(ada)
    const names = async () => {
      const { rows } = dataOf<{ rows: { name: string }[] }>(await app.call('GET', 'stats/api/leaderboard?period=all'))
      return rows.map(({ name }) => name)
    }
    expect(await names()).toContain('Countess Ada')
    await erase(ada, emailOf('ada'))
    expect(await names()).not.toContain('Countess Ada')
  })

  test('a lobby shows "Deleted player", and the other players receive a newer version', async () => {
    const http = await listen(app)
    await rename(bob, 'Bob Builder')
    const id = await openLobby([ada, bob])
    const { version } = await ada.getGame(id)
    const { token } = (await app.call('GET', 'gameplay/api/token/generate', { token: ada.token })).body
    const socket = openSocket(http.port, 'gameplay', token)
    const { channel } = await join(socket, `active_game:${ada.userId}`)
    const told = new Promise<Game>((resolve) => {
      channel.on('game_update', (update: { game: Game; reason: string }) => {
        if (update.reason === 'player_left') resolve(update.game)
      })
    })
    await erase(bob, emailOf('bob'))
    const update = await told
    expect(namesIn(update)).toContain('Deleted player')
    expect(update.version).toBeGreaterThan(version)
    expect(JSON.stringify(await ada.getGame(id))).not.toContain('Bob Builder')
    expect((await push(channel, 'get_active_game', { user_id: ada.userId })).status).toBe('ok')
    socket.disconnect()
    await http.close()
  })

  test("the player's sockets are closed and tokens stop working", async () => {
    const http = await listen(app)
    const { token } = (await app.call('GET', 'stats/api/token/generate', { token: ada.token })).body
    const socket = openSocket(http.port, 'stats', token)
    const closed = new Promise<number>((resolve) => socket.onClose((event) => resolve(event.code)))
    await join(socket, `user_stats:${ada.userId}`)
    await erase(ada, emailOf('ada'))
    expect(await closed).toBe(1001)
    socket.disconnect()
    expect((await app.call('GET', 'stats/api/token/generate', { token: ada.token })).status).toBe(401)
    await http.close()
  })

  test("a creator's lobby is archived with their account", async () => {
    const id = await openLobby([ada, bob])
    await erase(ada, emailOf('ada'))
    expect((await bob.join(id)).status).toBe(404)
    expect((await bob.create()).status).toBe(200)
  })

  test('a running game continues to its end without its creator, and the others get their points', async () => {
    await rename(ada, 'Ada Lovelace')
    const id = await openLobby([ada, bob], 5)
    let game = await startGame(ada, id)
    await ada.answer(game, 'Wrong')
    await bob.answer(game, 'Right')
    await passTime(app, 5_000)
    expect((await erase(ada, emailOf('ada'))).status).toBe(200)
    game = await bob.getGame(id)
    expect(game.status).toBe('running')
    expect(namesIn(game)).toContain('Deleted player')
    expect(JSON.stringify(game)).not.toContain('Ada Lovelace')
    // The remaining player's answer closes the question.
    await bob.answer(game, 'Right')
    expect((await bob.getGame(id)).state.answers_info_items['1']).toBeDefined()
    await passTime(app, 4 * 30_000)
    const ended = await bob.getGame(id)
    expect(ended.status).toBe('finished')
    expect(Object.keys(ended.state.points)).toHaveLength(2)
    expect((await exported(bob)).stats.total_points).toBe(20)
  })

  test('finished and archived games lose the name, even if the player had left the results', async () => {
    await rename(bob, 'Bob Builder')
    const id = await openLobby([ada, bob], 5)
    await startGame(ada, id)
    await ada.update({ status: 'finished' })
    await bob.post('game/leave')
    await ada.update({ status: 'archived' })
    expect((await exported(bob)).games).toMatchObject([{ status: 'archived' }])
    await erase(bob, emailOf('bob'))
    const stored = async () =>
      JSON.stringify(await app.database.db.selectFrom('game').select('state').where('id', '=', id).execute())
    await expect.poll(stored).not.toContain('Bob Builder')
    expect(await stored()).toContain('Deleted player')
  })

  test('the same address can sign up again at once and starts from zero', async () => {
    await rename(ada, 'Ada Lovelace')
    await practise(ada)
    await erase(ada, emailOf('ada'))
    app.mailer.sent.length = 0
    expect((await app.call('POST', 'user/api/request_code', { body: { email: emailOf('ada') } })).status).toBe(200)
    const code = await mailedCode(app, emailOf('ada'))
    const { body } = await app.call('POST', 'user/api/verify_code', { body: { email: emailOf('ada'), code } })
    const me = dataOf<{ id: UserId }>(await app.call('POST', 'user/api/auth/current_user', { token: body.token }))
    expect(me).toMatchObject({ display_name: null, plan: 'starter', created_at: app.clock.now() })
    expect(me.id).not.toBe(ada.userId)
    const again = { code: await freshCode(app, emailOf('ada')) }
    const fresh = dataOf<Export>(await app.call('POST', 'user/api/account/export', { token: body.token, body: again }))
    expect(fresh).toMatchObject({ awards: [], practice: [], complaints: [], games: [], stats: { total_points: 0 } })
  })

  test('deleting twice at once is done once', async () => {
    await practise(ada)
    await openLobby([bob, ada])
    const code = await freshCode(app, emailOf('ada'))
    const body = { email: emailOf('ada'), code }
    const answers = await Promise.all([1, 2, 3].map(() => user(ada, 'account/delete', body)))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(answers.map(({ status }) => status)).toContain(200)
    await expect.poll(() => traces(ada.userId)).toEqual([])
  })

  test('a call in flight while its account is deleted finds nobody signed in', async () => {
    const draw = () =>
      app.call('POST', 'gameplay/api/question/random_list', { token: ada.token, body: { topics: null } })
    const body = { email: emailOf('ada'), code: await freshCode(app, emailOf('ada')) }
    const [erased, ...drawn] = await Promise.all([user(ada, 'account/delete', body), draw(), draw(), draw(), draw()])
    expect(erased.status).toBe(200)
    for (const { status } of drawn) expect([200, 401]).toContain(status)
    await expect.poll(() => traces(ada.userId)).toEqual([])
  })

  test('an insulting or impersonating name is refused under its field; one accepted earlier stays', async () => {
    expect(await rename(ada, 'F.u.c.k you')).toMatchObject({
      status: 422,
      body: { errors: { displayName: ['Please choose a display name that is not offensive'] } },
    })
    expect((await rename(ada, 'Quizmaster admin')).body.errors).toEqual({
      displayName: ['This name could be taken for an official one. Please choose another'],
    })
    expect((await rename(ada, 'Scunthorpe')).status).toBe(200)
    const display_name = 'Admin of old'
    await app.database.db.updateTable('app_user').set({ display_name }).where('id', '=', ada.userId).execute()
    const unlisted = { id: ada.userId, displayName: display_name, show_on_leaderboard: false }
    expect(await user(ada, 'update_profile', unlisted)).toMatchObject({
      status: 200,
      body: { data: { display_name, show_on_leaderboard: false } },
    })
    expect((await rename(ada, 'Admin of new')).status).toBe(422)
  })

  test('a session stores a readable device name and nothing else about the device', async () => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
    app.clock.advance(31_000)
    await app.call('POST', 'user/api/request_code', { body: { email: emailOf('ada') } })
    const code = await mailedCode(app, emailOf('ada'))
    const headers = { 'user-agent': userAgent }
    const { body } = await app.call('POST', 'user/api/verify_code', { body: { email: emailOf('ada'), code }, headers })
    const sessions = dataOf<{ device: string; is_current: boolean }[]>(
      await app.call('GET', 'user/api/sessions', { token: body.token }),
    )
    expect(sessions.find(({ is_current }) => is_current)?.device).toBe('Chrome on Android')
    expect(JSON.stringify(await exported(ada))).not.toContain('Pixel')
  })
})
