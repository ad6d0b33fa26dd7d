import type { Logger } from './log.ts'

/** A piece of background work that runs when woken and, as a net, every so often. */
export interface WorkerLoop {
  wake(): void
  /** Stops for good, after a run under way has ended. */
  stop(): Promise<void>
}

/**
 * Runs `work` after each `wake()` and every `everyMs`, never twice at once, and again at once while it says that there
 * may be more. A failed run is logged and tried again with the next one.
 */
export function startLoop(name: string, everyMs: number, log: Logger, work: () => Promise<boolean>): WorkerLoop {
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
