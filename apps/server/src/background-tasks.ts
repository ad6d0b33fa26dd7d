import type { ServiceDeps } from './api/services.ts'
import type { Infra } from './app.ts'
import { sendDueMails } from './features/accounts/mail-queue.ts'
import { sweepAccounts } from './features/accounts/retention.ts'
import { listEndedSessions } from './features/accounts/sessions.ts'
import { sweepAudit } from './features/admin/audit.ts'
import { eraseNames } from './features/games/player-erasure.ts'
import { createGameResync } from './features/games/resync-games.ts'
import { sweepSeats } from './features/games/seat-retention.ts'
import { countChanges, sweepCounts } from './features/progress/leaderboard-counts.ts'
import { reconcilePayments, sweepPayments } from './features/plans/reconcile.ts'
import { rateQueuedAnswers } from './features/questions/ratings.ts'
import { startBackgroundTask } from './infra/background-task.ts'
import { isBusOutage } from './infra/bus.ts'
import { MINUTE_MS } from './infra/clock.ts'
import { DatabaseUnavailableError } from './infra/db/database-error.ts'
import { createLivenessCheck } from './infra/db/postgres-health.ts'
import type { DatabaseOutage } from './infra/database-outage.ts'
import type { Outage } from './infra/outage.ts'
import type { Realtime } from './realtime/realtime.ts'
import { createResync } from './realtime/resync.ts'

const SEND_MAIL_EVERY_MS = 1_000
const SWEEP_GAMES_EVERY_MS = 500
const COUNT_CHANGES_EVERY_MS = 1_000
const RATE_ANSWERS_EVERY_MS = 1_000
const ERASE_NAMES_EVERY_MS = 10_000
const STORE_VISITOR_ANSWERS_EVERY_MS = 10_000
const RECONCILE_PAYMENTS_EVERY_MS = MINUTE_MS
const RETENTION_EVERY_MS = 10 * MINUTE_MS
const RESYNC_EVERY_MS = 500
const CHECK_SOCKETS_EVERY_MS = MINUTE_MS
const CHECK_DATABASE_EVERY_MS = 1_000

export interface BackgroundTasks {
  /** Sends the mails that are due now. */
  sendMail(): void
  /** Removes the names of deleted accounts from past games now. */
  eraseNames(): void
  /** Stops all tasks, after their current runs have finished. */
  stop(): Promise<void>
}

/** Starts everything that runs without being called. */
export function startBackgroundTasks(
  infra: Infra,
  deps: ServiceDeps & { databaseOutage: Pick<DatabaseOutage, 'failed'>; mailOutage: Outage },
  realtime: Realtime,
  checkSockets: () => Promise<void>,
): BackgroundTasks {
  const { config, clock, log, secrets, mailer, bus, database } = infra
  const { db } = database
  const start = (name: string, everyMs: number, work: () => Promise<boolean>) =>
    startBackgroundTask(name, everyMs, deps, work)

  const mailDeps = {
    db,
    clock,
    secrets,
    mailer,
    log,
    metrics: deps.metrics,
    outage: deps.mailOutage,
    publicUrl: config.publicUrl,
    spendBudget: deps.spendBudget,
    logsCodes: config.smtpUrl === null,
  }
  const mail = start('mail', SEND_MAIL_EVERY_MS, async () => (await sendDueMails(mailDeps)) > 0)
  const names = start('names of deleted accounts', ERASE_NAMES_EVERY_MS, () => eraseNames(deps.gameRunner))
  // What a process that crashed has left.
  names.wake()
  const tasks = [
    mail,
    names,
    start('games', infra.sweepGamesEveryMs ?? SWEEP_GAMES_EVERY_MS, () => deps.gameRunner.sweep()),
    start('sockets', CHECK_SOCKETS_EVERY_MS, async () => {
      await checkSockets()
      return false
    }),
    start('answers of visitors', STORE_VISITOR_ANSWERS_EVERY_MS, async () => {
      await deps.visitorAnswers.store()
      return false
    }),
    start('leaderboard', COUNT_CHANGES_EVERY_MS, () => countChanges({ db, clock })),
    start('ratings', RATE_ANSWERS_EVERY_MS, () => rateQueuedAnswers(db)),
    start('payments', infra.reconcilePaymentsEveryMs ?? RECONCILE_PAYMENTS_EVERY_MS, () => reconcilePayments(deps)),
    start('retention', RETENTION_EVERY_MS, async () => {
      const hasMoreSeats = await sweepSeats(deps.gameRunner)
      const hasMore = await sweepAccounts({ db, clock, dataDir: config.dataDir })
      await sweepPayments({ db, clock })
      await sweepAudit({ db, clock })
      await sweepCounts({ db, clock })
      return hasMore || hasMoreSeats
    }),
  ]

  const hasOtherProcesses = config.valkeyUrl !== null
  if (hasOtherProcesses) {
    const resync = createResync({
      realtime,
      isBusOutage: () => isBusOutage({ db, clock, bus }),
      games: createGameResync({ db, clock, broadcast: realtime.broadcastGameLocally }),
      listEndedSessions: (ids) => listEndedSessions({ db, clock }, ids),
      recentSessions: deps.recentSessions,
    })
    tasks.push(start('resync', RESYNC_EVERY_MS, resync))
  }

  // The embedded database has no network in between.
  if (database.kind === 'postgres') {
    const checkDatabase = createLivenessCheck(
      () => database.health(),
      () => {
        deps.databaseOutage.failed({ err: new DatabaseUnavailableError('the database does not answer') })
        // Maybe only this process can't reach it, so clients should connect to another one if there is any.
        if (hasOtherProcesses) void realtime.server.restartSockets()
      },
    )
    tasks.push(start('database watch', CHECK_DATABASE_EVERY_MS, checkDatabase))
  }

  return {
    sendMail: () => mail.wake(),
    eraseNames: () => names.wake(),
    stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))),
  }
}
