import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { silentLog } from '../log.ts'
import { copyTables } from './copy-tables.ts'
import { type DataDir, dataDirAt, replacePgliteDir } from './data-dir.ts'
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts'
import { newMigrationSession } from './embedded-database.ts'
import { migrate, missingMigrations, readApplied, readMigrations } from './migrate.ts'
import { PgliteClient } from './pglite-client.ts'
import { APPLICATION_NAME, withMigrationSession } from './postgres-database.ts'
import { createPgliteDir } from './start-pglite.ts'
import { type DatabaseSession, inTextTransaction, listTables, type Table, type TableDigest } from './table-digests.ts'

/** Nothing was changed. The message is one line for the operator. */
export class MoveError extends Error {
  override name = 'MoveError'
}

/** Tables to which migrations add rows. In a database that has only been migrated, these rows are replaced. */
const FILLED_BY_MIGRATIONS = ['schema_migration', 'bank_version', 'ad']

/** PGlite's transaction may wait for the other database, for as long as that takes. */
const NO_IDLE_LIMIT_MS = 2 ** 31 - 1

/**
 * Moves the embedded database in `dataDir` into the empty PostgreSQL database at `databaseUrl`, in one transaction. The
 * embedded database stays as it is. Resolves with a sentence for the operator.
 * @throws MoveError, CopyError, MigrationError, DataDirInUseError, or the driver's error; PostgreSQL is as before.
 */
export async function moveToPostgres(dataDirPath: string, databaseUrl: string): Promise<string> {
  const dataDir = dataDirAt(dataDirPath)
  if (!existsSync(dataDir.pg)) throw new MoveError(`There is no database in ${dataDir.path}: nothing to move.`)
  return withLock(dataDir, () =>
    withEmbeddedSession(dataDir.pg, (source) =>
      withMigrationSession(databaseUrl, async (target) => {
        const digests = await inTextTransaction(source, { isWriter: false }, async () => {
          await assertVersion(source, `The database in ${dataDir.path}`)
          return inTextTransaction(target, { isWriter: true }, async () => {
            await assertNoServers(target)
            await emptyOrCreate(target)
            return copyTables(source, target)
          })
        })
        const secret = `Set SECRET_KEY to the content of ${join(dataDir.path, 'secret')}, or everybody has to sign in again.`
        return `Moved ${describe(digests)} from ${dataDir.pg} to PostgreSQL. ${secret}`
      }),
    ),
  )
}

/**
 * Moves the PostgreSQL database at `databaseUrl` into a new embedded database in `dataDir`. PostgreSQL stays as it is.
 * Resolves with a sentence for the operator.
 * @throws as `moveToPostgres`; the data directory has no database then.
 */
export async function moveToEmbedded(databaseUrl: string, dataDirPath: string): Promise<string> {
  const dataDir = dataDirAt(dataDirPath, { create: true })
  return withLock(dataDir, async (lock) => {
    if (existsSync(dataDir.pg) || existsSync(dataDir.restored)) {
      throw new MoveError(
        `There is a database in ${dataDir.path} already: choose another DATA_DIR, or move its folder pg away.`,
      )
    }
    const fresh = join(dataDir.path, `pg.new-${lock.token}`)
    try {
      const digests = await withMigrationSession(databaseUrl, (source) =>
        inTextTransaction(source, { isWriter: false }, async () => {
          await assertVersion(source, 'The PostgreSQL database')
          await assertNoServers(source)
          await createPgliteDir(fresh)
          return withEmbeddedSession(fresh, (target) =>
            inTextTransaction(target, { isWriter: true }, async () => {
              await emptyOrCreate(target)
              return copyTables(source, target)
            }),
          )
        }),
      )
      replacePgliteDir(dataDir, fresh)
      const secret = `Set SECRET_KEY as before, or write it to ${join(dataDir.path, 'secret')}.`
      return `Moved ${describe(digests)} from PostgreSQL to ${dataDir.pg}. Unset DATABASE_URL. ${secret}`
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  })
}

async function withLock<T>(dataDir: DataDir, work: (lock: DataDirLock) => Promise<T>): Promise<T> {
  const lock = await lockDataDir(dataDir.path)
  try {
    return await work(lock)
  } finally {
    lock.release()
  }
}

async function withEmbeddedSession<T>(path: string, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
  const settings = { dataDir: path, tarball: null, idleInTransactionMs: NO_IDLE_LIMIT_MS }
  const client = await PgliteClient.open(settings, silentLog)
  try {
    return await work(newMigrationSession(client))
  } finally {
    await client.close()
  }
}

/** The source must have exactly this program's schema. */
async function assertVersion(source: DatabaseSession, name: string): Promise<void> {
  const [found] = await source.query("select to_regclass('schema_migration') is not null as exists")
  if (!found?.['exists']) throw new MoveError(`${name} is not a Quizmaster database.`)
  const applied = await readApplied(source)
  const migrations = readMigrations()
  if (missingMigrations(migrations, applied).length > 0) {
    throw new MoveError(`${name} is of an earlier version: run npm run db:migrate first.`)
  }
  if (applied.length > migrations.length) {
    throw new MoveError(`${name} is of a newer version: move it with that version.`)
  }
}

/** What a running server writes during or after the move would be lost. */
async function assertNoServers(session: DatabaseSession): Promise<void> {
  const [found] = await session.query(
    'select count(*) as count from pg_stat_activity where datname = current_database() and application_name = $1',
    [APPLICATION_NAME],
  )
  if (Number(found?.['count']) > 0) {
    throw new MoveError('A server is connected to the PostgreSQL database: stop every server first.')
  }
}

/**
 * Creates the tables, or, where this version has migrated the database already, removes what its migrations have put
 * into them.
 * @throws MoveError if there are any other rows or tables
 */
async function emptyOrCreate(target: DatabaseSession): Promise<void> {
  const tables = await listTables(target)
  if (tables.length === 0) {
    const isTransactionControl = (sql: string) => sql === 'begin' || sql === 'commit' || sql === 'rollback'
    // All in the transaction of the move.
    const exec = async (sql: string) => void (isTransactionControl(sql) || (await target.exec(sql)))
    await migrate({ ...target, exec }, readMigrations(), Date.now())
  } else {
    // Nobody else may write to them until the end.
    await target.exec(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`)
    await assertEmpty(target, tables)
    await assertVersion(target, 'The database to move to')
  }
  for (const name of FILLED_BY_MIGRATIONS) await target.exec(`delete from ${name}`)
}

async function assertEmpty(target: DatabaseSession, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.includes(name)) continue
    const rows = await target.query(`select 1 from ${name} limit 1`)
    if (rows.length > 0) throw new MoveError(`The database to move to is not empty: table ${name} has rows.`)
  }
}

function describe(digests: readonly TableDigest[]): string {
  const rows = digests.reduce((sum, { rowCount }) => sum + rowCount, 0)
  return `${rows} rows in ${digests.length} tables, compared by count and checksum,`
}
