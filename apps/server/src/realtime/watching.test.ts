import type { Game } from '@quizmaster/contract/http/games'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryBus } from '../infra/bus.ts'
import { buildApp, dataOf } from '../testing/build-app.ts'
import { type DatabaseKind, databaseKinds, openTestDatabase } from '../testing/database.ts'
import { openLobby, passTime, Player, startGame } from '../testing/play.ts'
import { listen } from '../testing/realtime-client.ts'
import { WatchClient } from '../testing/watch-client.ts'

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function connect(player: Player, port: number): Promise<WatchClient> {
  const phone = await WatchClient.connect(player, port)
  cleanUps.push(() => phone.socket.disconnect())
  return phone
}

/** A lobby with two players, and a latecomer. */
async function setUp(kind: DatabaseKind) {
  const app = await buildApp({ kind })
  cleanUps.push(() => app.close())
  const listening = await listen(app)
  cleanUps.push(() => listening.close())
  const host = await Player.signIn(app, 'host@example.com')
  const guest = await Player.signIn(app, 'guest@example.com')
  const late = await Player.signIn(app, 'late@example.com')
  const id = await openLobby([host, guest])
  const phone = await connect(late, listening.port)
  return { app, port: listening.port, host, guest, late, id, phone }
}

describe.each(databaseKinds())('a watcher on %s', (kind) => {
  test('sees a whole game as a stage does, and is a player of the next one', async () => {
    const { app, host, guest, late, id, phone } = await setUp(kind)
    const game = await startGame(host, id)
    expect(await phone.ask()).toBeNull()
    const first = dataOf<WatchedGame>(await late.watch(id))
    expect(first).toMatchObject({ id, status: 'running', is_watchable: true, seat: { index: 2 } })
    expect(first.game).toMatchObject({
      id: null,
      status: 'running',
      question: { index: 0, answer_count: 0 },
      reveal: null,
    })
    expect(await phone.ask()).toEqual(first)
    await host.answer(game, 'Right')
    await expect.poll(() => phone.last?.game?.question?.answer_count).toBe(1)
    await guest.answer(game, 'Wrong')
    await expect
      .poll(() => phone.last?.game?.reveal?.correct_answer_id)
      .toBe(game.questions[0]?.answers.find(({ text }) => text.startsWith('Right'))?.id)
    await passTime(app, 5_000)
    await expect.poll(() => phone.last?.game?.question?.index).toBe(1)
    await host.update({ status: 'finished' })
    await expect.poll(() => phone.last?.status).toBe('finished')
    expect(phone.updates).toEqual([])
    const next = dataOf<Game>(await host.post('game/rematch'))
    expect(next.players.at(-1)).toMatchObject({ id: first.seat.player_id, user_id: late.userId, name: first.seat.name })
    expect(next.evening?.players.at(-1)).toBe(first.seat.player_id)
    await expect.poll(() => phone.last).toBeNull()
    await expect.poll(() => phone.updates.at(-1)).toMatchObject({ reason: 'rematch', game: { id: next.id } })
    expect(await phone.ask()).toBeNull()
    expect((await late.getGame(next.id)).players).toHaveLength(3)
  })

  test('is notified on all devices when the seat is taken, renamed and given up', async () => {
    const { app, host, late, id, phone, port } = await setUp(kind)
    const tablet = await connect(late, port)
    await startGame(host, id)
    await late.watch(id)
    for (const device of [phone, tablet]) await expect.poll(() => device.last?.id).toBe(id)
    await app.call('POST', 'user/api/game_name', { token: late.token, body: { name: 'Gecko' } })
    await expect.poll(() => tablet.last?.seat.name).toBe('Gecko')
    expect((await late.post('game/watch/leave')).body).toEqual({ data: {} })
    for (const device of [phone, tablet]) await expect.poll(() => device.last).toBeNull()
    expect(await phone.ask()).toBeNull()
    expect((await late.post('game/watch/leave')).status).toBe(200)
    await host.update({ status: 'finished' })
    expect(dataOf<Game>(await host.post('game/rematch')).players).toHaveLength(2)
  })

  test('is notified when the game ends without a next one', async () => {
    const { host, late, id, phone } = await setUp(kind)
    await startGame(host, id)
    await host.update({ status: 'finished' })
    await late.watch(id)
    await host.update({ status: 'archived' })
    await expect.poll(() => phone.last).toBeNull()
    expect(await phone.ask()).toBeNull()
    expect(phone.updates).toEqual([])
  })

  test('sees nothing of the game but its phases while the host has switched watching off', async () => {
    const { host, guest, late, id, phone } = await setUp(kind)
    const off = dataOf<Game>(await host.update({ settings: { is_watchable: false } }))
    expect(off.settings.is_watchable).toBe(false)
    const game = await startGame(host, id)
    const seated = dataOf<WatchedGame>(await late.watch(id))
    expect(seated).toMatchObject({ id, status: 'running', is_watchable: false, game: null })
    await host.answer(game, 'Right')
    await guest.answer(game, 'Right')
    await host.update({ status: 'finished' })
    await expect.poll(() => phone.last?.status).toBe('finished')
    expect(phone.seen.every((watched) => watched !== null && watched.game === null)).toBe(true)
    expect(JSON.stringify(phone.received)).not.toMatch(/Right|Wrong|Question/)
    const next = dataOf<Game>(await host.post('game/rematch'))
    expect(next).toMatchObject({ settings: { is_watchable: false }, players: [{}, {}, { user_id: late.userId }] })
    const on = dataOf<Game>(await host.update({ settings: { is_watchable: true } }))
    expect(on.settings).not.toHaveProperty('is_watchable')
  })

  test('goes on with another process after a crash', async () => {
    const database = await openTestDatabase(kind)
    cleanUps.push(() => database.close())
    const bus = createMemoryBus()
    const first = await buildApp({ database, bus })
    const host = await Player.signIn(first, 'host@example.com')
    const guest = await Player.signIn(first, 'guest@example.com')
    const late = await Player.signIn(first, 'late@example.com')
    const id = await openLobby([host, guest])
    await startGame(host, id)
    const { seat } = dataOf<WatchedGame>(await late.watch(id))
    await first.close()
    const second = await buildApp({ database, bus, clock: first.clock })
    cleanUps.push(() => second.close())
    const listening = await listen(second)
    cleanUps.push(() => listening.close())
    const phone = await connect(late.through(second), listening.port)
    expect(await phone.ask()).toMatchObject({ id, status: 'running', seat })
    await passTime(second, 21_000)
    await expect.poll(() => phone.last?.game?.reveal).toBeTruthy()
    await host.through(second).update({ status: 'finished' })
    const next = dataOf<Game>(await host.through(second).post('game/rematch'))
    await expect.poll(() => phone.updates.at(-1)?.game?.id).toBe(next.id)
  })

  test('sees what another process does', async () => {
    const database = await openTestDatabase(kind)
    cleanUps.push(() => database.close())
    const bus = createMemoryBus()
    const here = await buildApp({ database, bus })
    cleanUps.push(() => here.close())
    const there = await buildApp({ database, bus, clock: here.clock, mailer: here.mailer })
    cleanUps.push(() => there.close())
    const listening = await listen(there)
    cleanUps.push(() => listening.close())
    const host = await Player.signIn(here, 'host@example.com')
    const guest = await Player.signIn(here, 'guest@example.com')
    const late = (await Player.signIn(here, 'late@example.com')).through(there)
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    const phone = await connect(late, listening.port)
    await late.watch(id)
    await host.answer(game, 'Right')
    await expect.poll(() => phone.last?.game?.question?.answer_count).toBe(1)
    await host.update({ status: 'finished' })
    await expect.poll(() => phone.last?.status).toBe('finished')
  })
})
