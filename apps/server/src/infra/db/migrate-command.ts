import { existsSync } from 'node:fs'
import { silentLog } from '../log.ts'
import { dataDirAt } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { DatabaseConfig } from './database.ts'
import { newMigrationSession, openClient } from './embedded-database.ts'
import { migrate, type MigrationSession, planMigrations, readMigrations } from './migrate.ts'
import { withMigrationSession } from './postgres-database.ts'

/**
 * Applies the missing migrations, or with `isDryRun` only names them. The server does the same when it starts; as a
 * separate step it can be checked first, and run before any server is replaced. Resolves with a sentence for the
 * operator.
 * @throws MigrationError, DataDirInUseError (the embedded database can't be migrated while a server has it open), or
 *   the driver's error
 */
export async function migrateDatabase(
  { databaseUrl, dataDir }: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir'>,
  { isDryRun }: { isDryRun: boolean },
): Promise<string> {
  const run = (session: MigrationSession) =>
    isDryRun ? planMigrations(session, readMigrations()) : migrate(session, readMigrations(), Date.now())
  if (databaseUrl === null && !existsSync(dataDirAt(dataDir).pg)) {
    return `There is no database in ${dataDirAt(dataDir).path} yet: the first start of the server creates it.`
  }
  const names = await (databaseUrl === null ? onEmbedded(dataDir, run) : withMigrationSession(databaseUrl, run))
  if (names.length === 0) return 'The database is up to date.'
  return `${isDryRun ? 'Would apply' : 'Applied'} ${names.join(', ')}.`
}

async function onEmbedded(path: string, run: (session: MigrationSession) => Promise<string[]>): Promise<string[]> {
  const dataDir = dataDirAt(path)
  const lock = await lockDataDir(dataDir.path)
  try {
    const client = await openClient(dataDir.pg, silentLog)
    try {
      return await run(newMigrationSession(client))
    } finally {
      await client.close()
    }
  } finally {
    lock.release()
  }
}
