import type { TransportKind } from '@quizmaster/channels'
import pTimeout from 'p-timeout'
import type { Infra } from './app.ts'
import { measureMailQueue } from './features/accounts/mail-queue.ts'
import { countGames, findNextWakeAt } from './features/games/game-store.ts'
import { measurePayments } from './features/plans/reconcile.ts'
import { createCached } from './infra/cached.ts'
import type { Database } from './infra/db/database.ts'
import type { Metrics } from './infra/metrics.ts'
import type { Realtime } from './realtime/realtime.ts'

/** The database is read no more often than this, even for several monitoring systems or a curious operator. */
const KEPT_MS = 10_000
/** Shorter than monitoring systems wait for an answer. */
const ANSWER_WITHIN_MS = 2_000

const REALTIME_SERVICES = ['stats', 'gameplay'] as const
const TRANSPORTS: readonly TransportKind[] = ['websocket', 'longpoll']
const GAME_STATUSES = ['pending', 'starting', 'running', 'finished'] as const

interface GaugeDeps {
  infra: Infra
  metrics: Metrics
  realtime: Pick<Realtime, 'countSockets'>
}

/**
 * Returns a function that sets the gauges: those of this process and those of the database. Call it before the metrics
 * are read. While the database doesn't answer, its gauges are missing rather than old.
 */
export function createUpdateGauges({ infra, metrics, realtime }: GaugeDeps): () => Promise<void> {
  const { bus, clock, database, version, commit } = infra
  metrics.buildInfo.set({ version, commit: commit ?? '', node: process.version }, 1)
  const stored = createCached(clock, KEPT_MS, () => readStored(infra))

  function setProcessGauges(): void {
    for (const service of REALTIME_SERVICES) {
      for (const transport of TRANSPORTS) {
        metrics.sockets.set({ service, transport }, realtime.countSockets(service, transport))
      }
    }
    metrics.busUp.set(bus.isConnected() ? 1 : 0)
    if (database.kind === 'postgres') setPoolUsage(metrics, database)
  }

  return async () => {
    setProcessGauges()
    try {
      const reading = Promise.all([stored.get(), database.ping()])
      const [measured] = await pTimeout(reading, { milliseconds: ANSWER_WITHIN_MS })
      metrics.databaseUp.set(1)
      setStored(metrics, measured)
    } catch {
      metrics.databaseUp.set(0)
      forgetStored(metrics)
    }
  }
}

function setPoolUsage(metrics: Metrics, database: Extract<Database, { kind: 'postgres' }>): void {
  const { inUse, idle, waiting, max } = database.poolUsage()
  metrics.databaseConnections.set({ state: 'in_use' }, inUse)
  metrics.databaseConnections.set({ state: 'idle' }, idle)
  metrics.databaseWaiting.set(waiting)
  metrics.databaseConnectionsMax.set(max)
}

async function readStored({ database: { db }, clock }: Infra) {
  const [games, nextWakeAt, mails, payments] = await Promise.all([
    countGames(db),
    findNextWakeAt(db),
    measureMailQueue({ db, clock }),
    measurePayments({ db, clock }),
  ])
  return { games, sweepLagMs: nextWakeAt === null ? 0 : Math.max(0, clock.now() - nextWakeAt), mails, payments }
}

function setStored(
  metrics: Metrics,
  { games, sweepLagMs, mails, payments }: Awaited<ReturnType<typeof readStored>>,
): void {
  for (const status of GAME_STATUSES) {
    const found = games.find((each) => each.status === status)
    metrics.games.set({ status }, found?.games ?? 0)
    metrics.playersInGames.set({ status }, found?.players ?? 0)
  }
  metrics.sweepLagSeconds.set(sweepLagMs / 1000)
  metrics.mailsQueued.set(mails.queued)
  metrics.mailOldestSeconds.set(mails.oldestMs / 1000)
  metrics.paymentsDue.set(payments.due)
  metrics.paymentLagSeconds.set(payments.lagMs / 1000)
  metrics.checkoutsOpen.set(payments.openCheckouts)
}

function forgetStored(metrics: Metrics): void {
  for (const status of GAME_STATUSES) {
    metrics.games.remove({ status })
    metrics.playersInGames.remove({ status })
  }
  metrics.sweepLagSeconds.remove()
  metrics.mailsQueued.remove()
  metrics.mailOldestSeconds.remove()
  metrics.paymentsDue.remove()
  metrics.paymentLagSeconds.remove()
  metrics.checkoutsOpen.remove()
}
