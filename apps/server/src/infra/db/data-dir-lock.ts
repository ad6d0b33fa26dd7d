import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts'

const RETRY_WAIT_MS = 20

/** Another process has the folder; the message is the one line to show, and the program ends with exit code 1. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError'
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `${dataDir} is in use by process ${pid}: stop it first (or delete ${lockPathOf(dataDir)} if that is no Quizmaster).`,
    )
    this.pid = pid
  }
}

/** Held until `release`; a process that is killed leaves it behind, and the next one sees that its holder is gone. */
export interface DataDirLock {
  /** Drawn for this opening: names what belongs to it, and lets in whoever can read the lock file. */
  token: string
  release: () => void
}

/** What stands in a lock file. */
export interface LockHolder extends ProcessIdentity {
  token: string
}

/** Where the lock of a data folder lies. Without it PGlite would let a second process in, and both would write. */
export function lockPathOf(dataDir: string): string {
  return join(dataDir, 'lock')
}

/**
 * Takes the lock of `dataDir`, from a dead holder too, never from a live one.
 * @throws DataDirInUseError
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const taken = await take(lockPathOf(dataDir))
  if ('release' in taken) return taken
  throw new DataDirInUseError(dataDir, taken.pid)
}

/** The process that holds the lock of `dataDir` just now, or null. */
export function findLockHolder(dataDir: string): LockHolder | null {
  const holder = readLock(lockPathOf(dataDir))
  return holder && isAlive(holder) ? holder : null
}

async function take(path: string): Promise<DataDirLock | LockHolder> {
  const token = randomUUID()
  for (;;) {
    if (createLock(path, token)) return { token, release: () => removeLock(path, token) }
    const holder = readLock(path)
    // Null: it was released just now.
    if (holder && isAlive(holder)) return holder
    if (holder) await removeStale(path, holder)
  }
}

/**
 * Two starts may find the same dead holder, and the slower must not remove the lock that the faster has made meanwhile.
 * So the right to remove one holder's lock is a lock itself, named after that holder.
 */
async function removeStale(path: string, holder: LockHolder): Promise<void> {
  const right = await take(`${path}.${holder.token}`)
  if ('release' in right) {
    removeLock(path, holder.token)
    right.release()
    return
  }
  await new Promise((resolve) => {
    setTimeout(resolve, RETRY_WAIT_MS)
  })
}

function createLock(path: string, token: string): boolean {
  const { pid, startedAt } = ownIdentity()
  const draft = `${path}.${token}.new`
  writeFileSync(draft, `${pid}\n${startedAt ?? ''}\n${token}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // A link appears whole or not at all, and never over another: nobody ever reads a half-written lock.
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
  // A text that is none of ours names no process, so it counts as left behind.
  return { pid: Number(pid), startedAt: startedAt || null, token: /^[0-9a-f-]{36}$/.test(token) ? token : 'unknown' }
}
