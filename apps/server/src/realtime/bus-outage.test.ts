import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Socket } from 'phoenix'
import { type Bus, type BusOptions, createValkeyBus } from '../infra/bus.ts'
import type { Database } from '../infra/db/database.ts'
import { buildApp, type TestApp, topicFile } from '../testing/build-app.ts'
import { databaseKinds, openTestDatabase } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { followGame } from '../testing/follow-game.ts'
import { PATIENT_BUS } from '../testing/patient-bus.ts'
import { openLobby, Player, startGame } from '../testing/play.ts'
import { listen, push } from '../testing/realtime-client.ts'
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'

const valkeyUrl = process.env['TEST_VALKEY_URL']
const CONTENT = { 'apples.yaml': topicFile('Apples', 12) }

interface Process {
  app: TestApp
  proxy: TcpProxy
  bus: Bus
  server: Awaited<ReturnType<typeof listen>>
}

/** One of several processes, with its own proxy to Valkey. */
async function startProcess(
  database: Database,
  clock: TestApp['clock'],
  limits: BusOptions,
  mailer?: TestApp['mailer'],
): Promise<Process> {
  const proxy = await startTcpProxy(valkeyUrl ?? '')
  const bus = await createValkeyBus(proxy.url, pino({ level: 'silent' }), limits)
  const env = { VALKEY_URL: proxy.url }
  const app = await buildApp({ database, bus, clock, env, content: CONTENT, ...(mailer ? { mailer } : {}) })
  return { app, proxy, bus, server: await listen(app) }
}

async function stopProcess({ app, proxy, bus, server }: Process): Promise<void> {
  await server.close()
  await app.close()
  await bus.close()
  proxy.cut()
}

const FAULTS = [
  ['the process that plays', 'cut'],
  ['the process that plays', 'blackHole'],
  ['the process that listens', 'cut'],
  ['the process that listens', 'blackHole'],
] as const

// The database does the same in each case, so the embedded one runs only one of them.
const cases = databaseKinds().flatMap((kind) =>
  FAULTS.slice(0, kind === 'embedded' ? 1 : FAULTS.length).map(([whose, fault]) => [kind, whose, fault] as const),
)

describe.runIf(valkeyUrl).each(cases)('on %s, while %s has no bus (%s)', (kind, whose, fault) => {
  const clock = fakeClock()
  const sockets: Socket[] = []
  let database: Database
  let here: Process
  let there: Process
  let host: Player
  let guest: Player
  let counter = 0

  beforeAll(async () => {
    database = await openTestDatabase(kind)
    const limits = fault === 'cut' ? PATIENT_BUS : { answerWithinMs: 5_000 }
    here = await startProcess(database, clock, limits)
    there = await startProcess(database, clock, limits, here.app.mailer)
  })
  afterAll(async () => {
    await Promise.all([stopProcess(here), stopProcess(there)])
    await database.close()
  })
  beforeEach(async () => {
    counter += 1
    clock.advance(60 * 60_000)
    host = await Player.signIn(here.app, `host${counter}@example.com`)
    guest = await Player.signIn(here.app, `guest${counter}@example.com`)
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.disconnect()
    await faulty().proxy.restore()
    await expect.poll(() => faulty().bus.isConnected()).toBe(true)
  })

  const faulty = () => (whose === 'the process that plays' ? here : there)
  const tokenOf = async (player: Player) =>
    (await here.app.call('GET', 'gameplay/api/token/generate', { token: player.token })).body.token
  /** What a player on the other process receives. */
  const follow = async (player: Player) => {
    const followed = await followGame(player, there.server.port)
    sockets.push(followed.socket)
    return followed
  }

  test('players on the other process get every change of their game, and none twice', async () => {
    const { seen } = await follow(guest)
    const id = await openLobby([host, guest])
    const game = await startGame(host, id)
    await expect.poll(() => seen.at(-1)?.game?.status).toBe('running')
    faulty().proxy[fault]()
    await host.answer(game, 'Right')
    await guest.answer(game, 'Wrong')
    await expect.poll(() => Object.keys(seen.at(-1)?.game?.state.answers_info_items ?? {})).toHaveLength(1)
    expect(seen.at(-1)?.reason).toBe('snapshot')
    expect(seen.at(-1)?.game?.version).toBe((await guest.getGame(id)).version)
    await host.update({ status: 'finished' })
    await expect.poll(() => seen.at(-1)?.game?.status).toBe('finished')
    const sentVersions = seen
      .filter(({ reason }) => reason === 'snapshot')
      .map(({ game: seenGame }) => seenGame?.version)
    expect(sentVersions).toEqual([...new Set(sentVersions)])
    await host.update({ status: 'archived' })
    await expect.poll(() => seen.at(-1)).toEqual({ game: null, reason: 'player_left' })
  })

  test('a player who connects meanwhile gets their game at once; a player who is removed is notified', async () => {
    const id = await openLobby([host, guest])
    faulty().proxy[fault]()
    await expect.poll(() => faulty().bus.isConnected()).toBe(false)
    const { channel, status, seen } = await follow(guest)
    expect(status).toBe('ok')
    expect(await push(channel, 'get_active_game', { user_id: guest.userId })).toMatchObject({
      response: { game: { id } },
    })
    await guest.post('game/leave')
    await expect.poll(() => seen.at(-1)).toEqual({ game: null, reason: 'player_left' })
  })

  test('logout closes the sockets of that session on the other process, and no other', async () => {
    const open = async (player: Player) => {
      const address = `ws://127.0.0.1:${there.server.port}/services/gameplay/socket/websocket`
      const socket = new WebSocket(`${address}?token=${await tokenOf(player)}&vsn=2.0.0`)
      const code = new Promise<number>((resolve) => void socket.once('close', resolve))
      await new Promise((resolve) => socket.once('open', resolve))
      return { socket, code }
    }
    const [leaving, staying] = [await open(guest), await open(host)]
    faulty().proxy[fault]()
    await here.app.call('POST', 'user/api/logout', { token: guest.token })
    expect(await leaving.code).toBe(1001)
    expect(staying.socket.readyState).toBe(WebSocket.OPEN)
    staying.socket.terminate()
  })
})
