import { randomUUID } from 'node:crypto'
import type { Game } from '@quizmaster/contract/http/games'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import type { GameState } from '@quizmaster/engine/game-state'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlayerId, UserId } from '@quizmaster/contract/ids'
import { exportSeat } from '../../features/games/game-seats.ts'
import { freshCode } from '../../testing/sign-in.ts'
import { HOUR_MS } from '../../infra/clock.ts'
import { createMemoryBus } from '../../infra/bus.ts'
import { type Answer, buildApp, dataOf, type TestApp, topicFile } from '../../testing/build-app.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { openLobby, Player, startGame } from '../../testing/play.ts'
import { queueForGame } from '../../testing/queue-for-game.ts'

const CONTENT = { 'apples.yaml': topicFile('Apples', 12) }

const playersOf = (answer: Answer) => dataOf<Game>(answer).players.map(({ user_id }) => user_id)

describe.each(databaseKinds())('watching a game on %s', (kind) => {
  const clock = fakeClock()
  let app: TestApp
  let other: TestApp
  let closeAll: () => Promise<void>
  let counter = 0
  let host: Player
  let guest: Player
  let late: Player

  beforeAll(async () => {
    const database = await openTestDatabase(kind)
    const bus = createMemoryBus()
    app = await buildApp({ database, bus, clock, content: CONTENT })
    other = await buildApp({ database, bus, clock, content: CONTENT, mailer: app.mailer })
    closeAll = async () => {
      await app.close()
      await other.close()
      await database.close()
    }
  })
  afterAll(() => closeAll())
  beforeEach(async () => {
    counter += 1
    // Past every rate limit's window.
    clock.advance(2 * HOUR_MS)
    host = await signIn('host')
    guest = await signIn('guest')
    late = await signIn('late')
  })

  const emailOf = (name: string) => `${name}.${counter}@example.com`
  const signIn = (name: string) => Player.signIn(app, emailOf(name))
  const runningGame = async (players: [Player, ...Player[]] = [host, guest]) => {
    const id = await openLobby(players)
    await startGame(players[0], id)
    return id
  }
  const finishedGame = async (players?: [Player, ...Player[]]) => {
    const id = await runningGame(players)
    await (players?.[0] ?? host).update({ status: 'finished' })
    return id
  }
  const seatOf = async (player: Player) =>
    (
      await app.database.db.selectFrom('game_seat').select('game_id').where('user_id', '=', player.userId).execute()
    ).map(({ game_id }) => game_id)
  const storedState = async (id: string) =>
    (await app.database.db.selectFrom('game').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

  test('gives the same seat again', async () => {
    const id = await runningGame()
    const first = dataOf<WatchedGame>(await late.watch(id))
    expect(first.host).toBe((await host.getGame(id)).players.find(({ user_id }) => user_id === host.userId)?.name)
    expect(dataOf<WatchedGame>(await late.watch(id)).seat).toEqual(first.seat)
    expect(await seatOf(late)).toEqual([id])
  })

  test('is refused with a reason', async () => {
    const lobby = await openLobby([host, guest])
    const refused = async (player: Player, id: unknown) => {
      const { status, body } = await player.post('game/watch', { id })
      return [status, body.code]
    }
    expect(await refused(late, lobby)).toEqual([409, 'game_not_started'])
    expect(await refused(guest, lobby)).toEqual([409, 'already_in_game'])
    expect(await refused(late, '99999999')).toEqual([404, 'game_not_found'])
    expect(await refused(late, 'no id')).toEqual([404, 'game_not_found'])
    for (const id of [undefined, null, 12_345_678]) expect(await refused(late, id)).toEqual([422, undefined])
    expect(await app.call('POST', 'gameplay/api/game/watch', { body: { id: lobby } })).toMatchObject({ status: 401 })
    await late.join(lobby)
    await host.post('game/remove_player', { user_id: late.userId })
    await startGame(host, lobby)
    expect(await refused(late, lobby)).toEqual([403, 'removed_from_game'])
    expect(await refused(guest, lobby)).toEqual([409, 'already_in_game'])
    await host.update({ status: 'finished' })
    await host.update({ status: 'archived' })
    expect(await refused(late, lobby)).toEqual([404, 'game_not_found'])
    expect(await seatOf(late)).toEqual([])
  })

  test('is refused to a player of another game, unless that one is finished', async () => {
    const id = await runningGame()
    const [rival, partner] = [await signIn('rival'), await signIn('partner')]
    const own = await openLobby([rival, partner])
    expect(await rival.watch(id)).toMatchObject({
      status: 409,
      body: { code: 'game_exists', details: { id: own, status: 'pending', is_creator: true } },
    })
    expect((await partner.watch(id)).body.details).toEqual({ id: own, status: 'pending', is_creator: false })
    await startGame(rival, own)
    await rival.update({ status: 'finished' })
    expect((await partner.watch(id)).status).toBe(200)
    expect((await rival.watch(id)).status).toBe(200)
    expect(await storedState(own)).toMatchObject({ status: 'archived' })
  })

  test('does not make a player of the game: no answer, no settings, no place among its players', async () => {
    const id = await runningGame()
    await late.watch(id)
    const game = await host.getGame(id)
    expect(game.players).toHaveLength(2)
    expect(await late.answer(game, 'Right')).toMatchObject({ status: 409, body: { code: 'no_running_game' } })
    expect(await late.update({ status: 'finished' })).toMatchObject({ status: 404, body: { code: 'no_game' } })
    expect(await late.join(id)).toMatchObject({ status: 409, body: { code: 'game_started' } })
    expect((await late.post('game/leave')).status).toBe(200)
    expect(await seatOf(late)).toEqual([id])
  })

  test('another game, or playing in one, gives up the seat', async () => {
    const id = await runningGame()
    const rival = await signIn('rival')
    const second = await runningGame([rival, await signIn('partner')])
    await late.watch(id)
    await late.watch(second)
    expect(await seatOf(late)).toEqual([second])
    expect((await storedState(id)).seats).toEqual([])
    await late.create()
    expect(await seatOf(late)).toEqual([])
    expect((await storedState(second)).seats).toEqual([])
    await late.update({ status: 'archived' })
    await late.watch(second)
    await late.join(await openLobby([await signIn('opener')]))
    expect(await seatOf(late)).toEqual([])
    expect((await storedState(second)).seats).toEqual([])
  })

  test('under a name that somebody else has gives it a number', async () => {
    for (const player of [host, late])
      await app.call('POST', 'user/api/game_name', { token: player.token, body: { name: 'Gecko' } })
    const id = await runningGame()
    expect(dataOf<WatchedGame>(await late.watch(id)).seat.name).toBe('Gecko 2')
    const later = await signIn('later')
    await later.watch(id)
    await app.call('POST', 'user/api/game_name', { token: later.token, body: { name: 'Gecko' } })
    expect(dataOf<WatchedGame>(await later.watch(id)).seat.name).toBe('Gecko 3')
  })

  test('counts its failures together with failed joins', async () => {
    const id = await runningGame()
    for (let n = 0; n < 5; n += 1) {
      expect((await late.join(String(10_000_000 + n))).status).toBe(404)
      expect((await late.watch(String(20_000_000 + n))).status).toBe(404)
    }
    expect(await late.watch(id)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await late.join(id)).status).toBe(429)
  })

  test('is in the export of the data, and ends with the account', async () => {
    const id = await finishedGame()
    const { seat } = dataOf<WatchedGame>(await late.watch(id))
    const erasing = await signIn('erasing')
    await erasing.watch(id)
    const { seats } = await storedState(id)
    expect(await exportSeat(app.database.db, late.userId as UserId)).toEqual({
      game_id: id,
      name_shown: seat.name,
      since: seats?.find(({ userId }) => userId === late.userId)?.sinceMs,
    })
    expect(await exportSeat(app.database.db, host.userId as UserId)).toBeNull()
    const body = { email: emailOf('erasing'), code: await freshCode(app, emailOf('erasing')) }
    expect((await app.call('POST', 'user/api/account/delete', { token: erasing.token, body })).status).toBe(200)
    expect(await seatOf(erasing)).toEqual([])
    expect((await storedState(id)).seats?.map(({ userId }) => userId)).toEqual([late.userId])
    expect(playersOf(await host.post('game/rematch'))).toEqual([host.userId, guest.userId, late.userId])
    expect((await storedState(id)).seats).toEqual([])
  })

  test('works with games that an earlier version has stored, and that have no seats', async () => {
    const id = await finishedGame()
    expect(await storedState(id)).not.toHaveProperty('seats')
    expect((await late.through(other).watch(id)).status).toBe(200)
    expect(playersOf(await host.post('game/rematch'))).toContain(late.userId)
  })

  test('ends without harm where an earlier version archives the game, or lets a watcher into another one', async () => {
    const id = await finishedGame()
    await late.watch(id)
    // As such a version would: it preserves the parts of the state it does not know, and does not know the table.
    const lobby = await openLobby([await signIn('opener')])
    await app.database.db.insertInto('game_member').values({ user_id: late.userId, game_id: lobby }).execute()
    expect(playersOf(await host.through(other).post('game/rematch'))).toEqual([host.userId, guest.userId])
    await app.database.db.deleteFrom('game_member').where('user_id', '=', late.userId).execute()
    const second = await finishedGame([await signIn('rival'), await signIn('partner')])
    await late.watch(second)
    const state: GameState = { ...(await storedState(second)), status: 'archived' }
    await app.database.db
      .updateTable('game')
      .set({ state: JSON.stringify({ ...state, version: state.version + 1 }), version: state.version + 1 })
      .set({ status: 'archived', wake_at: null })
      .where('id', '=', second)
      .execute()
    expect(await seatOf(late)).toEqual([second])
    const third = await runningGame([await signIn('another'), await signIn('player')])
    expect(dataOf<WatchedGame>(await late.through(other).watch(third)).id).toBe(third)
    expect(await seatOf(late)).toEqual([third])
  })

  /** Makes calls queue for a game in this order. On the embedded database, makes one after the other. */
  async function queueUp(id: string, calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
    if (kind === 'postgres') return queueForGame(app.database, id, calls)
    const answers: Answer[] = []
    for (const call of calls) answers.push(await call())
    return answers
  }

  test('during a rematch gives a seat to nobody: the next game is a lobby that can be joined', async () => {
    const id = await finishedGame()
    const [, refused] = await queueUp(id, [() => host.post('game/rematch'), () => late.through(other).watch(id)])
    expect(refused).toMatchObject({ status: 404, body: { code: 'game_not_found' } })
    expect(await seatOf(late)).toEqual([])
  })

  test('a watcher who opens a game during the rematch is in one of the two games', async () => {
    const id = await finishedGame()
    await late.watch(id)
    const [again, own] = await queueUp(id, [() => host.post('game/rematch'), () => late.through(other).create(true)])
    const next = dataOf<Game>(again as Answer)
    expect(dataOf<Game>(own as Answer).players.map(({ user_id }) => user_id)).toEqual([late.userId])
    expect(playersOf(await host.join(next.id))).toEqual([host.userId, guest.userId])
    expect(await seatOf(late)).toEqual([])
  })

  test('a watcher who opens a game just before the rematch is not in the next lobby', async () => {
    const id = await finishedGame()
    await late.watch(id)
    const [own, again] = await queueUp(id, [() => late.through(other).create(true), () => host.post('game/rematch')])
    expect((own as Answer).status).toBe(200)
    expect(playersOf(again as Answer)).toEqual([host.userId, guest.userId])
  })

  test('by several at once gives each of them one place, and never more than 50', async () => {
    const id = await runningGame()
    const crowd: Player[] = []
    for (let n = 0; n < 4; n += 1) crowd.push(await signIn(`crowd${n}`))
    const full = await storedState(id)
    const seats = Array.from({ length: 46 }, (_, n) => ({
      id: randomUUID() as PlayerId,
      userId: randomUUID() as UserId,
      name: `N${n}`,
      sinceMs: 0,
    }))
    await app.database.db
      .updateTable('game')
      .set({ state: JSON.stringify({ ...full, seats, version: full.version + 1 }), version: full.version + 1 })
      .where('id', '=', id)
      .execute()
    const answers = await Promise.all(crowd.map((player, n) => (n % 2 ? player : player.through(other)).watch(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ body }) => body.code === 'game_full')).toHaveLength(2)
    expect((await storedState(id)).seats).toHaveLength(48)
  })
})
