import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { UserId } from '@quizmaster/contract/ids'
import type { Socket } from 'phoenix'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryBus } from '../infra/bus.ts'
import { type Database, openDatabase } from '../infra/db/database.ts'
import { buildApp, type TestApp } from '../testing/build-app.ts'
import { databaseKinds, databaseUrlOf, openTestDatabase, PATIENT_TIMEOUTS } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { openLobby, Player, startGame } from '../testing/play.ts'
import { join, listen, openSocket } from '../testing/realtime-client.ts'
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'

/** Part of the parameter that saves a step of a running game. The statement's text is sent only once per connection. */
const SAVE = '"past_answers":'

describe.runIf(databaseKinds().includes('postgres'))('when the connection breaks before a save is confirmed', () => {
  let server: Database
  let proxy: TcpProxy
  let database: Database
  /** Advances the game. */
  let first: TestApp
  /** Holds the players' sockets. */
  let second: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let socket: Socket | null = null

  beforeEach(async () => {
    server = await openTestDatabase('postgres')
    proxy = await startTcpProxy(await databaseUrlOf(server))
    const timeouts = { ...PATIENT_TIMEOUTS, queryMs: 10_000 }
    database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', timeouts })
    const shared = { clock: fakeClock(), bus: createMemoryBus() }
    first = await buildApp({ database, ...shared })
    second = await buildApp({ database: server, mailer: first.mailer, ...shared })
    listening = await listen(second)
  })
  afterEach(async () => {
    socket?.disconnect()
    await listening.close()
    proxy.cut()
    await first.close()
    await second.close()
    await database.close()
    await server.close()
  })

  test.each(['reset', 'silent'] as const)(
    'players on every process get the state that was saved all the same (%s)',
    async (connection) => {
      const host = await Player.signIn(first, 'host@example.com')
      const guest = await Player.signIn(first, 'guest@example.com')
      const game = await startGame(host, await openLobby([host, guest]))
      expect((await host.answer(game, 'Right')).status).toBe(200)
      const { token } = (await first.call('GET', 'gameplay/api/token/generate', { token: guest.token })).body
      socket = openSocket(listening.port, 'gameplay', token)
      const { channel } = await join(socket, activeGameTopic(guest.userId as UserId))
      const seen: GameUpdate[] = []
      channel.on('game_update', (update: GameUpdate) => void seen.push(update))

      proxy.loseAnswerTo(SAVE, connection)
      // The last answer closes the question, and nobody would do anything before the reveal ends.
      expect((await guest.answer(game, 'Right')).status).toBe(503)
      const hasSeenEnd = () => seen.some((update) => update.game?.state.answers_info_items['0'])
      await expect.poll(hasSeenEnd).toBe(true)
      expect((await guest.answer(game, 'Right')).status).toBe(200)
    },
  )
})
