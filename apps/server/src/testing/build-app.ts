import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Limits } from '@quizmaster/channels'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type App, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type NewRng, unpredictableRng } from '../features/questions/draw-questions.ts'
import { DAY_MS } from '../infra/clock.ts'
import type { Database } from '../infra/db/database.ts'
import { createLog, type ErrorLine } from '../infra/log.ts'
import type { Mail, Mailer } from '../infra/mail.ts'
import { type Bus, createMemoryBus } from '../infra/bus.ts'
import { createSecrets } from '../infra/secrets.ts'
import { type DatabaseKind, openTestDatabase } from './database.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'

export interface TestMailer extends Mailer {
  readonly sent: Mail[]
  /** While set, sending a mail fails with it. */
  failure: Error | null
}

export interface TestApp {
  app: App
  server: FastifyInstance
  database: Database
  clock: FakeClock
  mailer: TestMailer
  /** The log, one object per line. */
  logged: Record<string, unknown>[]
  /** Makes a JSON call like a client. */
  call(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<Answer>
  /** The metrics, as a monitoring system reads them. */
  metrics(): Promise<string>
  close(): Promise<void>
}

interface CallOptions {
  body?: unknown
  token?: string
  address?: string
  headers?: Record<string, string>
}

/** The fields that a response body can have (contract 2); missing ones are undefined. */
interface AnswerBody<Data> {
  data: Data
  token: string
  errors: Record<string, string[]>
  error: string
  code: string
  details: { id: string }
}

export interface Answer<Data = unknown> {
  status: number
  body: AnswerBody<Data>
  headers: Record<string, unknown>
}

interface BuildOptions {
  kind?: DatabaseKind
  env?: Record<string, string>
  /** Topic files by name; two small topics by default. */
  content?: Record<string, string>
  clock?: FakeClock
  /** Pass these to several apps to test several processes; then `close` leaves the database open. */
  bus?: Bus
  database?: Database
  /** By default shared by all apps on this database: it holds the queue of mails, so any of them may send a mail. */
  mailer?: TestMailer
  /** Called for every error that is logged. */
  onError?: (line: ErrorLine) => void
  /** Timeout of calls to the payment provider. */
  providerTimeoutMs?: number
  /** How often a timer sweeps the games, in real time. */
  sweepGamesEveryMs?: number
  /** Overrides of the socket limits. By default a socket may stay without a channel. */
  socketLimits?: Partial<Limits>
  /** The folder of a built web app; none is served by default. */
  webFolder?: string | null
  /** Makes the random generator of each draw. */
  newRng?: NewRng
}

const mailers = new WeakMap<Database, TestMailer>()

/** The real app on a new database, with a fake clock and a mailer that collects mails. */
export async function buildApp({
  kind = 'embedded',
  env = {},
  content = SMALL_BANK,
  clock = fakeClock(),
  bus = createMemoryBus(),
  database: sharedDatabase,
  mailer: ownMailer,
  onError = () => undefined,
  providerTimeoutMs = 200_000,
  sweepGamesEveryMs = 500,
  socketLimits = { joinWithinMs: Infinity },
  webFolder = null,
  newRng = unpredictableRng,
}: BuildOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'quizmaster-app-'))
  const contentFolder = await writeContent(folder, content)
  const database = sharedDatabase ?? (await openTestDatabase(kind))
  const mailer = ownMailer ?? (sharedDatabase && mailers.get(sharedDatabase)) ?? createTestMailer()
  mailers.set(database, mailer)
  const logged: Record<string, unknown>[] = []
  const log = createLog('info', onError, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const app = await createApp({
    config: readConfig(env),
    database,
    bus,
    clock,
    log,
    secrets: createSecrets('a secret that only tests use'),
    mailer,
    contentFolder,
    webFolder,
    version: '0.0.0-test',
    commit: null,
    providerTimeoutMs,
    sweepGamesEveryMs,
    // A test calls `reconcilePayments` itself; a run of the timer in between would be counted too.
    reconcilePaymentsEveryMs: DAY_MS,
    socketLimits,
    newRng,
  })
  return {
    app,
    server: app.server,
    database,
    clock,
    mailer,
    logged,
    call: (method, path, options = {}) => inject(app.server, method, path, options),
    metrics: () => readMetrics(app),
    async close() {
      await app.stop()
      if (!sharedDatabase) await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readMetrics(app: App): Promise<string> {
  const http = createServer((request, response) => app.handleOperator(request, response))
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  http.closeAllConnections()
  await new Promise((resolve) => void http.close(resolve))
  return text
}

async function inject(
  server: FastifyInstance,
  method: 'GET' | 'POST',
  path: string,
  options: CallOptions,
): Promise<Answer> {
  const { body, token, address, headers = {} } = options
  const request: InjectOptions = {
    method,
    url: `/services/${path}`,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
    ...(address ? { remoteAddress: address } : {}),
  }
  const response = await server.inject(request)
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

function createTestMailer(): TestMailer {
  return {
    sent: [],
    failure: null,
    async send(mail) {
      if (this.failure) throw this.failure
      this.sent.push(mail)
    },
    async forget(address) {
      const others = this.sent.filter(({ to }) => to.toLowerCase() !== address.toLowerCase())
      this.sent.splice(0, this.sent.length, ...others)
    },
    close: () => undefined,
  }
}

async function writeContent(folder: string, content: Record<string, string>): Promise<string> {
  const contentFolder = join(folder, 'content')
  await mkdir(contentFolder)
  for (const [name, yaml] of Object.entries(content)) await writeFile(join(contentFolder, name), yaml)
  return contentFolder
}

/** A topic file with questions whose correct answers are "Right 1", "Right 2" and so on. */
export function topicFile(name: string, questionCount: number, header = 'group: Test'): string {
  const questions = Array.from({ length: questionCount }, (_, index) => {
    const n = index + 1
    return `  - id: q${n}
    difficulty: ${(index % 3) + 1}
    text: Question ${n} of ${name}?
    answers: [Right ${n}, Wrong ${n}a, Wrong ${n}b, Wrong ${n}c]
    right: Right ${n}
    description: The description of question ${n}.`
  })
  return `name: ${name}\n${header}\nquestions:\n${questions.join('\n')}\n`
}

const SMALL_BANK = { 'apples.yaml': topicFile('Apples', 12), 'pears.yaml': topicFile('Pears', 3) }

/** The `data` of a successful response. */
export function dataOf<Data>(answer: Answer): Data {
  return (answer as Answer<Data>).body.data
}
