import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'

/** The events that begin and end an outage in the log. */
interface OutageEvents {
  begun: string
  ended: string
}

/** Logs outages of a service that this server needs: one line when an outage begins, and one when it ends. */
export interface Outage {
  /** Records a failure. The first one of an outage is logged, with these fields, such as `err`. */
  failed(fields: Readonly<Record<string, unknown>>): void
  /** Records a success. The first one after a failure is logged. */
  worked(): void
}

interface OutageDeps {
  log: Logger
  clock: Clock
}

export function createOutage({ log, clock }: OutageDeps, { begun, ended }: OutageEvents): Outage {
  let current: { sinceMs: number; failures: number } | null = null
  return {
    failed(fields) {
      if (current) {
        current.failures += 1
        return
      }
      current = { sinceMs: clock.now(), failures: 1 }
      log.error({ ...fields, msg: begun })
    },
    worked() {
      if (!current) return
      const { sinceMs, failures } = current
      current = null
      log.info({ msg: ended, outageMs: clock.now() - sinceMs, failures })
    },
  }
}
