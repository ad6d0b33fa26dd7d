import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createValkeyBus } from './infra/bus.ts'
import { openDatabase } from './infra/db/database.ts'
import { createLog } from './infra/log.ts'
import { createMailer } from './infra/mail.ts'
import { buildApp, type TestApp } from './testing/build-app.ts'
import { databaseUrlOf, openTestDatabase, PATIENT_TIMEOUTS } from './testing/database.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { PATIENT_BUS } from './testing/patient-bus.ts'
import { Player } from './testing/play.ts'
import { listen } from './testing/realtime-client.ts'
import { Buyer, openCheckoutFixture } from './testing/payments/checkout-fixture.ts'
import { signIn } from './testing/sign-in.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'

// What is logged when a service that the server needs fails: one line when the outage begins, one when it ends.

const WARN_LEVEL = 40

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** The logged events that are about an outage, or that an operator should check. */
function eventsOf(logged: readonly Record<string, unknown>[]): unknown[] {
  return logged
    .filter(({ level, msg }) => Number(level) >= WARN_LEVEL || String(msg).endsWith('_over'))
    .map(({ msg }) => msg)
}

async function failuresOfTasks(app: TestApp): Promise<number> {
  const counts = (await app.metrics()).matchAll(/^quizmaster_task_failures_total\{.*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test.runIf(process.env['TEST_DATABASE_URL']).each(['cut', 'blackHole'] as const)(
  'an outage of PostgreSQL (%s) is two lines, however many calls, sockets and tasks fail',
  async (fault) => {
    const server = await openTestDatabase('postgres')
    endings.push(() => server.close())
    const proxy = await startTcpProxy(await databaseUrlOf(server))
    endings.push(() => proxy.cut())
    const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', timeouts: PATIENT_TIMEOUTS })
    endings.push(() => database.close())
    const app = await buildApp({ database, env: { SANDBOX_CHECKOUT: '0' } })
    endings.push(() => app.close())
    const listening = await listen(app)
    endings.push(() => listening.close())
    const player = await Player.signIn(app, 'anna@example.com')
    const { token } = (await app.call('GET', 'gameplay/api/token/generate', { token: player.token })).body
    for (const outage of [1, 2]) {
      app.logged.length = 0
      proxy[fault]()
      const calls = await Promise.all(Array.from({ length: 5 }, () => player.create()))
      expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([503]))
      const refused = await new Promise<number>((resolve) => {
        const socket = new WebSocket(
          `ws://127.0.0.1:${listening.port}/services/gameplay/socket/websocket?token=${token}&vsn=2.0.0`,
        )
        socket.on('error', () => undefined)
        socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      })
      expect(refused).toBe(500)
      await expect.poll(() => failuresOfTasks(app)).toBeGreaterThan(4 * outage)
      await proxy.restore()
      await expect.poll(() => app.logged.map(({ msg }) => msg)).toContain('database_outage_over')
      // Connections caught in a black hole may fail a moment later, which is a second outage with its own end.
      const events = eventsOf(app.logged)
      if (fault === 'cut') expect(events).toEqual(['database_outage', 'database_outage_over'])
      else expect(events.filter((event) => event !== 'database_outage' && event !== 'database_outage_over')).toEqual([])
      const over = app.logged.find(({ msg }) => msg === 'database_outage_over')
      expect(over?.['failures']).toBeGreaterThan(5)
      await expect.poll(async () => (await app.server.inject({ url: '/readyz' })).statusCode).toBe(200)
    }
  },
)

test.runIf(process.env['TEST_VALKEY_URL'])(
  'an outage of Valkey is two lines, however many messages are lost',
  async () => {
    const proxy = await startTcpProxy(process.env['TEST_VALKEY_URL'] ?? '')
    endings.push(() => proxy.cut())
    const logged: Record<string, unknown>[] = []
    const log = createLog('info', undefined, { write: (line: string) => void logged.push(JSON.parse(line)) })
    const bus = await createValkeyBus(proxy.url, log, PATIENT_BUS)
    endings.push(() => bus.close())
    for (let outage = 1; outage <= 2; outage += 1) {
      logged.length = 0
      proxy.cut()
      for (let n = 0; n < 20; n += 1) bus.publish('anything', String(n))
      for (let n = 0; n < 5; n += 1) await expect(bus.ping()).rejects.toThrow()
      await expect.poll(() => bus.isConnected()).toBe(false)
      await proxy.restore()
      await expect.poll(() => bus.isConnected()).toBe(true)
      expect(eventsOf(logged)).toEqual(['bus_outage', 'bus_outage_over'])
    }
  },
)

test('an outage of the mail server is two lines, however many mails wait; all of them are sent afterwards', async () => {
  const recipients: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  endings.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const proxy = await startTcpProxy(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`)
  endings.push(() => proxy.cut())
  const clock = fakeClock()
  const real = createMailer({ smtpUrl: proxy.url, mailFrom: 'Quiz <quiz@example.org>', dataDir: '' }, clock)
  const app = await buildApp({ clock, mailer: { sent: [], failure: null, ...real }, env: { SANDBOX_CHECKOUT: '0' } })
  endings.push(() => app.close())
  proxy.cut()
  const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`)
  for (const email of emails) await app.call('POST', 'user/api/request_code', { body: { email } })
  const failures = async () => Number(/^quizmaster_mail_failures_total (\d+)$/m.exec(await app.metrics())?.[1])
  await expect
    .poll(() => {
      clock.advance(1_000)
      return failures()
    })
    .toBeGreaterThan(8)
  await proxy.restore()
  await expect
    .poll(() => {
      clock.advance(1_000)
      return recipients.toSorted()
    })
    .toEqual(emails)
  await expect.poll(() => eventsOf(app.logged)).toEqual(['mail_outage', 'mail_outage_over'])
  real.close()
})

test('an outage of the payment provider is two lines, however many people want to pay', async () => {
  const fixture = await openCheckoutFixture('embedded')
  endings.push(() => fixture.close())
  const { app, standIn } = fixture
  const buyers = [await Buyer.signIn(app, 'a@example.com'), await Buyer.signIn(app, 'b@example.com')]
  app.logged.length = 0
  standIn.fault = { kind: 'reset' }
  for (const buyer of buyers) expect((await buyer.checkout('lifetime')).status).toBe(503)
  for (const buyer of buyers) expect((await buyer.checkout('yearly')).status).toBe(503)
  await app.app.reconcilePayments()
  standIn.fault = null
  for (const buyer of buyers) expect((await buyer.checkout('lifetime')).status).toBe(200)
  expect(eventsOf(app.logged)).toEqual(['payment_provider_outage', 'payment_provider_outage_over'])
})

test('a sign-in during an outage of the mail server does not log the address', async () => {
  const app = await buildApp()
  endings.push(() => app.close())
  app.mailer.failure = new Error('connection refused')
  await app.call('POST', 'user/api/request_code', { body: { email: 'private@example.com' } })
  await expect.poll(() => app.logged.map(({ msg }) => msg)).toContain('mail_outage')
  expect(JSON.stringify(app.logged)).not.toContain('private@')
  app.mailer.failure = null
  app.clock.advance(60_000)
  await signIn(app, 'private@example.com')
})
