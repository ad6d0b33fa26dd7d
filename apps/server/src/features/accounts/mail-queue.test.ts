import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from '../../infra/mail.ts'
import { buildApp, type TestApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'

/** A reply of the mail server that refuses a command. */
const reply = (responseCode: number) => Object.assign(new Error('refused'), { responseCode })

describe.each(databaseKinds())('mails that the mail server refuses, on %s', (kind) => {
  let app: TestApp
  let clock: FakeClock
  let counter = 0
  let email: string
  const received: string[] = []
  /** What the mail server answers to a recipient, and to the sender, if it refuses them. */
  const recipients = new Map<string, number>()
  let senderReply: number | null = null
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom: (_address, _session, done) => done(senderReply === null ? null : reply(senderReply)),
    onRcptTo({ address }, _session, done) {
      const code = recipients.get(address)
      done(code === undefined ? null : reply(code))
    },
    onData(stream, session, done) {
      received.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
    const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
    clock = fakeClock()
    const mailer = createMailer({ smtpUrl, mailFrom: 'Quiz <quiz@example.org>', dataDir: '' }, clock)
    app = await buildApp({ kind, clock, mailer: { sent: [], failure: null, ...mailer } })
  })
  beforeEach(() => {
    counter += 1
    email = `player${counter}@example.com`
    recipients.clear()
    senderReply = null
    received.length = 0
    app.logged.length = 0
    // Figures of the database are kept for 10 s.
    clock.advance(11_000)
  })
  afterAll(async () => {
    await app.close()
    app.mailer.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })

  const requestCode = (to: string) => app.call('POST', 'user/api/request_code', { body: { email: to } })
  const logged = (msg: string) => app.logged.filter((line) => line['msg'] === msg)
  async function metric(name: string): Promise<number> {
    return Number(new RegExp(`^quizmaster_${name} (\\S+)$`, 'm').exec(await app.metrics())?.[1])
  }
  const queued = () => app.database.db.selectFrom('queued_mail').select(['email', 'is_refused']).execute()

  test('a mail refused for good is given up at once: it neither waits nor is sent again', async () => {
    const before = await metric('mails_refused_total')
    recipients.set(email, 550)
    await requestCode(email)
    await expect.poll(queued).toEqual([])
    await expect.poll(() => logged('mail_not_sent')).toHaveLength(1)
    expect(logged('mail_not_sent')[0]).toMatchObject({ kind: 'sign_in_code', retryMs: null, reason: 'EENVELOPE 550' })
    expect(logged('mail_outage')).toEqual([])
    expect(await metric('mails_refused_total')).toBe(before + 1)
  })

  test('a mail refused for now is tried again, and meanwhile does not count as delayed', async () => {
    const before = await metric('mails_refused_total')
    recipients.set(email, 451)
    await requestCode(email)
    for (const attempt of [1, 2]) {
      await expect.poll(() => logged('mail_not_sent')).toHaveLength(attempt)
      clock.advance(60_000)
    }
    await expect.poll(() => logged('mail_not_sent')).toHaveLength(3)
    clock.advance(11_000)
    expect(await metric('mail_oldest_seconds')).toBe(0)
    expect(await metric('mails_queued')).toBe(1)
    expect(await metric('mails_refused_total')).toBe(before + 1)
    recipients.clear()
    clock.advance(60_000)
    await expect.poll(() => received).toEqual([email])
  })

  test('a mail that was refused counts as delayed once it waits for a mail server that does not work', async () => {
    recipients.set(email, 451)
    await requestCode(email)
    await expect.poll(queued).toEqual([{ email, is_refused: true }])
    recipients.set(email, 421)
    clock.advance(60_000)
    await expect.poll(queued).toEqual([{ email, is_refused: false }])
    expect(await metric('mail_oldest_seconds')).toBeGreaterThanOrEqual(60)
    recipients.clear()
    clock.advance(60_000)
    await expect.poll(() => received).toEqual([email])
  })

  test('a refused sender stops every mail, so it is an outage, and the mails wait', async () => {
    senderReply = 550
    await requestCode(email)
    await expect.poll(() => logged('mail_outage')).toHaveLength(1)
    expect(logged('mail_outage')[0]).toMatchObject({ reason: 'EENVELOPE 550' })
    expect(logged('mail_not_sent')).toEqual([])
    clock.advance(60_000)
    expect(await metric('mail_oldest_seconds')).toBeGreaterThanOrEqual(60)
    senderReply = null
    clock.advance(60_000)
    await expect.poll(() => received).toEqual([email])
    await expect.poll(() => logged('mail_outage_over')).toHaveLength(1)
  })
})
