import { readFileSync } from 'node:fs'

/** One run of one process. A number alone is not enough: after a restart of a machine or container it comes again. */
export interface ProcessIdentity {
  pid: number
  /** Boot and clock tick of the start, where the system tells (Linux); else null. */
  startedAt: string | null
}

/** Who this process is. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid) }
}

/** True while that very process runs; where the start isn't known, while any process has its number. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  // 0 and below would ask about whole groups of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const startedNow = startOf(pid)
  return startedAt === null || startedNow === null || startedNow === startedAt
}

/** Null where there is no /proc; 'ended' for a process that has ended but was not yet buried by its parent. */
function startOf(pid: number): string | null {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; after it come the state (field 3) … and the start (field 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : `${bootId}/${fields[19] ?? ''}`
  } catch {
    return null
  }
}
