import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that accepts every mail and keeps it parsed. */
export class MailServer {
  readonly mails: Email[] = []
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          void this.#keep(Buffer.concat(chunks))
          callback()
        })
      },
    })
  }

  static async start(): Promise<MailServer> {
    const mailbox = new MailServer()
    await new Promise<void>((resolve) => void mailbox.#server.listen(0, '127.0.0.1', resolve))
    return mailbox
  }

  /** For `SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  /** The mails to an address, oldest first. */
  to(address: string): Email[] {
    return this.mails.filter(({ to }) => to?.some((recipient) => recipient.address === address))
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #keep(raw: Buffer): Promise<void> {
    this.mails.push(await PostalMime.parse(raw))
  }
}
