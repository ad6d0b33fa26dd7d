import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { silentLog } from '../log.ts'
import { copyTables } from './copy-tables.ts'
import { type DataDir, dataDirAt, replacePgliteDir } from './data-dir.ts'
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts'
import { newMigrationSession } from './embedded-database.ts'
import { migrate, missingMigrations, readApplied, readMigrations } from './migrate.ts'
import { PgliteClient } from './pglite-client.ts'
import { withMigrationSession } from './postgres-database.ts'
import { createPgliteDir } from './start-pglite.ts'
import {
  type DatabaseSession,
  digestTables,
  inTextTransaction,
  listTables,
  type Table,
  type TableDigest,
} from './table-digests.ts'

/** Nothing was changed. The message is one line for the operator. */
export class MoveError extends Error {
  override name = 'MoveError'
}

/** Tables to which migrations add rows. In a database that has only been migrated, these rows are replaced. */
const FILLED_BY_MIGRATIONS = ['schema_migration', 'bank_version', 'ad']

/** The checksum of the ads that the migrations add. Any others are an admin's, and are not replaced. */
const ADS_OF_MIGRATIONS = '25171238019247543638'

const MIGRATE_FIRST = 'run npm run db:migrate first'

/** PGlite's transaction may have to wait for the other database, however long that takes. */
const NO_IDLE_LIMIT_MS = 2 ** 31 - 1

/**
 * Moves the embedded database in `dataDir` into the empty PostgreSQL database at `databaseUrl`, in one transaction. The
 * embedded database stays as it is. Resolves with a sentence for the operator.
 * @throws MoveError, CopyError, MigrationError, DataDirInUseError, or the driver's error; PostgreSQL is as before.
 */
export async function moveToPostgres(dataDirPath: string, databaseUrl: string): Promise<string> {
  const dataDir = dataDirAt(dataDirPath)
  if (!existsSync(dataDir.pg)) {
    throw new MoveError(`There is no database in ${dataDir.path}, so nothing to move. Set DATA_DIR to the server's.`)
  }
  return withLock(dataDir, () =>
    withEmbeddedSession(dataDir.pg, (source) =>
      withMigrationSession(databaseUrl, async (target) => {
        const digests = await inTextTransaction(source, { isWriter: false }, async () => {
          await assertVersion(
            source,
            `The database in ${dataDir.path}`,
            'run npm run db:migrate first, without DATABASE_URL',
          )
          return inTextTransaction(target, { isWriter: true }, async () => {
            await assertNoServers(target)
            await emptyOrCreate(target)
            return copyTables(source, target)
          })
        })
        const secret = `Set SECRET_KEY to what it was or, if it was not set, to the content of ${join(dataDir.path, 'secret')}`
        const otherwise = 'with another one everybody has to sign in again, and admins set up their second factor again'
        return `Moved ${describe(digests)} from ${dataDir.pg} to PostgreSQL. ${secret}: ${otherwise}.`
      }),
    ),
  )
}

/**
 * Moves the PostgreSQL database at `databaseUrl` into a new embedded database in `dataDir`. PostgreSQL stays as it is.
 * Resolves with a sentence for the operator.
 * @throws like `moveToPostgres`; the data directory then has no database.
 */
export async function moveToEmbedded(databaseUrl: string, dataDirPath: string): Promise<string> {
  const dataDir = dataDirAt(dataDirPath, { create: true })
  return withLock(dataDir, async (lock) => {
    const present = [dataDir.pg, dataDir.restored].find((path) => existsSync(path))
    if (present !== undefined) {
      throw new MoveError(
        `There is a database in ${dataDir.path} already: choose another DATA_DIR, or move its folder ${basename(present)} away.`,
      )
    }
    const fresh = join(dataDir.path, `pg.new-${lock.token}`)
    try {
      const digests = await withMigrationSession(databaseUrl, (source) =>
        inTextTransaction(source, { isWriter: false }, async () => {
          await assertVersion(source, 'The PostgreSQL database', MIGRATE_FIRST)
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

/** The database must have exactly this program's schema. `advice` says what to do about an earlier one. */
async function assertVersion(source: DatabaseSession, name: string, advice: string): Promise<void> {
  const [found] = await source.query("select to_regclass('schema_migration') is not null as exists")
  if (!found?.['exists']) throw new MoveError(`${name} is not a Quizmaster database.`)
  const applied = await readApplied(source)
  const migrations = readMigrations()
  if (missingMigrations(migrations, applied).length > 0) {
    throw new MoveError(`${name} is of an earlier version: ${advice}.`)
  }
  if (applied.length > migrations.length) {
    throw new MoveError(`${name} is of a newer version: move it with that version.`)
  }
}

/**
 * What a running server writes during or after the move would be lost. A server may connect under any name, or through
 * a pooler, so any other connection counts as one.
 */
async function assertNoServers(session: DatabaseSession): Promise<void> {
  // Of PostgreSQL's own processes, only autovacuum's belong to a database, and they have no user.
  const [found] = await session.query(
    `select string_agg(distinct coalesce(nullif(application_name, ''), 'without a name'), ', ') as names
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
       and coalesce(backend_type, 'client backend') = 'client backend'`,
  )
  const names = found?.['names']
  if (typeof names === 'string') {
    throw new MoveError(`Others are connected to the PostgreSQL database (${names}): stop every server first.`)
  }
}

/**
 * Creates the tables or, if this version has already migrated the database, removes the rows that the migrations have
 * added.
 * @throws MoveError if there are any other rows or tables
 */
async function emptyOrCreate(target: DatabaseSession): Promise<void> {
  const tables = await listTables(target)
  if (tables.length === 0) {
    const isTransactionControl = (sql: string) => sql === 'begin' || sql === 'commit' || sql === 'rollback'
    // Everything is part of the move's transaction.
    const exec = async (sql: string) => void (isTransactionControl(sql) || (await target.exec(sql)))
    await migrate({ ...target, exec }, readMigrations(), Date.now())
  } else {
    // Nobody else may write to them until the end.
    await target.exec(`lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`)
    await assertEmpty(target, tables)
    await assertVersion(target, 'The database to move to', MIGRATE_FIRST)
  }
  for (const name of FILLED_BY_MIGRATIONS) await target.exec(`delete from ${name}`)
}

async function assertEmpty(target: DatabaseSession, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.includes(name)) continue
    const rows = await target.query(`select 1 from ${name} limit 1`)
    if (rows.length > 0) throw new MoveError(`The database to move to is not empty: table ${name} has rows.`)
  }
  const ads = tables.filter(({ name }) => name === 'ad')
  const [found] = await digestTables(target, ads)
  if (found && found.rowCount > 0 && found.checksum !== ADS_OF_MIGRATIONS) {
    throw new MoveError('The database to move to is not empty: its ads have been edited.')
  }
}

function describe(digests: readonly TableDigest[]): string {
  const rows = digests.reduce((sum, { rowCount }) => sum + rowCount, 0)
  return `${rows} rows in ${digests.length} tables, compared by count and checksum,`
}
