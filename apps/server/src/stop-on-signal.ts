import type { Logger } from './infra/log.ts'
import type { RunningServer } from './start-server.ts'

const STOP_WITHIN_MS = 9_500

interface StopDeps {
  running: Pick<RunningServer, 'stop'>
  log: Logger
  flushReports: () => Promise<void>
  /** Where signals come from, and what they end. */
  target?: Pick<NodeJS.Process, 'on' | 'exit'>
}

/**
 * SIGTERM and SIGINT end the process within 10 s, with exit code 0, or 1 if stopping failed or was not done in time.
 * What has been acknowledged is stored in any case.
 */
export function stopOnSignal({ running, log, flushReports, target = process }: StopDeps): void {
  let isStopping = false
  const stop = async (signal: string) => {
    // npm and the terminal both send the signal, so it often arrives twice.
    if (isStopping) return
    isStopping = true
    log.info({ msg: 'stopping', signal })
    setTimeout(() => {
      log.error({ msg: 'stop_timed_out', afterMs: STOP_WITHIN_MS })
      target.exit(1)
    }, STOP_WITHIN_MS).unref()
    let exitCode = 0
    try {
      await running.stop()
    } catch (error) {
      log.error({ err: error, msg: 'stop_failed' })
      exitCode = 1
    }
    await flushReports().catch(() => (exitCode = 1))
    target.exit(exitCode)
  }
  target.on('SIGTERM', () => void stop('SIGTERM'))
  target.on('SIGINT', () => void stop('SIGINT'))
}
