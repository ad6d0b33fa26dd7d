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
    const pglite = await openPglite(dataDir, dumpFile === undefined ? null : readFileSync(dumpFile))
    await (dumpFile === undefined ? migratePglite(pglite) : checkDump(pglite))
    await pglite.exec('checkpoint')
    await pglite.close()
    process.exit(0)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (process.send) process.send({ error: message }, () => process.exit(1))
    else process.exit(1)
  }
}

async function migratePglite(pglite: PGlite): Promise<void> {
  await migrate(
    {
      exec: async (sql) => void (await pglite.exec(sql)),
      query: async (sql, params) => (await pglite.query<Record<string, unknown>>(sql, params && [...params])).rows,
    },
    readMigrations(),
    Date.now(),
  )
}

/** A dump must be one of ours, and not of a newer program; what an older one lacks is migrated at the next start. */
async function checkDump(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  if (rows.length === 0) throw new Error('it holds no migrated database')
  missingMigrations(readMigrations(), rows)
}
