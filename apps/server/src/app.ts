import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Limits } from '@quizmaster/channels'
import type { FastifyInstance } from 'fastify'
import { appLinkRoutes } from './api/app-links.ts'
import { addressOfRequest } from './api/client-address.ts'
import { createCallsInFlight } from './api/calls-in-flight.ts'
import { createServer } from './api/create-server.ts'
import { serveDocs } from './api/docs.ts'
import { sendRefusalRaw } from './api/error-responses.ts'
import { healthRoutes } from './api/health.ts'
import { guardOperatorRoutes, type OperatorRequests } from './api/operator-routes.ts'
import { createRequestLimit } from './api/request-limit.ts'
import { sandboxRoutes } from './api/sandbox.ts'
import { allowedOrigins, socketHeaders } from './api/security-headers.ts'
import { addService, type ServiceDeps } from './api/services.ts'
import { refuseUnknownPaths, serveWebApp } from './api/web-app.ts'
import { type BackgroundTasks, startBackgroundTasks } from './background-tasks.ts'
import type { Config } from './config.ts'
import { createUpdateGauges } from './gauges.ts'
import { createRecentSessions } from './features/accounts/recent-sessions.ts'
import { createFindSession, listEndedSessions } from './features/accounts/sessions.ts'
import { createGameBroadcaster } from './features/games/broadcast-game.ts'
import { createViewerBroadcaster } from './features/games/broadcast-viewers.ts'
import { createGameExchange } from './features/games/game-exchange.ts'
import { createGetGameSnapshot } from './features/games/game-snapshots.ts'
import { createGameRunner } from './features/games/game-runner.ts'
import { createPriceList } from './features/plans/prices.ts'
import type { PaymentProvider } from './features/plans/payment-provider.ts'
import { reconcilePayments } from './features/plans/reconcile.ts'
import { endSandboxPlans } from './features/plans/sandbox.ts'
import type { Awarded } from './features/progress/awards.ts'
import { announceAward } from './features/progress/stats.ts'
import { createVisitorAnswers } from './features/answers/visitor-answers.ts'
import { createBank } from './features/questions/bank.ts'
import { type NewRng, unpredictableRng } from './features/questions/draw-questions.ts'
import { loadBank } from './features/questions/load-bank.ts'
import { createAdList } from './features/site/ads.ts'
import { createFeatureFlags, seedFeatureFlags } from './features/site/feature-flags.ts'
import type { Bus } from './infra/bus.ts'
import type { Clock } from './infra/clock.ts'
import type { Database } from './infra/db/database.ts'
import { isDatabaseUnavailable } from './infra/db/database-error.ts'
import { createDatabaseOutage, type DatabaseOutage } from './infra/database-outage.ts'
import { createHourlyBudgets } from './infra/hourly-budget.ts'
import type { Logger } from './infra/log.ts'
import type { Mailer } from './infra/mail.ts'
import { createMetrics } from './infra/metrics.ts'
import { createOutage, type Outage } from './infra/outage.ts'
import { createRateLimiter } from './infra/rate-limit.ts'
import type { Traces } from './infra/traces.ts'
import type { Secrets } from './infra/secrets.ts'
import { singleFlight } from './infra/single-flight.ts'
import { closeSocketsWithoutSession, dropEndedSessions, publishEnded } from './realtime/ended-sessions.ts'
import {
  createBroadcastGame,
  createBroadcastStage,
  createBroadcastWatch,
  createNotifyPlayer,
} from './realtime/fan-out.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { warmUp } from './warm-up.ts'

const PROVIDER_TIMEOUT_MS = 10_000

/** Everything that reaches outside the process, passed in so that tests can pass their own. */
export interface Infra {
  config: Config
  database: Database
  bus: Bus
  clock: Clock
  log: Logger
  secrets: Secrets
  mailer: Mailer
  /** Null or missing if nothing is traced. */
  traces?: Traces | null
  /** The folder of the question bank. */
  contentFolder: string
  /** The folder of the built web app; null if none is served. */
  webFolder: string | null
  version: string
  /** The commit that was built; null where the build doesn't know it. */
  commit: string | null
  /** Timeout of calls to the payment provider; 10 s by default. */
  providerTimeoutMs?: number
  /** How often games are swept; every 500 ms by default. */
  sweepGamesEveryMs?: number
  /** How often payments are reconciled; every minute by default. */
  reconcilePaymentsEveryMs?: number
  /** Overrides of the socket limits, for tests. */
  socketLimits?: Partial<Limits>
  /** Makes the random generator of each draw; by default with a seed that nobody can guess. */
  newRng?: NewRng
}

export interface App {
  server: FastifyInstance
  /** Answers an HTTP request, to the API or to the sockets. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Answers a request that came in on OPS_PORT. */
  handleOperator(request: IncomingMessage, response: ServerResponse): void
  /** Handles WebSocket upgrades of an HTTP server. */
  attach(http: Server): void
  /** Compiles and prepares what an answer in a game takes. See `warmUp`. */
  warmUp(): Promise<void>
  /** Acts on deadlines of games that have passed; also runs every 500 ms. */
  sweepGames(): Promise<boolean>
  /** Stores the counts of what visitors have answered; also runs every 10 s. */
  storeVisitorAnswers(): Promise<void>
  /** Checks the payments that are due; also runs every minute. */
  reconcilePayments(): Promise<boolean>
  /** Closes the sockets whose session has ended or expired; also runs every minute. */
  checkSockets(): Promise<void>
  /** Closes all sockets with 1012, so that clients reconnect to another process. */
  drainSockets(): Promise<void>
  /** Stops background work and closes the server. Call it once no more requests arrive. */
  stop(): Promise<void>
}

type AppDeps = ServiceDeps & { databaseOutage: DatabaseOutage; mailOutage: Outage }

/** Creates everything and connects it: infrastructure to features, features to the API and the sockets. */
export async function createApp(infra: Infra): Promise<App> {
  const { clock, log, bus, config } = infra
  const { db } = infra.database
  await prepareDatabase(infra)
  const databaseOutage = createDatabaseOutage({ log, clock, ping: infra.database.ping })

  const notifyPlayer = createNotifyPlayer(bus)
  const announce = (awarded: Awarded) => {
    // Not awaited: a client that misses it reads its points when it reconnects.
    announceAward(db, notifyPlayer, awarded).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) databaseOutage.failed({ err: error })
      else log.warn({ err: error, msg: 'announce_failed' })
    })
  }
  const broadcastStage = createBroadcastStage(bus)
  const now = () => clock.now()
  const viewers = createViewerBroadcaster(broadcastStage, createBroadcastWatch(bus), now)
  const broadcaster = createGameBroadcaster(createBroadcastGame(bus), viewers, now)
  const exchange = createGameExchange(bus, log)
  const gameRunner = createGameRunner({ db, clock, log, databaseOutage, broadcaster, exchange, announce })
  // Before the first request, so that players get back the time that passed while no process was running.
  await gameRunner.sweep()

  const metrics = createMetrics()
  const limiter = createRateLimiter({ secrets: infra.secrets, metrics, now: () => clock.now() })
  const providerTimeoutMs = infra.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS
  const providerOutage = createOutage(
    { log, clock },
    { begun: 'payment_provider_outage', ended: 'payment_provider_outage_over' },
  )
  const paymentProvider = await openProvider(config, providerTimeoutMs, providerOutage)
  const findSession = createFindSession({ db, clock })
  const recentSessions = createRecentSessions(findSession, { clock, isBusConnected: () => bus.isConnected() })
  const deps: AppDeps = {
    db,
    clock,
    log,
    metrics,
    databaseOutage,
    mailOutage: createOutage({ log, clock }, { begun: 'mail_outage', ended: 'mail_outage_over' }),
    providerOutage,
    secrets: infra.secrets,
    mailer: infra.mailer,
    limiter,
    spendBudget: createHourlyBudgets({ db, limiter, log, metrics }, config.hourlyBudgets),
    findSession,
    recentSessions,
    callsInFlight: createCallsInFlight(),
    mailQueued: () => tasks.sendMail(),
    playerErased: () => tasks.eraseNames(),
    sessionsEnded(userId, sessionId) {
      recentSessions.forget(userId, sessionId)
      publishEnded(bus, { userId, sessionId })
    },
    adminEmails: config.adminEmails,
    isSecondFactorRequired: config.isSecondFactorRequired,
    reviewer: config.reviewer,
    chatwootHmacKey: config.chatwootHmacKey,
    bank: createBank({ db, clock }),
    newRng: infra.newRng ?? unpredictableRng,
    visitorAnswers: createVisitorAnswers(db),
    complaintThreshold: config.complaintThreshold,
    gameRunner,
    broadcastStage,
    announce,
    flags: createFeatureFlags({ db, clock, overrides: config.flags }),
    ads: createAdList({ db, clock }),
    publicUrl: config.publicUrl,
    paymentProvider,
    hasSandbox: config.sandbox !== null,
    prices: createPriceList({
      clock,
      log,
      paymentProvider,
      providerOutage,
      providerTimeoutMs,
      priceCurrency: config.priceCurrency,
    }),
    supportEmail: config.supportEmail,
    providerTimeoutMs,
    checkoutFlight: singleFlight(),
    webhookFlight: singleFlight(),
  }
  const waitMs = createRequestLimit(config, log, metrics)
  const realtime = await openSockets(infra, deps, (request) => waitMs(request) === 0)
  const { server, operatorRequests } = await createApi(infra, deps, realtime)
  const checkSockets = () => closeSocketsWithoutSession(realtime, (ids) => listEndedSessions({ db, clock }, ids))
  const tasks: BackgroundTasks = startBackgroundTasks(infra, deps, realtime, checkSockets)
  return {
    server,
    handle(request, response) {
      if (realtime.server.handleRequest(request, response)) return
      const retryAfterMs = waitMs(request)
      if (retryAfterMs > 0) sendRefusalRaw(response, 'rate_limited', retryAfterMs)
      else server.routing(request, response)
    },
    handleOperator(request, response) {
      operatorRequests.add(request)
      server.routing(request, response)
    },
    attach: (http) => realtime.server.attach(http),
    warmUp: () => warmUp({ db, server, metrics }),
    sweepGames: () => gameRunner.sweep(),
    storeVisitorAnswers: () => deps.visitorAnswers.store(),
    reconcilePayments: () => reconcilePayments(deps),
    checkSockets,
    drainSockets: () => realtime.server.drain(),
    async stop() {
      await realtime.server.drain()
      await tasks.stop()
      await deps.visitorAnswers.store().catch((error: unknown) => log.warn({ err: error, msg: 'visitor_answers_lost' }))
      gameRunner.stop()
      await server.close()
      databaseOutage.stop()
    },
  }
}

async function prepareDatabase({ config, clock, log, database: { db }, contentFolder }: Infra): Promise<void> {
  await seedFeatureFlags({ db, clock })
  if (config.sandbox === null) await endSandboxPlans({ db, clock, log })
  else log.warn({ msg: 'sandbox_checkout_runs', because: config.sandbox, hint: 'Players can get plans without paying' })
  if (config.reviewer) log.warn({ msg: 'reviewer_sign_in_on', hint: 'One address signs in with a fixed code' })
  const changedFiles = await loadBank({ db, clock, log }, contentFolder)
  if (changedFiles > 0) log.info({ msg: 'question_bank_loaded', changedFiles })
}

async function openSockets(
  { config, log, bus, socketLimits = {} }: Infra,
  deps: AppDeps,
  admits: (request: IncomingMessage) => boolean,
): Promise<Realtime> {
  const realtime = createRealtime({
    db: deps.db,
    clock: deps.clock,
    secrets: deps.secrets,
    bus,
    log,
    metrics: deps.metrics,
    databaseOutage: deps.databaseOutage,
    services: config.services,
    nodeName: config.nodeName,
    origins: allowedOrigins(config.publicUrl),
    addressOf: (request) => addressOfRequest(request, config.trustProxy),
    admits,
    socketLimits,
    responseHeaders: socketHeaders,
    getGameSnapshot: createGetGameSnapshot(deps),
  })
  await dropEndedSessions(bus, { server: realtime.server, recentSessions: deps.recentSessions }, log)
  bus.onGap(() => {
    // Updates, or the end of a session, may have been missed. Clients that reconnect get their state, or are refused.
    log.warn({ msg: 'bus_gap' })
    deps.recentSessions.forgetAll()
    void realtime.server.restartSockets()
  })
  return realtime
}

async function createApi(
  infra: Infra,
  deps: AppDeps,
  realtime: Realtime,
): Promise<{ server: FastifyInstance; operatorRequests: OperatorRequests }> {
  const { config, version, commit, bus, database, webFolder } = infra
  const server = await createServer({
    config,
    log: infra.log,
    metrics: deps.metrics,
    databaseOutage: deps.databaseOutage,
    webFolder,
  })
  infra.traces?.traceCalls(server)
  const operatorRequests = guardOperatorRoutes(server, config)
  const checkReady = async () => void (await Promise.all([database.ping(), bus.ping()]))
  appLinkRoutes(server, config.nativeApps)
  const updateGauges = createUpdateGauges({ infra, metrics: deps.metrics, realtime })
  healthRoutes(server, { config, metrics: deps.metrics, version, commit, checkReady, updateGauges })
  for (const service of config.services) await addService(server, service, version, deps)
  if (deps.hasSandbox && config.services.includes('user')) await sandboxRoutes(server, deps)
  await serveDocs(server, config.services)
  if (webFolder) await serveWebApp(server, webFolder)
  else refuseUnknownPaths(server)
  await server.ready()
  return { server, operatorRequests }
}

/** Null without payment settings. The provider's SDK is large, so it is only loaded if needed. */
async function openProvider({ stripe }: Config, timeoutMs: number, outage: Outage): Promise<PaymentProvider | null> {
  if (!stripe) return null
  const { createStripeProvider } = await import('./features/plans/stripe-provider.ts')
  return createStripeProvider(stripe, timeoutMs, outage)
}
