import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Resolves once the mail server has accepted the mail, or it is on disk. */
  send(mail: Mail): Promise<void>
  /** Deletes the mails to an address from the outbox folder. */
  forget(address: string): Promise<void>
  close(): void
}

interface MailerConfig {
  smtpUrl: string | null
  mailFrom: string
  dataDir: string
}

const SMTP_TIMEOUT_MS = 10_000

/** Sends over SMTP if SMTP_URL is set, otherwise into the outbox folder (contract 1). */
export function createMailer(config: MailerConfig, clock: Clock): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(config, clock)
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      ...serverOptions(url),
      pool: true,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    },
    { from },
  )
  return {
    async send(mail) {
      await transport.sendMail(envelope(mail))
    },
    // A mail that the server has accepted can't be deleted.
    forget: async () => undefined,
    close: () => transport.close(),
  }
}

/** Mails contain codes, so they never go to another machine unencrypted, whatever SMTP_URL says. */
function serverOptions(url: string): { url: string; requireTLS?: boolean } {
  const server = new URL(url)
  if (isLocal(server)) return { url }
  for (const name of ['requireTLS', 'ignoreTLS']) server.searchParams.delete(name)
  return { url: server.href, requireTLS: true }
}

/** Whether a mail server is on this machine. */
function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** Writes each mail atomically to `DATA_DIR/outbox/{epoch ms}-{address}.eml`. */
function outboxMailer({ mailFrom, dataDir }: MailerConfig, clock: Clock): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: mailFrom })
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      const { message } = await transport.sendMail(envelope(mail))
      const draft = join(folder, `.${clock.now()}-${randomBytes(6).toString('hex')}.eml.part`)
      await mkdir(folder, { recursive: true })
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await nameDraft(draft, folder, clock.now(), mail.to)
    },
    async forget(address) {
      await mkdir(folder, { recursive: true })
      const names = await readdir(folder)
      const found = names.filter((name) => name.replace(/^\d+/, '') === fileNameEnd(address))
      for (const name of found) await rm(join(folder, name), { force: true })
    },
    close: () => undefined,
  }
}

/** Gives a finished file its name. A second mail to an address in the same millisecond gets the next one. */
async function nameDraft(draft: string, folder: string, atMs: number, to: string): Promise<void> {
  try {
    await link(draft, join(folder, `${atMs}${fileNameEnd(to)}`))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return nameDraft(draft, folder, atMs + 1, to)
  }
  await rm(draft)
}

/** The part of a mail's file name after the timestamp. */
function fileNameEnd(address: string): string {
  return `-${address.toLowerCase().replace(/[^a-z0-9@.+-]/g, '_')}.eml`
}

function envelope(mail: Mail) {
  return {
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    // Letters only, so that no digits of it can be mistaken for the sign-in code.
    messageId: `<${randomBytes(16)
      .toString('hex')
      .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}@quizmaster>`,
  }
}
