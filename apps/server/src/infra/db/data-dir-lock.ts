import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_DELAY_MS = 20

/** Another process has the data directory open. The program shows the message and exits with code 1. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError'
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `${dataDir} is in use by process ${pid}: stop it first (or delete ${lockPathOf(dataDir)} if that is not Quizmaster).`,
    )
    this.pid = pid
  }
}

/** Held until `release`. A killed process leaves the file behind, and the next one sees that its holder is gone. */
export interface DataDirLock {
  /** Random, new for each lock. Names temporary files, and authorises anyone who can read the lock file. */
  token: string
  release: () => void
}

/** One run of a process. The pid alone isn't enough: it is reused after a restart of the machine or container. */
interface ProcessIdentity {
  pid: number
  /** Boot id and start time, on Linux; null elsewhere. */
  startedAt: string | null
}

/** The content of a lock file. */
export interface LockHolder extends ProcessIdentity {
  token: string
}

/** The lock file of a data directory. PGlite itself has no lock: two processes would corrupt the database. */
export function lockPathOf(dataDir: string): string {
  return join(dataDir, 'lock')
}

/**
 * Takes the lock of `dataDir`. A lock whose holder has died is taken over at once, one whose holder lives never.
 * @throws DataDirInUseError
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const taken = await take(lockPathOf(dataDir))
  if ('release' in taken) return taken
  throw new DataDirInUseError(dataDir, taken.pid)
}

/** The live process that holds the lock of `dataDir`, or null. */
export function findLockHolder(dataDir: string): LockHolder | null {
  const holder = readLock(lockPathOf(dataDir))
  return holder && isAlive(holder) ? holder : null
}

async function take(path: string): Promise<DataDirLock | LockHolder> {
  const token = randomUUID()
  for (;;) {
    if (createLock(path, token)) return { token, release: () => removeLock(path, token) }
    const holder = readLock(path)
    // Null: it has just been released.
    if (holder && isAlive(holder)) return holder
    if (holder) await removeStale(path, holder)
  }
}

/**
 * Two processes may find the same stale lock, and the slower one must not remove the lock that the faster one has taken
 * in the meantime. So removing a stale lock needs a lock itself, named after the dead holder.
 */
async function removeStale(path: string, holder: LockHolder): Promise<void> {
  const removal = await take(`${path}.${holder.token}`)
  if ('release' in removal) {
    removeLock(path, holder.token)
    removal.release()
    return
  }
  await sleep(RETRY_DELAY_MS)
}

function createLock(path: string, token: string): boolean {
  const { pid, startedAt } = ownIdentity()
  const draft = `${path}.${token}.new`
  writeFileSync(draft, `${pid}\n${startedAt ?? ''}\n${token}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // link(2) is atomic and fails if the lock exists, so no process ever reads a half-written lock.
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function removeLock(path: string, token: string): void {
  if (readLock(path)?.token === token) rmSync(path, { force: true })
}

function readLock(path: string): LockHolder | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const [pid = '', startedAt = '', token = ''] = text.split('\n')
  // Any other content names no process, so the lock counts as stale.
  return { pid: Number(pid), startedAt: startedAt || null, token: /^[0-9a-f-]{36}$/.test(token) ? token : 'unknown' }
}

/** This process. */
function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startTimeOf(process.pid) }
}

/** True while this process runs. Where the start time is unknown, true while any process has its pid. */
function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  // kill(2) takes 0 and negative numbers for process groups.
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs as another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const startedNow = startTimeOf(pid)
  return startedAt === null || startedNow === null || startedNow === startedAt
}

/** Boot id and start time of a process; 'ended' for a zombie, null where there is no /proc. */
function startTimeOf(pid: number): string | null {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces. After it come the state (field 3) … and the start time (field 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : `${bootId}/${fields[19] ?? ''}`
  } catch {
    return null
  }
}
