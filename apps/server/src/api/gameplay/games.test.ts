import type { Game } from '@quizmaster/contract/http/games'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { databaseKinds } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { openLobby, passTime, Player, startGame } from '../../testing/play.ts'
import { buildTwoProcesses } from '../../testing/two-processes.ts'

const CONTENT = { 'apples.yaml': topicFile('Apples', 12), 'pears.yaml': topicFile('Pears', 8) }

describe.each(databaseKinds())('private games on %s', (kind) => {
  let app: TestApp
  let other: TestApp
  let closeAll: () => Promise<void>
  const clock = fakeClock()
  let counter = 0
  let host: Player
  let guest: Player

  beforeAll(async () => {
    ;({ one: app, two: other, close: closeAll } = await buildTwoProcesses({ kind, clock, content: CONTENT }))
  })
  afterAll(() => closeAll())
  beforeEach(async () => {
    counter += 1
    await passTime(app, 31_000)
    host = await Player.signIn(app, `host${counter}@example.com`)
    guest = await Player.signIn(app, `guest${counter}@example.com`)
  })

  const totalPoints = async (player: Player) =>
    (
      await app.database.db
        .selectFrom('user_progress')
        .select('total_points')
        .where('user_id', '=', player.userId)
        .executeTakeFirst()
    )?.total_points ?? 0

  test('a whole game, from the lobby to the points in the ledger', async () => {
    const id = await openLobby([host, guest])
    const lobby = await host.getGame(id)
    expect(lobby).toMatchObject({
      id: expect.stringMatching(/^[1-9]\d{7}$/),
      type: 'fun',
      status: 'pending',
      creator_id: host.userId,
      questions: [],
      phase_ends_at: null,
      settings: { question_count: 5 },
      state: { current_question_index: 0, answers: {}, answers_info_items: {} },
    })
    expect(lobby.players.map((player) => player.user_id)).toEqual([host.userId, guest.userId])

    let game = await startGame(host, id)
    expect(game).toMatchObject({ status: 'running', state: { current_question_index: 0 } })
    const hostId = game.players.find((player) => player.user_id === host.userId)?.id ?? ''
    const guestId = game.players.find((player) => player.user_id === guest.userId)?.id ?? ''
    for (let index = 0; index < 5; index += 1) {
      game = await host.getGame(id)
      expect(game.questions).toHaveLength(index + 1)
      expect(game.state.current_question_index).toBe(index)
      expect((await host.answer(game, 'Right', 0)).body).toEqual({ data: {} })
      expect((await guest.answer(game, 'Wrong', 0)).status).toBe(200)
      const closed = await guest.getGame(id)
      expect(closed.state.answers[String(index)]).toEqual({
        [hostId]: {
          answer: expect.any(String),
          time_spent: expect.any(Number),
          points: 1000,
          is_pause: true,
          is_answered: true,
        },
        [guestId]: {
          answer: expect.any(String),
          time_spent: expect.any(Number),
          points: 0,
          is_pause: true,
          is_answered: true,
        },
      })
      expect(closed.state.answers_info_items[String(index)]).toMatchObject({
        correct_answer_text: expect.stringMatching(/^Right/),
        description: expect.any(String),
      })
      await passTime(app, 5_000)
    }
    const results = await guest.getGame(id)
    expect(results.status).toBe('finished')
    expect(results.players.map((player) => player.id)).toEqual([hostId, guestId])
    expect(results.state.points).toEqual({ [hostId]: 5000, [guestId]: 0 })
    expect(Object.keys(results.state.answers)).toHaveLength(5)
    expect(await totalPoints(host)).toBe(50)
    expect(await totalPoints(guest)).toBe(0)
  })

  test('while a question is open nobody sees what others chose or which answer is right', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    await host.answer(game, 'Right', 1_000)
    const seen = await guest.getGame(id)
    const hostId = seen.players.find((player) => player.user_id === host.userId)?.id ?? ''
    expect(seen.state.answers['0']).toEqual({
      [hostId]: { answer: null, time_spent: null, points: null, is_pause: false, is_answered: true },
    })
    expect(seen.state.answers_info_items).toEqual({})
    expect(seen.state.points[hostId]).toBe(0)
    const own = await host.getGame(id)
    expect(own.state.answers['0']?.[hostId]).toMatchObject({
      points: null,
      is_pause: false,
      is_answered: true,
      answer: expect.any(String),
    })
  })

  test('question and answer ids belong to the game: practice and complaints do not know them', async () => {
    const id = await openLobby([host, guest])
    const [question] = (await startGame(host, id)).questions
    const verify = await app.call('POST', 'gameplay/api/question/verify_answer', {
      token: host.token,
      body: { question_id: question?.id, answer_id: question?.answers[0]?.id },
    })
    expect(verify.status).toBe(404)
    expect(
      (await app.call('POST', `admin/api/v2/question/${question?.id}/complaint`, { token: host.token })).status,
    ).toBe(404)
  })

  test('the first answer wins: repeating it is accepted, another is refused, also through another process', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    expect((await host.answer(game, 'Right')).status).toBe(200)
    expect((await host.answer(game, 'Right')).status).toBe(200)
    expect((await host.through(other).answer(game, 'Right')).status).toBe(200)
    expect(await host.answer(game, 'Wrong')).toMatchObject({ status: 409, body: { code: 'already_answered' } })
    expect(await host.through(other).answer(game, 'Wrong')).toMatchObject({
      status: 409,
      body: { code: 'already_answered' },
    })
    await guest.answer(game, 'Wrong')
    expect((await host.answer(game, 'Right')).status).toBe(200)
    expect(await host.answer(game, 'Wrong')).toMatchObject({ status: 409, body: { code: 'too_late' } })
  })

  test('50 concurrent answers through two processes store one', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    const answers = game.questions[0]?.answers ?? []
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const player = n % 2 ? host : host.through(other)
        return (await player.post('game/commit_answer', { answer: answers[n % 4]?.id, time_spent: 0 })).status
      }),
    )
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    const entries = Object.values((await host.getGame(id)).state.answers['0'] ?? {})
    expect(entries).toHaveLength(1)
  })

  test('time: a null only from 19 s on, an answer until 21 s, then the question closes by itself', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    const none = { answer: null, time_spent: 20_000 }
    expect(await host.post('game/commit_answer', none)).toMatchObject({ status: 409, body: { code: 'too_early' } })
    await passTime(app, 19_000)
    expect((await host.post('game/commit_answer', none)).status).toBe(200)
    await passTime(app, 1_500)
    expect((await guest.answer(game, 'Right', 20_000)).status).toBe(200)
    const closed = await guest.getGame(id)
    const guestId = closed.players.find((player) => player.user_id === guest.userId)?.id ?? ''
    expect(closed.state.answers['0']?.[guestId]).toMatchObject({ time_spent: 20_000, points: 500 })
    await passTime(app, 5_000)
    const next = await host.getGame(id)
    expect(next.state.current_question_index).toBe(1)
    await passTime(app, 21_000)
    const silent = await host.getGame(id)
    expect(silent.state.answers['1']?.[guestId]).toEqual({
      answer: null,
      time_spent: 20_000,
      points: 0,
      is_pause: true,
      is_answered: false,
    })
  })

  test('a forged time gains nothing, because the server measures too', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    await passTime(app, 10_000)
    await host.answer(game, 'Right', 0)
    await guest.answer(game, 'Wrong', 0)
    const closed = await host.getGame(id)
    const hostId = closed.players.find((player) => player.user_id === host.userId)?.id ?? ''
    expect(closed.state.answers['0']?.[hostId]).toMatchObject({
      time_spent: 9_500,
      points: Math.round(1000 * (1 - 9_500 / 40_000)),
    })
  })

  test('an answer sent before the question changed does not count for the next one', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    await passTime(app, 27_000)
    expect((await host.getGame(id)).state.current_question_index).toBe(1)
    expect(await host.answer(game, 'Right')).toMatchObject({ status: 409, body: { code: 'too_late' } })
    const next = await host.getGame(id)
    expect(
      await host.post('game/commit_answer', {
        answer: next.questions[1]?.answers[0]?.id,
        time_spent: 0,
        question_index: 0,
      }),
    ).toMatchObject({ status: 409, body: { code: 'too_late' } })
    expect(
      await host.post('game/commit_answer', {
        answer: game.id.padEnd(8, '0').replace(/.*/, '11111111-1111-1111-1111-111111111111'),
        time_spent: 0,
      }),
    ).toMatchObject({ status: 422, body: { errors: { answer: [expect.any(String)] } } })
  })

  test.each([
    [{}, 'answer'],
    [{ answer: null }, 'time_spent'],
    [{ answer: 'x', time_spent: 0 }, 'answer'],
    [{ answer: null, time_spent: -1 }, 'time_spent'],
    [{ answer: null, time_spent: '5' }, 'time_spent'],
    [{ answer: null, time_spent: 0.5 }, 'time_spent'],
    [{ answer: null, time_spent: Number.MAX_SAFE_INTEGER + 1 }, 'time_spent'],
    [{ answer: null, time_spent: null }, 'time_spent'],
  ])('commit_answer of %j is a 422 for %s', async (body, field) => {
    const answer = await host.post('game/commit_answer', body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })

  test('a time beyond 20 s is clamped', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    expect((await host.answer(game, 'Right', Number.MAX_SAFE_INTEGER)).status).toBe(200)
    expect(await guest.post('game/commit_answer', { answer: null, time_spent: 0 })).toMatchObject({
      status: 409,
      body: { code: 'too_early' },
    })
  })

  test('each call is refused to the wrong players and in the wrong status', async () => {
    expect(await host.post('game/commit_answer', { answer: null, time_spent: 0 })).toMatchObject({
      status: 409,
      body: { code: 'no_running_game' },
    })
    expect(await host.update({ status: 'starting' })).toMatchObject({ status: 404, body: { code: 'no_game' } })
    expect((await host.post('game/leave')).body).toEqual({ data: {} })
    const id = await openLobby([host])
    expect(await host.update({ status: 'starting' })).toMatchObject({
      status: 409,
      body: { code: 'not_enough_players' },
    })
    expect(await host.update({ status: 'running' })).toMatchObject({ status: 409, body: { code: 'bad_transition' } })
    await guest.join(id)
    expect(await guest.update({ status: 'starting' })).toMatchObject({ status: 403, body: { code: 'not_creator' } })
    expect(await host.post('game/leave')).toMatchObject({ status: 409, body: { code: 'creator_cannot_leave' } })
    expect((await host.update({ status: 'starting' })).status).toBe(200)
    expect(await host.update({ status: 'running' })).toMatchObject({ status: 409, body: { code: 'too_early' } })
    expect((await host.update({ status: 'starting' })).status).toBe(200)
    const late = await Player.signIn(app, `late${counter}@example.com`)
    expect(await late.join(id)).toMatchObject({
      status: 409,
      body: { code: 'game_started', error: 'Game has already started' },
    })
    expect(await host.update({ settings: { question_count: 6 } })).toMatchObject({
      status: 409,
      body: { code: 'bad_transition' },
    })
    expect((await host.update({ settings: { question_count: 5 } })).status).toBe(200)
    await passTime(app, 4_000)
    expect((await guest.getGame(id)).status).toBe('running')
    expect((await host.update({ status: 'finished' })).status).toBe(200)
    expect(await totalPoints(host)).toBe(0)
    expect(await late.join(id)).toMatchObject({
      status: 404,
      body: { code: 'game_not_found', error: 'Game not found' },
    })
    expect((await host.update({ status: 'archived' })).status).toBe(200)
    expect(await guest.join(id)).toMatchObject({ status: 404 })
  })

  test.each([
    [{}, 'settings'],
    [{ status: 'RUNNING' }, 'status'],
    [{ status: 5 }, 'status'],
    [{ status: null }, 'status'],
    [{ status: ['starting'] }, 'status'],
    [{ settings: { topics: [] } }, 'settings.topics'],
    [{ settings: { topics: ['x'] } }, 'settings.topics'],
    [{ settings: { question_count: 4 } }, 'settings.question_count'],
    [{ settings: { question_count: '5' } }, 'settings.question_count'],
  ])('game/update of %j is a 422 for %s', async (body, field) => {
    const answer = await host.post('game/update', body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })

  test('a refused start draws no questions', async () => {
    const id = await openLobby([host, guest])
    const drawn = () =>
      app.database.db.selectFrom('game_question').select('questions').where('game_id', '=', id).execute()
    expect((await guest.update({ status: 'starting' })).status).toBe(403)
    await guest.post('game/leave')
    expect(await host.update({ status: 'starting' })).toMatchObject({ body: { code: 'not_enough_players' } })
    expect(await drawn()).toEqual([])
    await guest.join(id)
    expect((await host.update({ status: 'starting' })).status).toBe(200)
    expect((await drawn())[0]?.questions).toHaveLength(5)
  })

  test('unknown topics are a 422 and change nothing; topics with few questions lower the count', async () => {
    const id = await openLobby([host, guest])
    const before = await host.getGame(id)
    const unknown = await host.update({ settings: { topics: ['11111111-1111-1111-1111-111111111111'] } })
    expect(unknown).toMatchObject({ status: 422, body: { errors: { 'settings.topics': [expect.any(String)] } } })
    expect((await host.getGame(id)).version).toBe(before.version)
    const pears = dataOf<{ id: string }[]>(await app.call('GET', 'gameplay/api/topic/list?search=pears'))
    const lowered = dataOf<Game>(
      await host.update({ settings: { topics: pears.map((topic) => topic.id), question_count: 30 } }),
    )
    expect(lowered.settings.question_count).toBe(8)
  })

  test.each([
    {},
    { type: 'competitive' },
    { type: 1 },
    { type: 'fun', is_forced: 'yes' },
    { type: 'fun', is_forced: true, isForced: false },
  ])('game of %j is a 422', async (body) => {
    expect((await host.post('game', body)).status).toBe(422)
  })

  test("a second game must be forced: the creator's old game ends, and another player just leaves theirs", async () => {
    const id = await openLobby([host, guest])
    expect(await host.create()).toMatchObject({
      status: 409,
      body: { code: 'game_exists', details: { id, status: 'pending', is_creator: true } },
    })
    expect(await guest.create()).toMatchObject({ status: 409, body: { details: { is_creator: false } } })
    const guestGame = dataOf<Game>(await guest.create(true))
    expect((await host.getGame(id)).players).toHaveLength(1)
    expect(guestGame.creator_id).toBe(guest.userId)
    const fresh = dataOf<Game>(await host.post('game', { type: 'fun', isForced: true }).then((answer) => answer))
    expect(fresh.id).not.toBe(id)
    expect((await guest.join(id)).status).toBe(404)
    expect(await guest.join(fresh.id)).toMatchObject({
      status: 409,
      body: { code: 'already_in_game', error: 'Leave the current game to join another one' },
    })
  })

  test('a finished game never blocks a new one', async () => {
    const id = await openLobby([host, guest])
    await startGame(host, id)
    await host.update({ status: 'finished' })
    expect((await guest.create()).status).toBe(200)
    expect((await host.getGame(id)).players).toHaveLength(2)
    expect((await host.create()).status).toBe(200)
    expect((await guest.join(id)).status).toBe(404)
  })

  test('a player who leaves loses their points; with one player left the game finishes as abandoned', async () => {
    const third = await Player.signIn(app, `third${counter}@example.com`)
    const id = await openLobby([host, guest, third])
    const game = await startGame(host, id)
    await host.answer(game, 'Right')
    await guest.answer(game, 'Right')
    expect((await third.post('game/leave')).status).toBe(200)
    const closed = await host.getGame(id)
    expect(closed.state.answers_info_items['0']).toBeDefined()
    expect(closed.players).toHaveLength(2)
    expect((await guest.post('game/leave')).status).toBe(200)
    const abandoned = await host.getGame(id)
    expect(abandoned.status).toBe('finished')
    expect(abandoned.players).toHaveLength(1)
    expect(await totalPoints(host)).toBe(10)
    expect(await totalPoints(guest)).toBe(0)
  })

  test('a rematch is a new lobby with the same players and settings', async () => {
    const id = await openLobby([host, guest])
    expect(await host.post('game/rematch')).toMatchObject({ status: 409, body: { code: 'bad_transition' } })
    const { settings } = await startGame(host, id)
    await host.update({ status: 'finished' })
    expect(await guest.post('game/rematch')).toMatchObject({ status: 403, body: { code: 'not_creator' } })
    const fresh = dataOf<Game>(await host.post('game/rematch'))
    expect(fresh).toMatchObject({ status: 'pending', settings })
    expect(fresh.players.map((player) => player.user_id)).toEqual([host.userId, guest.userId])
    expect((await guest.getGame(fresh.id)).status).toBe('pending')
    expect((await guest.join(id)).status).toBe(404)
    expect(
      dataOf<Game>(
        await startGame(host, fresh.id).then((game) => ({ status: 200, body: { data: game }, headers: {} }) as never),
      ).status,
    ).toBe('running')
  })

  test('with the flag off nobody can open a game, but joining still works', async () => {
    const id = await openLobby([host])
    const closed = await buildApp({
      database: app.database,
      clock,
      content: CONTENT,
      mailer: app.mailer,
      env: { FLAGS: 'private_fun_mode_controls_enabled=false' },
    })
    expect(await guest.through(closed).create()).toMatchObject({ status: 403, body: { code: 'feature_disabled' } })
    expect((await guest.through(closed).join(id)).status).toBe(200)
    expect((await host.through(closed).post('game/rematch')).body.code).toBe('feature_disabled')
    expect((await guest.through(closed).post('game/rematch')).body.code).toBe('not_creator')
    await closed.close()
  })

  test('after 10 failed joins within a minute even a correct one has to wait', async () => {
    for (let n = 0; n < 10; n += 1) expect((await guest.join(String(10_000_000 + n))).status).toBe(404)
    const id = await openLobby([host])
    expect(await guest.join(id)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    await passTime(app, 60_000)
    expect((await guest.join(id)).status).toBe(200)
    for (const odd of ['0', 'abc', '123456789', '01234567'])
      expect((await guest.join(odd)).body.code).toBe('game_not_found')
  })

  test('20 concurrent joins make one player', async () => {
    const id = await openLobby([host])
    const joins = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? guest : guest.through(other)).join(id)),
    )
    expect(new Set(joins.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await host.getGame(id)).players).toHaveLength(2)
  })

  test('an untouched lobby is archived after a day, and a finished game after an hour', async () => {
    const id = await openLobby([host])
    clock.advance(24 * 3_600_000)
    await app.app.sweepGames()
    expect((await host.join(id)).status).toBe(404)
    const next = await openLobby([host, guest])
    await startGame(host, next)
    await host.update({ status: 'finished' })
    clock.advance(3_600_000)
    await app.app.sweepGames()
    expect((await guest.join(next)).status).toBe(404)
  })

  test('a sweep requested during another one uses the present time', async () => {
    const id = await openLobby([host])
    const earlier = app.app.sweepGames()
    clock.advance(24 * 3_600_000)
    await app.app.sweepGames()
    const { status } = await app.database.db
      .selectFrom('game')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('archived')
    await earlier
  })

  test('a game that cannot be stepped does not hold up the others', async () => {
    const broken = await openLobby([host])
    const sound = await openLobby([guest])
    const { db } = app.database
    const state = JSON.stringify({ id: broken, status: 'pending', changedAtMs: 0 })
    await db
      .updateTable('game')
      .set({ state, wake_at: clock.now() + 1 })
      .where('id', '=', broken)
      .execute()
    clock.advance(24 * 3_600_000)
    await app.app.sweepGames()
    expect((await guest.join(sound)).status).toBe(404)
    await app.app.sweepGames()
    expect(app.logged.filter(({ msg, game }) => msg === 'game_not_swept' && game === broken)).toHaveLength(1)
    await db.deleteFrom('game').where('id', '=', broken).execute()
  })

  test('after an outage of all processes the players get their time back, and a new process continues the game', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    await passTime(app, 5_000)
    expect((await host.answer(game, 'Right')).status).toBe(200)
    clock.advance(30_000)
    const restarted = await buildApp({ database: app.database, clock, content: CONTENT, mailer: app.mailer })
    const after = await guest.through(restarted).getGame(id)
    expect(after.state.current_question_index).toBe(0)
    expect(after.phase_ends_at).toBe((game.phase_ends_at ?? 0) + 30_000)
    expect((await guest.through(restarted).answer(after, 'Right', 5_000)).status).toBe(200)
    const closed = await guest.through(restarted).getGame(id)
    expect(Object.values(closed.state.answers['0'] ?? {}).every((entry) => entry.is_answered)).toBe(true)
    await restarted.close()
  })

  test('a process that was suspended gives the time back before it handles any request', async () => {
    const third = await Player.signIn(app, `third${counter}@example.com`)
    const id = await openLobby([host, guest, third])
    const game = await startGame(host, id)
    clock.advance(30_000)
    expect((await third.post('game/leave')).status).toBe(200)
    const after = await host.getGame(id)
    expect(after.phase_ends_at).toBe((game.phase_ends_at ?? 0) + 30_000)
    expect((await guest.answer(after, 'Right')).status).toBe(200)
  })

  test('an answer costs one statement for the game, and one for the session every 30 s', async () => {
    const { database, tablesOf } = countStatements(app.database)
    const counted = await buildApp({ database, clock, content: CONTENT, mailer: app.mailer })
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    await guest.through(counted).getGame(id)
    await counted.app.sweepGames()
    expect(await tablesOf(() => guest.through(counted).answer(game, 'Right'))).toEqual(['session', 'game'])
    await host.through(counted).answer(game, 'Right')
    await passTime(counted, 5_000)
    const second = await guest.through(counted).getGame(id)
    expect(await tablesOf(() => guest.through(counted).answer(second, 'Right'))).toEqual(['game'])
    await host.through(counted).answer(second, 'Right')
    await passTime(counted, 31_000)
    const third = await guest.through(counted).getGame(id)
    expect(await tablesOf(() => guest.through(counted).answer(third, 'Right'))).toEqual(['session', 'game'])
    await counted.close()
  })

  test('an answer in the next game counts there, even if the session was looked up during the game before', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    expect((await guest.answer(game, 'Right')).status).toBe(200)
    expect((await guest.post('game/leave')).status).toBe(200)
    const nextId = await openLobby([guest, await Player.signIn(app, `next${counter}@example.com`)])
    const next = await startGame(guest, nextId)
    expect((await guest.answer(next, 'Right')).status).toBe(200)
    const after = await guest.getGame(nextId)
    expect(Object.values(after.state.answers['0'] ?? {})).toHaveLength(1)
  })

  test('an answer after logging out is refused, even though the session was looked up moments before', async () => {
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    expect((await guest.answer(game, 'Right')).status).toBe(200)
    await app.call('POST', 'user/api/logout', { token: guest.token })
    expect((await guest.answer(game, 'Right')).status).toBe(401)
  })
})
