import type { Socket } from 'phoenix'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, type TestApp, topicFile } from '../testing/build-app.ts'
import { databaseKinds } from '../testing/database.ts'
import { followGame } from '../testing/follow-game.ts'
import { openLobby, passTime, Player, startGame } from '../testing/play.ts'
import { listen } from '../testing/realtime-client.ts'

const TEN_MINUTES_MS = 10 * 60_000
const QUESTIONS = 5

describe.each(databaseKinds())('a player who is offline for 10 minutes, on %s', (kind) => {
  let app: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let host: Player
  let guest: Player
  const sockets: Socket[] = []
  beforeAll(async () => {
    app = await buildApp({ kind, content: { 'apples.yaml': topicFile('Apples', 12) } })
    listening = await listen(app)
  })
  beforeEach(async () => {
    host = await Player.signIn(app, 'host@example.com')
    guest = await Player.signIn(app, 'guest@example.com')
    // Beyond the shortest time between two codes for an address.
    app.clock.advance(31_000)
  })
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    await listening.close()
    await app.close()
  })

  const follow = async (player: Player) => {
    const followed = await followGame(player, listening.port)
    sockets.push(followed.socket)
    return followed
  }

  /** Starts a game, in which the guest loses the connection after the first answer. */
  async function playUntilCut(): Promise<string> {
    const before = await follow(guest)
    const game = await startGame(host, await openLobby([host, guest], QUESTIONS))
    expect((await guest.answer(game, 'Right', 1_000)).status).toBe(200)
    before.socket.disconnect()
    return game.id
  }

  test('gets the results of the game that has ended meanwhile: what was answered counts, the rest is null', async () => {
    const id = await playUntilCut()
    await passTime(app, TEN_MINUTES_MS)
    const game = await (await follow(guest)).ask()
    expect(game).toMatchObject({ id, status: 'finished' })
    const seat = game?.players.find(({ user_id }) => user_id === guest.userId)?.id ?? ''
    const answers = Array.from({ length: QUESTIONS }, (_, index) => game?.state.answers[index]?.[seat]?.answer ?? null)
    expect(answers.map((answer) => answer === null)).toEqual([false, true, true, true, true])
    expect(game?.state.points[seat]).toBeGreaterThan(0)
    await host.update({ status: 'archived' })
  })

  test('is in no game if the host has closed it meanwhile, and can open one', async () => {
    const id = await playUntilCut()
    await passTime(app, TEN_MINUTES_MS)
    expect((await host.update({ status: 'archived' })).status).toBe(200)
    const after = await follow(guest)
    expect(await after.ask()).toBeNull()
    expect(await openLobby([guest])).not.toBe(id)
    await guest.update({ status: 'archived' })
  })

  test('is in the lobby that still waits', async () => {
    const before = await follow(guest)
    const id = await openLobby([host, guest], QUESTIONS)
    before.socket.disconnect()
    await passTime(app, TEN_MINUTES_MS)
    expect(await (await follow(guest)).ask()).toMatchObject({ id, status: 'pending' })
    await host.update({ status: 'archived' })
  })
})
