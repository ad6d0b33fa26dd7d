import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requestDump } from './control-socket.ts'
import { type DataDir, dataDirAt, replacePgliteFolder } from './data-dir.ts'
import { findLockHolder, lockDataDir } from './data-dir-lock.ts'
import { dumpClient, openClient } from './embedded-database.ts'
import { silentLog } from './log.ts'
import { makePgliteFolder } from './pglite-child.ts'

/** Nothing was done; the message is the one line to show. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

/**
 * Writes the database in `path` to `file`: through the server where one runs, else by itself. Resolves with a sentence.
 * @throws RefusedError, ControlError, DataDirInUseError
 */
export async function dumpToFile(path: string, file: string): Promise<string> {
  const dataDir = dataDirAt(path)
  if (!existsSync(dataDir.pg)) throw new RefusedError(`There is no database in ${dataDir.path}: nothing to dump.`)
  const holder = findLockHolder(dataDir.path)
  const dump = holder ? await requestDump(dataDir.path, holder) : await dumpClosed(dataDir)
  const target = resolve(file)
  const draft = `${target}.${randomUUID()}.part`
  try {
    // It holds e-mail addresses: for the owner's eyes. Renamed when whole, so an older dump stays until then.
    writeFileSync(draft, dump, { mode: 0o600 })
    renameSync(draft, target)
  } finally {
    rmSync(draft, { force: true })
  }
  return `Dumped ${dataDir.pg} to ${target} (${(dump.length / 1e6).toFixed(1)} MB).`
}

/**
 * Puts the database of a dump in the place of the one in `path`, which is kept beside it. Resolves with a sentence.
 * @throws RefusedError, DataDirInUseError; either way the database is as before.
 */
export async function restoreFromFile(path: string, file: string): Promise<string> {
  const source = resolve(file)
  if (!existsSync(source)) throw new RefusedError(`There is no file ${source}.`)
  const dataDir = dataDirAt(path, { make: true })
  const lock = await lockDataDir(dataDir.path)
  const fresh = join(dataDir.path, `pg.new-${lock.token}`)
  try {
    await makePgliteFolder(fresh, source)
    const kept = replacePgliteFolder(dataDir, fresh)
    return `Restored ${source} to ${dataDir.pg}.${kept ? ` The database before it is kept in ${kept}.` : ''}`
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RefusedError(`${source} was not restored, the database is as before: ${reason}`, { cause })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    lock.release()
  }
}

async function dumpClosed(dataDir: DataDir): Promise<Uint8Array> {
  const lock = await lockDataDir(dataDir.path)
  try {
    const client = await openClient(dataDir.pg, null, silentLog)
    const dump = await dumpClient(client)
    await client.close()
    return dump
  } finally {
    lock.release()
  }
}
