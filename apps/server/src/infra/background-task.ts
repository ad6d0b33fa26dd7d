import type { Logger } from './log.ts'

/** Work that runs when woken, and periodically in case a wake-up was missed. */
export interface BackgroundTask {
  wake(): void
  /** Stops for good, after the current run has finished. */
  stop(): Promise<void>
}

/**
 * Runs `work` after each `wake()` and every `everyMs`, one run at a time, and again immediately while it resolves with
 * true (there may be more to do). A failed run is logged, and retried with the next one.
 */
export function startBackgroundTask(
  name: string,
  everyMs: number,
  log: Logger,
  work: () => Promise<boolean>,
): BackgroundTask {
  const state = { running: null as Promise<void> | null, wanted: false, stopped: false }

  async function run(): Promise<void> {
    while (state.wanted && !state.stopped) {
      state.wanted = false
      try {
        if (await work()) state.wanted = true
      } catch (error) {
        log.error({ err: error, msg: 'background_work_failed', work: name })
      }
    }
    state.running = null
  }

  function wake(): void {
    if (state.stopped) return
    state.wanted = true
    state.running ??= run()
  }

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
