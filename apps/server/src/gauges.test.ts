import { activeGameTopic } from '@quizmaster/contract/channels/active-game'
import type { UserId } from '@quizmaster/contract/ids'
import type { Socket } from 'phoenix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './infra/db/database.ts'
import { buildApp, type TestApp, topicFile } from './testing/build-app.ts'
import { databaseKinds, databaseUrlOf, openTestDatabase, PATIENT_TIMEOUTS } from './testing/database.ts'
import { openLobby, Player, startGame } from './testing/play.ts'
import { join, listen, openSocket } from './testing/realtime-client.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'

const CONTENT = { 'apples.yaml': topicFile('Apples', 12) }

/** All metrics. */
async function readAll(app: TestApp): Promise<string> {
  // Gauges of the database are kept for 10 s.
  app.clock.advance(11_000)
  return app.metrics()
}

function valueOf(metrics: string, name: string, labels: string): number | undefined {
  const start = labels === '' ? `${name} ` : `${name}{${labels}} `
  const line = metrics.split('\n').find((each) => each.startsWith(start))
  return line === undefined ? undefined : Number(line.slice(start.length))
}

/** The value of a metric with these labels once the database has answered in time; undefined if it is missing. */
async function read(app: TestApp, name: string, labels = ''): Promise<number | undefined> {
  let metrics = ''
  await expect.poll(async () => (metrics = await readAll(app))).toContain('\nquizmaster_database_up 1\n')
  return valueOf(metrics, name, labels)
}

/** The same, as `/metrics` gives it now. */
async function readNow(app: TestApp, name: string, labels = ''): Promise<number | undefined> {
  return valueOf(await readAll(app), name, labels)
}

describe.each(databaseKinds())('metrics on %s', (kind) => {
  let app: TestApp
  let server: Awaited<ReturnType<typeof listen>>
  let host: Player
  let guest: Player
  const sockets: Socket[] = []

  beforeAll(async () => {
    app = await buildApp({ kind, content: CONTENT })
    server = await listen(app)
    host = await Player.signIn(app, 'host@example.com')
    guest = await Player.signIn(app, 'guest@example.com')
  })
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    await server.close()
    await app.close()
  })

  test('a game and its players are counted under its status, until they leave', async () => {
    const id = await openLobby([host, guest])
    expect(await read(app, 'quizmaster_games', 'status="pending"')).toBe(1)
    expect(await read(app, 'quizmaster_players_in_games', 'status="pending"')).toBe(2)
    await startGame(host, id)
    expect(await read(app, 'quizmaster_games', 'status="pending"')).toBe(0)
    expect(await read(app, 'quizmaster_games', 'status="running"')).toBe(1)
    await host.update({ status: 'finished' })
    await host.update({ status: 'archived' })
    expect(await read(app, 'quizmaster_games', 'status="running"')).toBe(0)
    expect(await read(app, 'quizmaster_games', 'status="finished"')).toBe(0)
    expect(await read(app, 'quizmaster_players_in_games', 'status="finished"')).toBe(0)
  })

  test('an answer that is accepted counts, one that is refused does not', async () => {
    const count = () => read(app, 'quizmaster_answer_seconds_count', 'kind="game"')
    const before = (await count()) ?? 0
    const game = await startGame(host, await openLobby([host, guest]))
    expect((await host.answer(game, 'Right')).status).toBe(200)
    expect((await host.answer(game, 'Wrong')).status).toBe(409)
    expect(await count()).toBe(before + 1)
    await host.update({ status: 'finished' })
    await host.update({ status: 'archived' })
  })

  test('sockets are counted by service and transport, and updates that reach them by their delay', async () => {
    const { body } = await app.call('GET', 'gameplay/api/token/generate', { token: guest.token })
    const socket = openSocket(server.port, 'gameplay', body.token)
    sockets.push(socket)
    const { channel } = await join(socket, activeGameTopic(guest.userId as UserId))
    const updates: unknown[] = []
    channel.on('game_update', (update) => void updates.push(update))
    await openLobby([host, guest])
    await expect.poll(() => updates.length).toBeGreaterThan(0)
    expect(await read(app, 'quizmaster_sockets', 'service="gameplay",transport="websocket"')).toBe(1)
    expect(await read(app, 'quizmaster_sockets', 'service="gameplay",transport="longpoll"')).toBe(0)
    expect(await read(app, 'quizmaster_sockets', 'service="stats",transport="websocket"')).toBe(0)
    expect(await read(app, 'quizmaster_update_delay_seconds_count')).toBeGreaterThan(0)
    await host.update({ status: 'archived' })
  })

  test('the sweep lag is how long a deadline has been overdue', async () => {
    await app.app.sweepGames()
    expect(await read(app, 'quizmaster_sweep_lag_seconds')).toBe(0)
    const broken = { id: '12121212', status: 'running', version: 1, state: '{}', past_answers: '[]' } as const
    await app.database.db
      .insertInto('game')
      .values({ ...broken, wake_at: app.clock.now() - 60_000 })
      .execute()
    expect(await read(app, 'quizmaster_sweep_lag_seconds')).toBeGreaterThanOrEqual(60)
    await app.database.db.deleteFrom('game').where('id', '=', broken.id).execute()
    expect(await read(app, 'quizmaster_sweep_lag_seconds')).toBe(0)
  })

  test('mails that cannot be sent are counted, with the age of the oldest one', async () => {
    app.mailer.failure = new Error('the mail server is down')
    const sentBefore = (await read(app, 'quizmaster_mails_sent_total')) ?? 0
    const codesBefore = (await read(app, 'quizmaster_sign_in_codes_total')) ?? 0
    await app.call('POST', 'user/api/request_code', { body: { email: 'third@example.com' } })
    await expect.poll(() => app.logged.filter(({ msg }) => msg === 'mail_outage').length).toBeGreaterThan(0)
    app.clock.advance(60_000)
    expect(await read(app, 'quizmaster_mails_queued')).toBe(1)
    expect(await read(app, 'quizmaster_mail_oldest_seconds')).toBeGreaterThanOrEqual(60)
    expect(await read(app, 'quizmaster_mail_failures_total')).toBeGreaterThan(0)
    expect(await read(app, 'quizmaster_sign_in_codes_total')).toBe(codesBefore + 1)
    app.mailer.failure = null
    app.clock.advance(60_000)
    await expect.poll(() => app.mailer.sent.length).toBe(1)
    await expect.poll(() => read(app, 'quizmaster_mails_queued')).toBe(0)
    expect(await read(app, 'quizmaster_mail_oldest_seconds')).toBe(0)
    expect(await read(app, 'quizmaster_mails_sent_total')).toBe(sentBefore + 1)
  })

  test('attempts to sign in are counted by outcome, and requests over a limit by its name', async () => {
    const email = 'fourth@example.com'
    const attempts = (outcome: string) => read(app, 'quizmaster_sign_in_attempts_total', `outcome="${outcome}"`)
    const [accepted = 0, refused = 0] = [await attempts('accepted'), await attempts('refused')]
    await app.call('POST', 'user/api/verify_code', { body: { email, code: '123456' } })
    await Player.signIn(app, email)
    expect(await attempts('accepted')).toBe(accepted + 1)
    expect(await attempts('refused')).toBe(refused + 1)
    const hits = (await read(app, 'quizmaster_rate_limits_hit_total', 'limit="code"')) ?? 0
    await app.call('POST', 'user/api/request_code', { body: { email: 'fifth@example.com' } })
    const again = await app.call('POST', 'user/api/request_code', { body: { email: 'fifth@example.com' } })
    expect(again.status).toBe(429)
    expect(await read(app, 'quizmaster_rate_limits_hit_total', 'limit="code"')).toBe(hits + 1)
  })

  test('they say what is running, that everything is up, and how late the event loop is', async () => {
    const version = `version="0.0.0-test",commit="",node="${process.version}"`
    expect(await read(app, 'quizmaster_build_info', version)).toBe(1)
    expect(await read(app, 'quizmaster_database_up')).toBe(1)
    expect(await read(app, 'quizmaster_bus_up')).toBe(1)
    expect(await read(app, 'nodejs_eventloop_lag_p99_seconds')).toBeTypeOf('number')
    expect(await read(app, 'quizmaster_payments_due')).toBe(0)
    expect(await read(app, 'quizmaster_payment_lag_seconds')).toBe(0)
    expect(await read(app, 'quizmaster_checkouts_open')).toBe(0)
    const inUse = await read(app, 'quizmaster_database_connections', 'state="in_use"')
    if (kind === 'embedded') expect(inUse).toBeUndefined()
    else expect(inUse).toBeTypeOf('number')
  })
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'while the database is cut off, metrics are still answered: it is reported down, and its gauges are missing',
  async () => {
    const target = await openTestDatabase('postgres')
    const proxy = await startTcpProxy(await databaseUrlOf(target))
    const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', timeouts: PATIENT_TIMEOUTS })
    const app = await buildApp({ database, content: CONTENT })
    expect(await read(app, 'quizmaster_database_up')).toBe(1)
    expect(await read(app, 'quizmaster_mails_queued')).toBe(0)
    for (const fault of ['cut', 'blackHole'] as const) {
      proxy[fault]()
      expect(await readNow(app, 'quizmaster_database_up')).toBe(0)
      expect(await readNow(app, 'quizmaster_mails_queued')).toBeUndefined()
      expect(await readNow(app, 'quizmaster_games', 'status="running"')).toBeUndefined()
      await proxy.restore()
      expect(await read(app, 'quizmaster_mails_queued')).toBe(0)
    }
    await app.close()
    await database.close()
    proxy.cut()
    await target.close()
  },
)
