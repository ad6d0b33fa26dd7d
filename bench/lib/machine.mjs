// The machine that server, database and players share, as Linux describes it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The unit in which Linux counts processor time. */
export const TICKS_A_SECOND = 100
const IDLE_FIELDS = [3, 4]

/** The processor time that all processes have used so far, in milliseconds; NaN without /proc. */
export function busyMs() {
  if (!existsSync('/proc/stat')) return NaN
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).map(Number)
  const busy = ticks.filter((_, field) => !IDLE_FIELDS.includes(field)).reduce((sum, n) => sum + n, 0)
  return (busy * 1_000) / TICKS_A_SECOND
}

/** Keeps this process (the players) off the server's core. Processes it has already started are not affected. */
export function leaveServerCore() {
  allowCores('1')
}

/** Lets this process, and any it starts from now on, run on every core again. */
export function takeAnyCore() {
  allowCores(`0-${cpus().length - 1}`)
}

function allowCores(list) {
  spawnSync('taskset', ['-acp', list, String(process.pid)])
}
