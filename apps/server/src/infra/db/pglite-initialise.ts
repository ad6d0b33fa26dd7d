import type { PGlite } from '@electric-sql/pglite'
import { readFileSync } from 'node:fs'
import { migrate, missingMigrations } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { openPglite } from './pglite-engine.ts'

/**
 * Runs inside the short-lived child process: makes a migrated database in the folder `args[0]`, which must be new; with
 * `args[1]`, from that dump. Tells its parent over IPC what went wrong, and ends with it, should the parent be killed.
 */
export async function initialisePglite(args: readonly string[]): Promise<void> {
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

/** A dump must be one of ours, and not of a newer program; what an older one lacks is migrated at the next start. */
async function loadDump(dataDir: string, dumpFile: string): Promise<PGlite> {
  const pglite = await openPglite(dataDir, readFileSync(dumpFile)).catch((cause: unknown) => {
    throw new Error('it is no whole dump of an embedded database.', { cause })
  })
  const { rows } = await pglite
    .query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
    .catch((cause: unknown) => {
      throw new Error('it is the dump of another program.', { cause })
    })
  missingMigrations(readMigrations(), rows)
  return pglite
}
