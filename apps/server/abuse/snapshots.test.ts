import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import type { Channel, Socket } from 'phoenix'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp, type TestApp, topicFile } from '../src/testing/build-app.ts'
import { databaseKinds } from '../src/testing/database.ts'
import { openLobby, Player, startGame } from '../src/testing/play.ts'
import { join, listen, openSocket, push } from '../src/testing/realtime-client.ts'

// The results of a game of 50 players and 30 questions take 259 KB. Requested 100 times in 20 s on each of 20 sockets,
// and sent twice each time, they kept other players waiting for more than a second.

const MESSAGES = 100

describe.each(databaseKinds())('asking for the game over several sockets on %s', (kind) => {
  let app: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let attacker: Player
  let guest: Player
  let counter = 0
  const sockets: Socket[] = []

  beforeAll(async () => {
    // Long enough for a slow machine to send all messages within the window.
    const socketLimits = { rateWindowMs: 600_000 }
    app = await buildApp({ kind, content: { 'apples.yaml': topicFile('Apples', 12) }, socketLimits })
    listening = await listen(app)
  })
  beforeEach(async () => {
    counter += 1
    attacker = await Player.signIn(app, `attacker.${counter}@example.com`)
    guest = await Player.signIn(app, `guest.${counter}@example.com`)
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })
  afterAll(async () => {
    await listening.close()
    await app.close()
  })

  const connect = async (player: Player) => {
    const { token } = (await app.call('GET', 'gameplay/api/token/generate', { token: player.token })).body
    const socket = openSocket(listening.port, 'gameplay', token)
    sockets.push(socket)
    const closed = new Promise<number>((resolve) => socket.onClose((event) => resolve(event.code)))
    const pushed: GameUpdate[] = []
    const { channel } = await join(socket, activeGameTopic(player.userId as UserId))
    channel.on('game_update', (update: GameUpdate) => void pushed.push(update))
    return { socket, channel, closed, pushed }
  }
  const ask = async (channel: Channel, player: Player) =>
    ((await push(channel, 'get_active_game', { user_id: player.userId })).response as { game: Game | null }).game

  test('the messages of all sockets of a user count together, also after connecting again', async () => {
    const [first, second] = [await connect(attacker), await connect(attacker)]
    // Both have joined.
    for (let sent = 2; sent < MESSAGES; sent += 2) {
      await ask(first.channel, attacker)
      await ask(second.channel, attacker)
    }
    second.channel.push('get_active_game', { user_id: attacker.userId })
    expect(await second.closed).toBe(1008)
    second.socket.disconnect()
    const { token } = (await app.call('GET', 'gameplay/api/token/generate', { token: attacker.token })).body
    const again = openSocket(listening.port, 'gameplay', token)
    sockets.push(again)
    const closed = new Promise<number>((resolve) => again.onClose((event) => resolve(event.code)))
    again.channel(activeGameTopic(attacker.userId as UserId)).join()
    expect(await closed).toBe(1008)
    const other = await connect(guest)
    expect(await ask(other.channel, guest)).toBeNull()
  })

  test('the game is sent once, in the reply', async () => {
    const { channel, pushed } = await connect(attacker)
    const id = await openLobby([attacker, guest])
    // Waits for the last broadcast of what has happened so far.
    await expect.poll(() => pushed.at(-1)?.game?.players.length).toBe(2)
    const before = pushed.length
    expect((await ask(channel, attacker))?.id).toBe(id)
    expect((await ask(channel, attacker))?.id).toBe(id)
    expect(pushed).toHaveLength(before)
  })

  test('each viewer gets the newest version and their own view, regardless of who asked before', async () => {
    const id = await openLobby([attacker, guest])
    const [theirs, others] = [await connect(attacker), await connect(guest)]
    const viewsOf = async () => [await ask(theirs.channel, attacker), await ask(others.channel, guest)] as const
    await viewsOf()
    const game = await startGame(attacker, id)
    await viewsOf()
    await attacker.answer(game, 'Right')
    const playerId = game.players.find(({ user_id }) => user_id === attacker.userId)?.id ?? ''
    // First the viewer who may not see the answer, then the one who gave it.
    const [hidden, own] = [await ask(others.channel, guest), await ask(theirs.channel, attacker)]
    expect(hidden?.state.answers['0']?.[playerId]).toMatchObject({ answer: null, is_answered: true })
    expect(own?.state.answers['0']?.[playerId]?.answer).not.toBeNull()
    app.clock.advance(1_234)
    const [again, alsoAgain] = await viewsOf()
    expect(again).toEqual({ ...own, server_time: app.clock.now() })
    expect(alsoAgain).toEqual({ ...hidden, server_time: app.clock.now() })
    await guest.answer(game, 'Wrong')
    const [closed, alsoClosed] = await viewsOf()
    expect(closed?.version).toBeGreaterThan(own?.version ?? 0)
    expect(alsoClosed).toEqual(closed)
    expect(closed).toEqual(await attacker.getGame(id))
  })
})
