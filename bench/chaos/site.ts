import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { PaymentStandIn } from '../../apps/server/src/testing/payments/stand-in.ts'
import { MailServer } from '../../e2e/support/mail-server.ts'
import { freePort } from '../../scripts/testing/free-port.mjs'
import { FaultyProxy } from './faulty-proxy.ts'
import type { Postgres } from './postgres.ts'
import { Server } from './server.ts'

const SERVERS = 2
const WEBHOOK = 'services/user/api/payments/webhook'
const RETRY_AFTER_MS = 200

/** What a site runs on. */
export interface Backends {
  /** The address of a PostgreSQL server; the site creates its own database there. */
  postgresUrl: string
  valkeyUrl: string
  /** The same server if the site may cause faults in it; otherwise null. */
  postgres: Postgres | null
  /** How many questions a game has. */
  questions: number
}

/** Two servers that share PostgreSQL, Valkey, a mail server and a payment provider, with faulty proxies in between. */
export class Site {
  readonly servers: Server[] = []
  /** Between each server and the database. */
  readonly databases: FaultyProxy[] = []
  /** Between each server and Valkey. */
  readonly buses: FaultyProxy[] = []
  readonly #databaseName = `chaos_${randomBytes(6).toString('hex')}`
  #delivered = 0
  #isStopped = false
  #delivering: Promise<void> = Promise.resolve()
  readonly #valkeyUrl: string
  readonly #questions: number
  #postgresUrl: string
  #postgres: Postgres | null

  private constructor(
    { postgresUrl, valkeyUrl, postgres, questions }: Backends,
    readonly mailServer: MailServer,
    /** Between all servers and the mail server. */
    readonly mail: FaultyProxy,
    readonly provider: PaymentStandIn,
    /** Between all servers and the payment provider. Players pay on the provider's own pages. */
    readonly payments: FaultyProxy,
    readonly dataDir: string,
  ) {
    this.#valkeyUrl = valkeyUrl
    this.#questions = questions
    this.#postgresUrl = postgresUrl
    this.#postgres = postgres
  }

  static async start(backends: Backends): Promise<Site> {
    const mailServer = await MailServer.start()
    const mail = await FaultyProxy.start(mailServer.url)
    const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-chaos-'))
    const provider = await PaymentStandIn.start()
    const payments = await FaultyProxy.start(provider.url)
    const site = new Site(backends, mailServer, mail, provider, payments, dataDir)
    try {
      await site.#start()
    } catch (error) {
      await site.stop()
      throw error
    }
    return site
  }

  get ports(): number[] {
    return this.servers.map(({ port }) => port)
  }

  /** The PostgreSQL server, for its faults. */
  get postgres(): Postgres {
    if (!this.#postgres) throw new Error('this PostgreSQL server belongs to others')
    return this.#postgres
  }

  /** Moves all servers to another PostgreSQL server that has the same data. */
  moveTo(postgres: Postgres): void {
    this.#postgres = postgres
    this.#postgresUrl = postgres.url
    for (const database of this.databases) database.retarget(this.#databaseUrl)
  }

  get #databaseUrl(): string {
    return Object.assign(new URL(this.#postgresUrl), { pathname: `/${this.#databaseName}` }).href
  }

  /** Everything the servers have logged. */
  get output(): string {
    return this.servers.map(({ output }) => output).join('')
  }

  /** Queries the database, past all proxies. */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return queryAt<Row>(this.#databaseUrl, text, values)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.servers.map((server) => server.end('SIGKILL')))
    await this.#delivering
    await Promise.all([this.mail, this.payments, ...this.databases, ...this.buses].map((proxy) => proxy.stop()))
    await this.provider.close()
    await this.mailServer.stop()
    await rm(this.dataDir, { recursive: true, force: true })
    await queryAt(this.#postgresUrl, `drop database if exists ${this.#databaseName} with (force)`)
  }

  async #start(): Promise<void> {
    await queryAt(this.#postgresUrl, `create database ${this.#databaseName}`)
    for (let index = 0; index < SERVERS; index += 1) {
      const database = await FaultyProxy.start(this.#databaseUrl)
      const bus = await FaultyProxy.start(this.#valkeyUrl)
      this.databases.push(database)
      this.buses.push(bus)
      const settings = {
        ...this.provider.env,
        STRIPE_API_BASE: new URL(this.payments.url).origin,
        DATABASE_URL: database.url,
        VALKEY_URL: bus.url,
        SMTP_URL: this.mail.url,
        SECRET_KEY: 'a secret for fault runs only',
        PUBLIC_URL: 'http://localhost:4000',
        CHAOS_QUESTIONS: String(this.#questions),
        DATA_DIR: join(this.dataDir, String(index)),
      }
      this.servers.push(new Server(await freePort(), settings))
    }
    // One after the other, as the first one migrates the database.
    for (const server of this.servers) await server.start()
    this.#delivering = this.#deliverEvents()
  }

  /** Delivers the provider's events in order, repeating each until a server has accepted it, as the provider does. */
  async #deliverEvents(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const event = this.provider.events[this.#delivered]
      const port = this.ports[turn % this.ports.length]
      if (event) {
        const headers = { 'content-type': 'application/json', 'stripe-signature': this.provider.sign(event.body) }
        const init = { method: 'POST', headers, body: event.body, signal: AbortSignal.timeout(5_000) }
        const response = await fetch(`http://127.0.0.1:${port}/${WEBHOOK}`, init).catch(() => null)
        if (response?.ok) this.#delivered += 1
      }
      await delay(RETRY_AFTER_MS)
    }
  }

  /** Resolves when the servers have taken all events of the provider. */
  async eventsDelivered(): Promise<void> {
    while (this.#delivered < this.provider.events.length) await delay(RETRY_AFTER_MS)
  }
}

async function queryAt<Row extends object>(url: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
