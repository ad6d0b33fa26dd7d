import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { silentLog } from '../log.ts'
import { syncDirectory } from '../sync-to-disk.ts'
import { type DataDir, dataDirAt, replacePgliteDir } from './data-dir.ts'
import { findLockHolder, lockDataDir } from './data-dir-lock.ts'
import { requestDump } from './dump-socket.ts'
import { dumpClient, openClient } from './embedded-database.ts'
import { createPgliteDir } from './start-pglite.ts'

/** Nothing was changed. The message is one line for the operator. */
export class DumpError extends Error {
  override name = 'DumpError'
}

/**
 * Dumps the database in the data directory `path` to `file`, through the server if one is running. Resolves with a
 * sentence for the operator.
 * @throws DumpError, DumpRequestError, DataDirInUseError
 */
export async function dumpToFile(path: string, file: string): Promise<string> {
  const dataDir = dataDirAt(path)
  if (!existsSync(dataDir.pg)) throw new DumpError(`There is no database in ${dataDir.path}: nothing to dump.`)
  const holder = findLockHolder(dataDir.path)
  const dump = holder ? await requestDump(dataDir.path, holder) : await dumpClosed(dataDir)
  const target = resolve(file)
  const draft = `${target}.${randomUUID()}.part`
  try {
    // Readable by the owner only: it contains e-mail addresses. Renamed when complete, so an older dump isn't lost.
    writeFileSync(draft, dump, { mode: 0o600, flush: true })
    renameSync(draft, target)
    syncDirectory(dirname(target))
  } finally {
    rmSync(draft, { force: true })
  }
  return `Dumped ${dataDir.pg} to ${target} (${(dump.length / 1e6).toFixed(1)} MB).`
}

/**
 * Replaces the database in the data directory `path` with a dump; the old one is kept beside it. Resolves with a
 * sentence for the operator.
 * @throws DumpError, DataDirInUseError; the database is unchanged.
 */
export async function restoreFromFile(path: string, file: string): Promise<string> {
  const source = resolve(file)
  if (!existsSync(source)) throw new DumpError(`There is no file ${source}.`)
  const dataDir = dataDirAt(path, { create: true })
  const lock = await lockDataDir(dataDir.path)
  const fresh = join(dataDir.path, `pg.new-${lock.token}`)
  try {
    await createPgliteDir(fresh, source)
    const kept = replacePgliteDir(dataDir, fresh)
    return `Restored ${source} to ${dataDir.pg}.${kept ? ` The previous database is kept in ${kept}.` : ''}`
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DumpError(`${source} was not restored, the database is as before: ${reason}`, { cause })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    lock.release()
  }
}

async function dumpClosed(dataDir: DataDir): Promise<Uint8Array> {
  const lock = await lockDataDir(dataDir.path)
  try {
    const client = await openClient(dataDir.pg, silentLog)
    try {
      return await dumpClient(client)
    } finally {
      // Otherwise its thread would keep this process running after a failure.
      await client.close()
    }
  } finally {
    lock.release()
  }
}
