import { activeGameTopic } from '@quizmaster/contract/channels/active-game'
import type { UserId } from '@quizmaster/contract/ids'
import type { Socket } from 'phoenix'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Database, openDatabase } from '../infra/db/database.ts'
import { buildApp, type TestApp } from '../testing/build-app.ts'
import { databaseUrlOf, databaseKinds, openTestDatabase, PATIENT_TIMEOUTS } from '../testing/database.ts'
import { Player } from '../testing/play.ts'
import { join, listen, openSocket, push } from '../testing/realtime-client.ts'
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'

/** Longer than in production, so that only the proxy can make the database silent, not a busy machine. */
const TIMEOUTS = { ...PATIENT_TIMEOUTS, healthMs: 3_000 }

describe.runIf(databaseKinds().includes('postgres'))('while the database is silent', () => {
  let server: Database
  let proxy: TcpProxy
  let database: Database
  let app: TestApp
  let listening: Awaited<ReturnType<typeof listen>>
  let player: Player
  let token: string
  const sockets: Socket[] = []

  const start = async (env: Record<string, string>) => {
    app = await buildApp({ database, env })
    listening = await listen(app)
    player = await Player.signIn(app, 'anna@example.com')
    token = (await app.call('GET', 'gameplay/api/token/generate', { token: player.token })).body.token
  }
  beforeEach(async () => {
    server = await openTestDatabase('postgres')
    proxy = await startTcpProxy(await databaseUrlOf(server))
    database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', timeouts: TIMEOUTS })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.disconnect()
    await listening.close()
    proxy.cut()
    await app.close()
    await database.close()
    await server.close()
  })

  const failuresOfTasks = async () => {
    const counts = (await app.metrics()).matchAll(/^quizmaster_task_failures_total\{.*\} (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const readiness = async () => (await app.server.inject({ url: '/readyz' })).statusCode
  const upgrade = () =>
    new WebSocket(`ws://127.0.0.1:${listening.port}/services/gameplay/socket/websocket?token=${token}&vsn=2.0.0`)
  const openRaw = async () => {
    const socket = upgrade()
    const code = new Promise<number>((resolve) => void socket.once('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    return { socket, code }
  }
  const followGame = async () => {
    const socket = openSocket(listening.port, 'gameplay', token)
    sockets.push(socket)
    const { channel } = await join(socket, activeGameTopic(player.userId as UserId))
    return { channel, ask: () => push(channel, 'get_active_game', { user_id: player.userId }) }
  }

  /** A check that began before the network was restored may still cut connections once. */
  const expectAnswer = (ask: () => ReturnType<typeof push>) =>
    expect.poll(ask, { interval: 1_000 }).toEqual({ status: 'ok', response: { game: null } })

  test('one of several processes is not ready, and sends its players to the others', async () => {
    await start({ VALKEY_URL: 'redis://127.0.0.1:6379' })
    const { code } = await openRaw()
    const { channel, ask } = await followGame()
    proxy.blackHole()
    expect(await readiness()).toBe(503)
    expect((await player.create()).status).toBe(503)
    expect(await code).toBe(1012)
    const refused = await new Promise<number>((resolve) => {
      const socket = upgrade()
      socket.on('error', () => undefined)
      socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      socket.once('open', () => resolve(101))
    })
    expect(refused).toBe(500)
    await proxy.restore()
    await expect.poll(readiness).toBe(200)
    await expect.poll(() => channel.state).toBe('joined')
    await expectAnswer(ask)
    expect(app.logged.map(({ msg }) => msg)).toContain('database_outage')
  })

  test('a database that refuses connections, as during a restart, closes no sockets', async () => {
    await start({ VALKEY_URL: 'redis://127.0.0.1:6379' })
    const { socket } = await openRaw()
    const { ask } = await followGame()
    proxy.cut()
    // After this many failures the health check has run.
    await expect.poll(() => failuresOfTasks()).toBeGreaterThan(8)
    expect(await readiness()).toBe(503)
    await proxy.restore()
    await expect.poll(readiness).toBe(200)
    await expectAnswer(ask)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.terminate()
  })

  test('a single process keeps its sockets and continues to use them afterwards', async () => {
    await start({})
    const { socket } = await openRaw()
    const { ask } = await followGame()
    proxy.blackHole()
    await expect.poll(() => app.logged.map(({ msg }) => msg)).toContain('database_outage')
    await proxy.restore()
    await expect.poll(readiness).toBe(200)
    await expectAnswer(ask)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.terminate()
  })
})
