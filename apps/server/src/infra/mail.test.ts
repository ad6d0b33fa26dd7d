import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { fakeClock } from '../testing/fake-clock.ts'
import { createMailer } from './mail.ts'

const MAIL = { to: 'Ann+Quiz/1@example.com', subject: 'Your code', text: 'Your code for Quizmaster: 012345\n' }

test('without a mail server each mail is a file in the outbox, named by time and address, until forget deletes it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-outbox-'))
  const mailer = createMailer(
    { smtpUrl: null, mailFrom: 'Quiz <quiz@example.org>', dataDir },
    fakeClock(1_700_000_000_000),
  )
  await mailer.send(MAIL)
  expect(await readdir(join(dataDir, 'outbox'))).toEqual(['1700000000000-ann+quiz_1@example.com.eml'])
  const source = await readFile(join(dataDir, 'outbox', '1700000000000-ann+quiz_1@example.com.eml'), 'utf8')
  const mail = await PostalMime.parse(source)
  expect(mail.text?.trim()).toBe(MAIL.text.trim())
  expect(mail.to?.[0]?.address).toBe(MAIL.to)
  expect(source.match(/\d{6,}/g)).toEqual(['012345'])
  await mailer.send({ ...MAIL, to: 'x-ann+quiz_1@example.com' })
  await mailer.send(MAIL)
  expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(3)
  await mailer.forget(MAIL.to.toUpperCase())
  expect(await readdir(join(dataDir, 'outbox'))).toEqual(['1700000000000-x-ann+quiz_1@example.com.eml'])
  await rm(dataDir, { recursive: true })
})

test('with SMTP_URL a mail is sent to the server, to one recipient, and a rejection is an error', async () => {
  const received: { to: string[]; source: string }[] = []
  let refuses = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let source = ''
      stream.on('data', (chunk: Buffer) => {
        source += chunk.toString()
      })
      stream.on('end', () => {
        if (refuses) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailer = createMailer(
    { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Quiz <quiz@example.org>', dataDir: '' },
    fakeClock(),
  )
  await mailer.send(MAIL)
  expect(received[0]?.to).toEqual([MAIL.to])
  expect((await PostalMime.parse(received[0]?.source ?? '')).text).toContain('012345')
  refuses = true
  await expect(mailer.send(MAIL)).rejects.toThrow('451')
  mailer.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('a mail server on another machine gets mails over TLS only', async () => {
  const commands: string[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.example.org\r\n')
    socket.on('data', (data: Buffer) => {
      const command = data.toString().trim()
      commands.push(command)
      socket.write(command.startsWith('EHLO') ? '250-mail.example.org\r\n250 8BITMIME\r\n' : '502 no\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => void server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  // This machine under a name that isn't one of those for the local one.
  const send = (query: string) =>
    createMailer({ smtpUrl: `smtp://0.0.0.0:${port}${query}`, mailFrom: 'quiz@example.org', dataDir: '' }, fakeClock())
  for (const query of ['', '?requireTLS=false', '?ignoreTLS=true']) {
    const mailer = send(query)
    await expect(mailer.send(MAIL)).rejects.toThrow()
    mailer.close()
  }
  expect(commands.filter((command) => command === 'STARTTLS')).toHaveLength(3)
  expect(commands.filter((command) => command.startsWith('MAIL'))).toEqual([])
  await new Promise<void>((resolve) => void server.close(() => resolve()))
})
