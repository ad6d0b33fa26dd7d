import { isDatabaseUnavailable } from './db/database-error.ts'
import type { DatabaseOutage } from './database-outage.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Work that runs when woken, and periodically in case a wake-up was missed. */
export interface BackgroundTask {
  wake(): void
  /** Stops for good, after the current run has finished. */
  stop(): Promise<void>
}

interface BackgroundTaskDeps {
  log: Logger
  databaseOutage: Pick<DatabaseOutage, 'failed'>
  metrics: Pick<Metrics, 'taskSucceededAt' | 'taskFailures'>
}

/**
 * Runs `work` after each `wake()` and every `everyMs`, one run at a time, and again immediately while it resolves with
 * true (there may be more to do). A failed run is logged and counted, and retried with the next one.
 */
export function startBackgroundTask(
  name: string,
  everyMs: number,
  { log, databaseOutage, metrics }: BackgroundTaskDeps,
  work: () => Promise<boolean>,
): BackgroundTask {
  const state = { running: null as Promise<void> | null, wanted: false, stopped: false }

  async function run(): Promise<void> {
    while (state.wanted && !state.stopped) {
      state.wanted = false
      try {
        if (await work()) state.wanted = true
        metrics.taskSucceededAt.set({ task: name }, Date.now() / 1000)
      } catch (error) {
        metrics.taskFailures.inc({ task: name })
        if (isDatabaseUnavailable(error)) databaseOutage.failed({ err: error, work: name })
        else log.error({ err: error, msg: 'background_work_failed', work: name })
      }
    }
    state.running = null
  }

  function wake(): void {
    if (state.stopped) return
    state.wanted = true
    state.running ??= run()
  }

  metrics.taskFailures.inc({ task: name }, 0)
  // From the start, so that a task that never succeeds is noticed too.
  metrics.taskSucceededAt.set({ task: name }, Date.now() / 1000)
  const timer = setInterval(wake, everyMs)
  timer.unref()
  return {
    wake,
    async stop() {
      state.stopped = true
      clearInterval(timer)
      await state.running
    },
  }
}
