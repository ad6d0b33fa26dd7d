import { readFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { migrate, missingMigrations, readApplied, readMigrations } from './migrate.ts'
import { openPglite } from './pglite-server.ts'
import { syncTree } from '../sync-to-disk.ts'

/**
 * Creates a migrated database in the new directory `dataDir`, or loads a dump into it. When this resolves the files are
 * on disk, though not the name of `dataDir` in its parent. Takes 800 MB of memory: see `createPgliteDir`.
 */
export async function createDatabase(dataDir: string, dumpFile?: string): Promise<void> {
  const pglite = await (dumpFile === undefined ? newPglite(dataDir) : loadDump(dataDir, dumpFile))
  await pglite.exec('checkpoint')
  await pglite.close()
  await syncTree(dataDir)
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

/** Accepts only dumps of this program that this version can use. An older schema is migrated at the next start. */
async function loadDump(dataDir: string, dumpFile: string): Promise<PGlite> {
  const pglite = await openPglite(dataDir, readFileSync(dumpFile)).catch((cause: unknown) => {
    throw new Error('it is not a complete dump of an embedded database.', { cause })
  })
  const session = { query: async (sql: string) => (await pglite.query<Record<string, unknown>>(sql)).rows }
  const applied = await readApplied(session).catch((cause: unknown) => {
    throw new Error('it is the dump of another program.', { cause })
  })
  missingMigrations(readMigrations(), applied)
  return pglite
}
