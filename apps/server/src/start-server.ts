import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import type { RequestListener, Server } from 'node:http'
import type { LogEvent } from 'kysely'
import { ERRORS } from '@quizmaster/contract/errors'
import { socketHeaders } from './api/security-headers.ts'
import { type App, createApp, type Infra } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { CONNECTION_LIMITS, createHttpServer, listen } from './http-server.ts'
import { createMemoryBus, createValkeyBus } from './infra/bus.ts'
import { type Clock, openSharedClock, type SharedClock, systemClock } from './infra/clock.ts'
import { openDatabase } from './infra/db/database.ts'
import type { Logger } from './infra/log.ts'
import { createMailer } from './infra/mail.ts'
import type { Traces } from './infra/traces.ts'
import { createSecrets, storedSecret } from './infra/secrets.ts'

const DRAIN_MS = 8_000
const DRAIN_CHECK_MS = 50

export interface RunningServer {
  port: number
  /** The port for operators; null without OPS_PORT. */
  opsPort: number | null
  /** Reports not ready at once, finishes the requests in flight, then closes everything. */
  stop(): Promise<void>
}

interface Start {
  config: Config
  log: Logger
  contentFolder: string
  webFolder: string | null
  version: string
  /** The commit that was built; null where the build doesn't know it. */
  commit: string | null
  clock?: Clock
  /** How long requests in flight may take while the server stops: 8 s unless a test gives them longer. */
  drainMs?: number
}

/**
 * Listens on the port first, so that a used port is detected at once and a load balancer gets a 503, then opens the
 * database and starts the app.
 */
export async function startServer(start: Start): Promise<RunningServer> {
  const { config, log, drainMs = DRAIN_MS } = start
  await requireDataDir(config)
  let handle: RequestListener = answerUnavailable
  let handleOperator: RequestListener = answerUnavailable
  // Behind a proxy all connections come from its address.
  const limits = config.trustProxy ? { ...CONNECTION_LIMITS, maxPerAddress: Infinity } : CONNECTION_LIMITS
  const http = createHttpServer((request, response) => handle(request, response), limits)
  const ops = createHttpServer((request, response) => handleOperator(request, response), CONNECTION_LIMITS)
  try {
    const port = await listen(http, { port: config.port, host: config.host, setting: 'PORT' })
    const opsPort = config.opsAddress && (await listen(ops, { ...config.opsAddress, setting: 'OPS_PORT' }))
    const { app, close } = await open(start)
    // On the embedded database few people play at once, and a quick start is worth more to them.
    if (config.databaseUrl !== null && config.services.includes('gameplay')) {
      await app.warmUp().catch((error: unknown) => log.warn({ err: error, msg: 'warm_up_failed' }))
    }
    handle = (request, response) => app.handle(request, response)
    handleOperator = (request, response) => app.handleOperator(request, response)
    app.attach(http)
    return {
      port,
      opsPort,
      async stop() {
        handle = answerUnavailable
        handleOperator = answerUnavailable
        await Promise.all([drain(http, drainMs), drain(ops, drainMs), app.drainSockets()])
        await close()
      },
    }
  } catch (error) {
    for (const server of [http, ops]) {
      server.close()
      server.closeAllConnections()
    }
    throw error
  }
}

async function open(start: Start): Promise<{ app: App; close: () => Promise<void> }> {
  const { config, log } = start
  const traces = await tracesOf(start)
  const onStatement = traces ? { onStatement: (event: LogEvent) => traces.traceStatement(event) } : {}
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, ...onStatement })
  let sharedClock: SharedClock | null = null
  try {
    if (database.kind === 'postgres') sharedClock = await openSharedClock(() => database.now())
    const clock = start.clock ?? sharedClock ?? systemClock
    const secrets = createSecrets(config.secretKey ?? (await storedSecret(config.dataDir)))
    const mailer = createMailer(config, clock)
    const plainBus = config.valkeyUrl ? await createValkeyBus(config.valkeyUrl, log) : createMemoryBus()
    const bus = traces ? traces.traceBus(plainBus) : plainBus
    const infra: Infra = { ...start, clock, database, bus, secrets, mailer, traces }
    const app = await createApp(infra)
    const close = async () => {
      await app.stop()
      mailer.close()
      await bus.close()
      sharedClock?.stop()
      await database.close()
      await traces?.stop()
    }
    return { app, close }
  } catch (error) {
    sharedClock?.stop()
    await database.close()
    throw error
  }
}

/** Null unless traces are wanted. The SDK is large and what is traced gets slower, so it is only loaded then. */
async function tracesOf({ config, log, version }: Start): Promise<Traces | null> {
  const { tracesEndpoint: endpoint, nodeName } = config
  if (endpoint === null) return null
  const { openTraces } = await import('./infra/traces.ts')
  return openTraces({ endpoint, version, nodeName, log })
}

/** @throws ConfigError if DATA_DIR can't be written to. Not checked if the settings don't need it. */
async function requireDataDir({ dataDir, databaseUrl, smtpUrl }: Config): Promise<void> {
  if (databaseUrl !== null && smtpUrl !== null) return
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} can't be written to: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** Resolves when the last request in flight has been answered, or after this time. */
function drain(http: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => http.closeAllConnections(), drainMs)
    // Keep-alive connections stay open after their last answer, so they are closed as they become idle.
    const checks = setInterval(() => http.closeIdleConnections(), DRAIN_CHECK_MS)
    http.close(() => {
      clearTimeout(timer)
      clearInterval(checks)
      resolve()
    })
  })
}

const answerUnavailable: RequestListener = (request, response) => {
  const isAlive = request.url === '/healthz'
  const body = isAlive ? { status: 'up' } : { error: ERRORS.unavailable.sentence, code: 'unavailable' }
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...socketHeaders,
    'retry-after': '2',
    connection: 'close',
  })
  response.end(JSON.stringify(body))
}
