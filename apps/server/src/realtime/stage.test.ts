import type { Game } from '@quizmaster/contract/http/games'
import { STAGE_ALPHABET } from '@quizmaster/contract/limits'
import { sql } from 'kysely'
import { createMemoryBus } from '../infra/bus.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../testing/build-app.ts'
import { type DatabaseKind, databaseKinds, openTestDatabase } from '../testing/database.ts'
import { openLobby, passTime, Player, startGame } from '../testing/play.ts'
import { listen, push } from '../testing/realtime-client.ts'
import { openStage, StageClient } from '../testing/stage-client.ts'

const LETTERS = /^[BCDFHJKMPRTVXZ]{4}$/
const TEN_MINUTES_MS = 600_000
const OTHER_STAGE = {
  id: '00000000-0000-4000-8000-000000000001',
  token_hash: Buffer.from('other'),
  game_id: null,
  seen_at: 0,
}

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function run(kind: DatabaseKind) {
  const app = await buildApp({ kind })
  cleanUps.push(() => app.close())
  const listening = await listen(app)
  cleanUps.push(() => listening.close())
  return { app, port: listening.port }
}

async function connectStage(app: TestApp, port: number, token?: string): Promise<StageClient> {
  const stage = await StageClient.connect(app, port, token)
  cleanUps.push(() => stage.socket.disconnect())
  return stage
}

/** A lobby with two players, and a stage that waits for its letters. */
async function setUp(kind: DatabaseKind) {
  const { app, port } = await run(kind)
  const host = await Player.signIn(app, 'host@example.com')
  const guest = await Player.signIn(app, 'guest@example.com')
  const id = await openLobby([host, guest])
  const stage = await connectStage(app, port)
  const show = (letters: string, by = host) => by.post('game/stage', { letters })
  return { app, port, host, guest, id, stage, show }
}

describe.each(databaseKinds())('a stage on %s', (kind) => {
  test('shows letters until the host types them, and then the lobby', async () => {
    const { host, id, stage, show } = await setUp(kind)
    const { letters, letters_until, game } = await stage.ask()
    expect(letters).toMatch(LETTERS)
    expect(letters_until).toBe(host.app.clock.now() + TEN_MINUTES_MS)
    expect(game).toBeNull()
    const shown = await show(` ${letters?.toLowerCase()} `)
    expect(dataOf<Game>(shown)).toMatchObject({ id, stage: { is_id_shown: true } })
    await expect.poll(() => stage.seen[0]?.game).toMatchObject({ id, status: 'pending', players: [{}, {}] })
    expect(await stage.ask()).toMatchObject({ letters: null, letters_until: null, game: { id } })
    // Letters work only once.
    expect(await show(letters ?? '')).toMatchObject({
      status: 422,
      body: { errors: { letters: ['No screen shows these letters'] } },
    })
  })

  test('keeps its letters for ten minutes, then shows new ones', async () => {
    const { app, stage, show } = await setUp(kind)
    const letters = await stage.letters()
    app.clock.advance(TEN_MINUTES_MS - 1)
    expect(await stage.letters()).toBe(letters)
    app.clock.advance(1)
    expect((await show(letters)).status).toBe(422)
    // New ones, even if by chance they are the same letters.
    const next = await stage.ask()
    expect(next.letters_until).toBe(app.clock.now() + TEN_MINUTES_MS)
    expect((await show(next.letters ?? '')).status).toBe(200)
  })

  test('follows a whole game, and the games of "Play again" after it', async () => {
    const { app, host, guest, id, stage, show } = await setUp(kind)
    await show(await stage.letters())
    const now = async () => (await stage.ask()).game
    const game = await startGame(host, id)
    await expect.poll(() => stage.seen.map(({ game: seen }) => seen?.status)).toContain('starting')
    expect(await now()).toMatchObject({ status: 'running', question: { index: 0, answer_count: 0 }, reveal: null })
    await host.answer(game, 'Right')
    await expect.poll(() => stage.seen.at(-1)?.game?.question?.answer_count).toBe(1)
    await guest.answer(game, 'Wrong')
    await expect.poll(() => stage.seen.at(-1)?.game?.reveal).not.toBeNull()
    const right = game.questions[0]?.answers.find(({ text }) => text.startsWith('Right'))
    expect((await now())?.reveal?.correct_answer_id).toBe(right?.id)
    await passTime(app, 5_000)
    await expect.poll(() => stage.seen.at(-1)?.game?.question?.index).toBe(1)
    await host.update({ status: 'finished' })
    await expect.poll(() => stage.seen.at(-1)?.game).toMatchObject({ status: 'finished', is_cancelled: true })
    const before = stage.seen.at(-1)?.game?.since ?? 0
    app.clock.advance(1)
    const next = dataOf<Game>(await host.post('game/rematch'))
    await expect.poll(() => stage.seen.at(-1)?.game).toMatchObject({ id: next.id, status: 'pending' })
    expect((await now())?.since).toBeGreaterThan(before)
    expect(next.stage).toEqual({ is_id_shown: true })
    expect(stage.seen.every(({ game: seen }) => seen !== null)).toBe(true)
  })

  test('shows letters again once the game is archived, or the host stops showing it', async () => {
    const { host, stage, show } = await setUp(kind)
    await show(await stage.letters())
    expect(dataOf<Game>(await host.post('game/stage/stop'))).not.toHaveProperty('stage')
    await expect.poll(() => stage.seen.at(-1)).toEqual({ game: null })
    const letters = await stage.letters()
    expect(letters).toMatch(LETTERS)
    expect((await host.post('game/stage/stop')).status).toBe(200)
    await show(letters)
    await expect.poll(() => stage.seen.at(-1)?.game?.status).toBe('pending')
    await host.update({ status: 'archived' })
    await expect.poll(() => stage.seen.at(-1)).toEqual({ game: null })
    expect(await stage.letters()).toMatch(LETTERS)
  })

  test('shows letters again once its lobby is gone, because the host has forced another game', async () => {
    const { app, port } = await run(kind)
    const host = await Player.signIn(app, 'alone@example.com')
    const stage = await connectStage(app, port)
    await openLobby([host])
    await host.post('game/stage', { letters: await stage.letters() })
    expect((await stage.ask()).game).toMatchObject({ status: 'pending' })
    await host.create(true)
    await expect.poll(() => stage.seen.at(-1)).toEqual({ game: null })
    await host.post('game/stage', { letters: await stage.letters() })
    expect((await stage.ask()).game).toMatchObject({ status: 'pending' })
  })

  test('does not know the id while the host hides it', async () => {
    const { host, id, stage, show } = await setUp(kind)
    await show(await stage.letters())
    expect(dataOf<Game>(await host.post('game/stage/update', { is_id_shown: false })).stage).toEqual({
      is_id_shown: false,
    })
    await expect.poll(() => stage.seen.at(-1)?.game?.id).toBeNull()
    expect(JSON.stringify(await stage.ask())).not.toContain(id)
    await host.post('game/stage/update', { is_id_shown: true })
    await expect.poll(() => stage.seen.at(-1)?.game?.id).toBe(id)
  })

  test('is found again with its token, also by another process after a crash', async () => {
    const database = await openTestDatabase(kind)
    cleanUps.push(() => database.close())
    const bus = createMemoryBus()
    const first = await buildApp({ database, bus })
    const before = await listen(first)
    const host = await Player.signIn(first, 'host@example.com')
    const guest = await Player.signIn(first, 'guest@example.com')
    const id = await openLobby([host, guest])
    const stage = await StageClient.connect(first, before.port)
    await host.post('game/stage', { letters: await stage.letters() })
    await startGame(host, id)
    stage.socket.disconnect()
    await before.close()
    await first.close()
    const second = await buildApp({ database, bus, clock: first.clock })
    cleanUps.push(() => second.close())
    const listening = await listen(second)
    cleanUps.push(() => listening.close())
    const again = await connectStage(second, listening.port, stage.token)
    expect(again.id).toBe(stage.id)
    expect((await again.ask()).game).toMatchObject({ id, status: 'running', question: { index: 0 } })
    await passTime(second, 21_000)
    await expect.poll(() => again.seen.at(-1)?.game?.reveal).toBeTruthy()
  })

  test('waits while other stages have all letters, and gets those of one whose time is up', async () => {
    const { app, stage } = await setUp(kind)
    const letters = await stage.letters()
    const untilMs = app.clock.now() + 2 * TEN_MINUTES_MS
    // One statement for each first letter: the database gives up statements that take long.
    for (const first of STAGE_ALPHABET)
      await sql`
        with alphabet as (select letter from regexp_split_to_table(${STAGE_ALPHABET}, '') as letter)
        insert into stage (id, token_hash, letters, letters_until, seen_at)
        select gen_random_uuid(), sha256(letters::bytea), letters, ${untilMs}::bigint, ${app.clock.now()}::bigint
        from (select ${first}::text || b.letter || c.letter || d.letter as letters
          from alphabet as b, alphabet as c, alphabet as d) as all_letters
        where letters <> ${letters}`.execute(app.database.db)
    expect(await stage.letters()).toBe(letters)
    app.clock.advance(TEN_MINUTES_MS)
    await app.database.db.updateTable('stage').set({ letters: null }).where('id', '=', stage.id).execute()
    await app.database.db
      .insertInto('stage')
      .values({ ...OTHER_STAGE, seen_at: app.clock.now(), letters, letters_until: untilMs })
      .execute()
    expect(await push(stage.channel, 'get_stage', {})).toEqual({ status: 'error', response: { reason: 'no_letters' } })
    app.clock.advance(TEN_MINUTES_MS)
    expect(await stage.letters()).toMatch(LETTERS)
  })

  test('gets a new token in place of an unknown one', async () => {
    const { app } = await run(kind)
    const { token } = await openStage(app, 'forgotten')
    expect(token).not.toBe('forgotten')
    expect((await openStage(app, token)).token).toBe(token)
    expect(await app.call('POST', 'gameplay/api/stage', { body: { token: 5 } })).toMatchObject({ status: 422 })
  })
})

describe.each(databaseKinds())('the host of a game on %s', (kind) => {
  test('is refused what only the creator may do, and letters of the wrong form', async () => {
    const { app, guest, host, stage, show } = await setUp(kind)
    const nobody = await Player.signIn(app, 'nobody@example.com')
    const letters = await stage.letters()
    const calls: [string, object][] = [
      ['game/stage', { letters }],
      ['game/stage/update', { is_id_shown: false }],
      ['game/stage/stop', {}],
      ['game/lock', { is_locked: true }],
    ]
    for (const [path, body] of calls) {
      expect(await guest.post(path, body), path).toMatchObject({ status: 403, body: { code: 'not_creator' } })
      expect(await nobody.post(path, body), path).toMatchObject({ status: 404, body: { code: 'no_game' } })
      expect(await app.call('POST', `gameplay/api/${path}`, { body }), path).toMatchObject({ status: 401 })
    }
    for (const wrong of ['', 'BCD', 'BCDFH', 'ABCD', 'B CD', 'ＢＣＤＦ', 5, null, undefined])
      expect(await host.post('game/stage', { letters: wrong })).toMatchObject({
        status: 422,
        body: { errors: { letters: [expect.any(String)] } },
      })
    expect(await host.post('game/stage/update', { is_id_shown: true })).toMatchObject({
      status: 404,
      body: { code: 'no_stage' },
    })
    expect(await host.post('game/lock', { is_locked: 'yes' })).toMatchObject({ status: 422 })
    expect((await show(letters)).status).toBe(200)
  })

  test('can lock the lobby: nobody else joins, those in it stay', async () => {
    const { app, guest, host, id } = await setUp(kind)
    const late = await Player.signIn(app, 'late@example.com')
    expect(dataOf<Game>(await host.post('game/lock', { is_locked: true })).is_locked).toBe(true)
    expect(await late.join(id)).toMatchObject({
      status: 409,
      body: { code: 'game_locked', error: 'The host has locked the lobby' },
    })
    expect(dataOf<Game>(await guest.join(id)).is_locked).toBe(true)
    expect(dataOf<Game>(await host.post('game/lock', { is_locked: false }))).not.toHaveProperty('is_locked')
    expect((await late.join(id)).status).toBe(200)
    await startGame(host, id)
    expect(await host.post('game/lock', { is_locked: true })).toMatchObject({
      status: 409,
      body: { code: 'bad_transition' },
    })
  })
})
