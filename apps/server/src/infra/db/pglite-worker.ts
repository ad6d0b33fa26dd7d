import { readFileSync } from 'node:fs'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { migrate, missingMigrations, readApplied, readMigrations } from './migrate.ts'
import { openPglite, servePglite } from './pglite-server.ts'

// The second entry point of the bundle. In a worker thread it serves the embedded database, since PGlite blocks the
// thread it runs on. In a short-lived child process it creates a data directory, which takes 800 MB of memory that a
// thread of the server would never give back.
if (isMainThread) await createDataDir(process.argv.slice(2))
else if (parentPort) await servePglite(parentPort, workerData)

/**
 * Creates a migrated database in the directory `args[0]`, which must be new; with `args[1]`, from that dump. Reports an
 * error to the parent process over IPC, and exits if the parent is killed.
 */
async function createDataDir(args: readonly string[]): Promise<void> {
  const [dataDir, dumpFile] = args
  process.once('disconnect', () => process.exit(1))
  try {
    if (dataDir === undefined) throw new Error('no folder given')
    const pglite = await (dumpFile === undefined ? newPglite(dataDir) : loadDump(dataDir, dumpFile))
    await pglite.exec('checkpoint')
    await pglite.close()
    process.exit(0)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (process.send) process.send({ error: message }, () => process.exit(1))
    else process.exit(1)
  }
}

async function newPglite(dataDir: string): Promise<PGlite> {
  const pglite = await openPglite(dataDir, null)
  const session = {
    exec: async (sql: string) => void (await pglite.exec(sql)),
    query: async (sql: string, params: readonly unknown[] = []) =>
      (await pglite.query<Record<string, unknown>>(sql, [...params])).rows,
  }
  await migrate(session, readMigrations(), Date.now())
  return pglite
}

/** Accepts only dumps of this program that this version can work with. An older schema is migrated at the next start. */
async function loadDump(dataDir: string, dumpFile: string): Promise<PGlite> {
  const pglite = await openPglite(dataDir, readFileSync(dumpFile)).catch((cause: unknown) => {
    throw new Error('it is no whole dump of an embedded database.', { cause })
  })
  const session = { query: async (sql: string) => (await pglite.query<Record<string, unknown>>(sql)).rows }
  const applied = await readApplied(session).catch((cause: unknown) => {
    throw new Error('it is the dump of another program.', { cause })
  })
  missingMigrations(readMigrations(), applied)
  return pglite
}
