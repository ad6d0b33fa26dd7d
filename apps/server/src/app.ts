import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addressOfRequest } from './api/client-address.ts'
import { createServer } from './api/create-server.ts'
import { serveDocs } from './api/docs.ts'
import { healthRoutes } from './api/health.ts'
import { allowedOrigins } from './api/origins.ts'
import { sandboxRoutes } from './api/sandbox.ts'
import { addService, type ServiceDeps } from './api/services.ts'
import { socketHeaders } from './api/security-headers.ts'
import { refuseUnknownPaths, serveWebApp } from './api/web-app.ts'
import type { Config } from './config.ts'
import { sweepAccounts } from './features/accounts/retention.ts'
import { createFindSession, listEndedSessions } from './features/accounts/sessions.ts'
import { sendDueCodes } from './features/accounts/sign-in-mail.ts'
import { sweepAudit } from './features/admin/audit.ts'
import { createGameBroadcaster } from './features/games/broadcast-game.ts'
import { createGameRunner } from './features/games/game-runner.ts'
import { currentGameSnapshot } from './features/games/games.ts'
import { createGameResync } from './features/games/resync-games.ts'
import type { Awarded } from './features/progress/awards.ts'
import { announceAward } from './features/progress/stats.ts'
import type { PaymentProvider } from './features/plans/payment-provider.ts'
import { reconcilePayments, sweepPayments } from './features/plans/reconcile.ts'
import { endSandboxPlans } from './features/plans/sandbox.ts'
import { singleFlight } from './infra/single-flight.ts'
import { createBank } from './features/questions/bank.ts'
import { loadBank } from './features/questions/load-bank.ts'
import { createAdList } from './features/site/ads.ts'
import { createFeatureFlags, seedFeatureFlags } from './features/site/feature-flags.ts'
import { type BackgroundTask, startBackgroundTask } from './infra/background-task.ts'
import { type Bus, isBusOutage } from './infra/bus.ts'
import { type Clock, MINUTE_MS } from './infra/clock.ts'
import type { Database } from './infra/db/database.ts'
import { createLivenessCheck } from './infra/db/postgres-health.ts'
import type { Logger } from './infra/log.ts'
import type { Mailer } from './infra/mail.ts'
import { createMetrics } from './infra/metrics.ts'
import { createRateLimiter } from './infra/rate-limit.ts'
import type { Secrets } from './infra/secrets.ts'
import { closeEndedSockets, publishEnded } from './realtime/ended-sessions.ts'
import { createBroadcastGame, createNotifyPlayer } from './realtime/fan-out.ts'
import { createRealtime } from './realtime/realtime.ts'
import { createResync } from './realtime/resync.ts'

const MAIL_EVERY_MS = 1_000
const SWEEP_GAMES_EVERY_MS = 500
const RESYNC_EVERY_MS = 500
const WATCH_DATABASE_EVERY_MS = 1_000
const SWEEP_EVERY_MS = 10 * MINUTE_MS
const RECONCILE_EVERY_MS = MINUTE_MS
const PROVIDER_TIMEOUT_MS = 10_000

/** Everything that reaches outside the program, handed in so that tests can hand in their own. */
export interface Infra {
  config: Config
  database: Database
  bus: Bus
  clock: Clock
  log: Logger
  secrets: Secrets
  mailer: Mailer
  /** Folder of the question bank. */
  contentFolder: string
  /** Folder of the built web app, or null where none is served. */
  webFolder: string | null
  version: string
  /** How long the payment provider is waited for; 10 s when left out. */
  providerTimeoutMs?: number
}

export interface App {
  server: FastifyInstance
  /** Answers an HTTP request, whoever it is for. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Takes over the upgrades of an HTTP server. */
  attach(http: Server): void
  /** Looks after games that are due; runs by itself every 500 ms. */
  sweepGames(): Promise<boolean>
  /** Looks at the payments that are due; runs by itself every minute. */
  reconcilePayments(): Promise<boolean>
  /** Closes all sockets with 1012, so that clients rejoin elsewhere (contract 1). */
  drainSockets(): Promise<void>
  /** Ends background work; call it once no request comes in any more. */
  stop(): Promise<void>
}

/** The one place that wires database, clock and mail to features, and features to the edges. */
export async function createApp(infra: Infra): Promise<App> {
  const { config, clock, log, secrets, mailer, bus, providerTimeoutMs = PROVIDER_TIMEOUT_MS } = infra
  const { db } = infra.database
  const metrics = createMetrics()
  const limiter = createRateLimiter(secrets, () => clock.now())
  const bank = createBank({ db, clock })
  const flags = createFeatureFlags({ db, clock, overrides: config.flags })
  await seedFeatureFlags({ db, clock })
  const hasSandbox = config.stripe === null && !config.isProduction
  if (!hasSandbox) await endSandboxPlans({ db, clock, log })
  const ads = createAdList({ db, clock })
  const changedFiles = await loadBank({ db, clock, log }, infra.contentFolder)
  if (changedFiles > 0) log.info({ msg: 'question_bank_loaded', changedFiles })

  const mailDeps = { db, clock, secrets, mailer, log, logsCodes: config.smtpUrl === null }
  const mailLoop = startBackgroundTask(
    'sign-in mail',
    MAIL_EVERY_MS,
    log,
    async () => (await sendDueCodes(mailDeps)) > 0,
  )
  const sweepLoop = startBackgroundTask('retention', SWEEP_EVERY_MS, log, async () => {
    const isMore = await sweepAccounts({ db, clock, dataDir: config.dataDir })
    await sweepPayments({ db, clock })
    await sweepAudit({ db, clock })
    return isMore
  })

  const notify = createNotifyPlayer(bus)
  const announce = (awarded: Awarded) => {
    // A hint: whoever misses it asks again when they reconnect.
    announceAward(db, notify, awarded).catch((error: unknown) => log.warn({ err: error, msg: 'announce_failed' }))
  }
  const broadcaster = createGameBroadcaster(createBroadcastGame(bus), () => clock.now())
  const gameRunner = createGameRunner({ db, clock, log, broadcaster, announce })
  // Before the first request, so that players get back the time during which no process was running.
  await gameRunner.sweep()
  const gameLoop = startBackgroundTask('games', SWEEP_GAMES_EVERY_MS, log, () => gameRunner.sweep())
  const realtime = createRealtime({
    db,
    clock,
    secrets,
    bus,
    log,
    services: config.services,
    origins: allowedOrigins(config.publicUrl),
    addressOf: (request) => addressOfRequest(request, config.trustProxy),
    responseHeaders: socketHeaders,
    getGameSnapshot: (userId) => currentGameSnapshot(deps, userId),
  })
  await closeEndedSockets(bus, realtime.server, log)
  bus.onGap(() => {
    // An update or the end of a session may be among what was lost: whoever comes back reads anew, or is refused.
    log.warn({ msg: 'bus_gap' })
    void realtime.server.restartSockets()
  })
  // Without a bus between processes there is no other one to be behind.
  const isOneOfSeveral = config.valkeyUrl !== null
  const resync = createResync({
    realtime,
    isBusOutage: () => isBusOutage({ db, clock, bus }),
    games: createGameResync({ db, clock, broadcast: realtime.broadcastGameHere }),
    listEndedSessions: (ids) => listEndedSessions({ db, clock }, ids),
  })
  const resyncLoop = isOneOfSeveral ? startBackgroundTask('resync', RESYNC_EVERY_MS, log, resync) : null
  const databaseLoop = watchDatabase(infra, () => {
    log.warn({ msg: 'database_silent' })
    // It may be silent to this process only: the clients find another one. Where there is none they are better kept.
    if (isOneOfSeveral) void realtime.server.restartSockets()
  })

  const server = await createServer(config, log, metrics)
  const checkReady = async () => void (await Promise.all([infra.database.ping(), bus.ping()]))
  healthRoutes(server, { config, metrics, version: infra.version, checkReady })
  const deps: ServiceDeps = {
    db,
    clock,
    secrets,
    limiter,
    mailer,
    bank,
    adminEmails: config.adminEmails,
    complaintThreshold: config.complaintThreshold,
    metrics,
    codeStored: () => mailLoop.wake(),
    sessionsEnded: (userId, sessionId) => publishEnded(bus, { userId, sessionId }),
    announce,
    flags,
    ads,
    gameRunner,
    log,
    publicUrl: config.publicUrl,
    paymentProvider: await openProvider(config, providerTimeoutMs),
    hasSandbox,
    providerTimeoutMs,
    checkoutFlight: singleFlight(),
    webhookFlight: singleFlight(),
    findSession: createFindSession({ db, clock }),
  }
  const paymentLoop = startBackgroundTask('payments', RECONCILE_EVERY_MS, log, () => reconcilePayments(deps))
  for (const service of config.services) await addService(server, service, infra.version, deps)
  if (deps.hasSandbox && config.services.includes('user')) await sandboxRoutes(server, deps)
  await serveDocs(server, config.services)
  if (infra.webFolder) await serveWebApp(server, infra.webFolder)
  else refuseUnknownPaths(server)
  await server.ready()
  return {
    server,
    handle: (request, response) =>
      void (realtime.server.handleRequest(request, response) || server.routing(request, response)),
    attach: (http) => realtime.server.attach(http),
    sweepGames: () => gameRunner.sweep(),
    reconcilePayments: () => reconcilePayments(deps),
    drainSockets: () => realtime.server.drain(),
    async stop() {
      await realtime.server.drain()
      await Promise.all([mailLoop.stop(), sweepLoop.stop(), gameLoop.stop(), paymentLoop.stop()])
      await Promise.all([resyncLoop?.stop(), databaseLoop?.stop()])
      gameRunner.stop()
      await server.close()
    },
  }
}

/** Only for PostgreSQL: the embedded database has no network in between. */
function watchDatabase({ database, log }: Infra, onSilence: () => void): BackgroundTask | null {
  if (database.kind === 'embedded') return null
  const watch = createLivenessCheck(() => database.health(), onSilence)
  return startBackgroundTask('database watch', WATCH_DATABASE_EVERY_MS, log, watch)
}

/** The payment provider, where it is set up; its SDK is heavy and loaded only then. */
async function openProvider({ stripe }: Config, timeoutMs: number): Promise<PaymentProvider | null> {
  if (!stripe) return null
  const { createStripeProvider } = await import('./features/plans/stripe-provider.ts')
  return createStripeProvider(stripe, timeoutMs)
}
