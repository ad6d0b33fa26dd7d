import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'
import { createOutage, type Outage } from './outage.ts'

const PING_EVERY_MS = 1_000

/** An outage of the database. It has ended once the database answers a ping. */
export interface DatabaseOutage extends Pick<Outage, 'failed'> {
  stop(): void
}

interface DatabaseOutageDeps {
  log: Logger
  clock: Clock
  ping: () => Promise<void>
}

/** Pings the database once a second during an outage, and never otherwise. */
export function createDatabaseOutage({ log, clock, ping }: DatabaseOutageDeps): DatabaseOutage {
  const outage = createOutage({ log, clock }, { begun: 'database_outage', ended: 'database_outage_over' })
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  async function check(): Promise<void> {
    try {
      await ping()
      timer = null
      if (!isStopped) outage.worked()
    } catch {
      pingSoon()
    }
  }

  function pingSoon(): void {
    if (!isStopped) timer = setTimeout(() => void check(), PING_EVERY_MS).unref()
  }

  return {
    failed(fields) {
      if (isStopped) return
      outage.failed(fields)
      if (timer === null) pingSoon()
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
