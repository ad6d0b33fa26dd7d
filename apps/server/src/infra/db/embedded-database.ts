import { Kysely } from 'kysely'
import pTimeout from 'p-timeout'
import { HOUR_MS } from '../clock.ts'
import type { Logger } from '../log.ts'
import { dataDirAt, ensurePgliteDir } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { EmbeddedDatabase, OnStatement } from './database.ts'
import { isDatabaseUnavailable } from './database-error.ts'
import { serveDumps } from './dump-socket.ts'
import { newEmbeddedDialect } from './embedded-dialect.ts'
import { migrate, type MigrationSession, readMigrations } from './migrate.ts'
import { PgliteClient, type PgliteConnections } from './pglite-client.ts'
import type { Tables } from './tables.ts'

const IDLE_IN_TRANSACTION_MS = 10_000
const PING_TIMEOUT_MS = 2000
const VACUUM_EVERY_MS = HOUR_MS

/**
 * Opens `dataDir`/pg, created and migrated if necessary. Only one process at a time can have it open.
 * @throws DataDirInUseError, MigrationError
 */
export async function openEmbedded(path: string, log: Logger, onStatement?: OnStatement): Promise<EmbeddedDatabase> {
  const dataDir = dataDirAt(path, { create: true })
  const lock = await lockDataDir(dataDir.path)
  try {
    const isNew = await ensurePgliteDir(dataDir, lock.token)
    if (isNew) log.info({ msg: 'embedded_database_created', path: dataDir.pg })
    const client = await openClient(dataDir.pg, log)
    await migrateOrClose(client, log)
    const stopVacuum = startVacuum(client, log)
    const dumps = serveDumps(dataDir.path, lock.token, () => dumpClient(client), log)
    log.info({ msg: 'embedded_database_opened', path: dataDir.pg })
    return newEmbeddedDatabase(client, {
      ...(onStatement ? { onStatement } : {}),
      onClosing: () => {
        stopVacuum()
        dumps.close()
      },
      onClosed: () => lock.release(),
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Opens a database in its thread without migrating it. The caller must hold the lock of `dataDir`. */
export function openClient(dataDir: string, log: Logger): Promise<PgliteClient> {
  return PgliteClient.open({ dataDir, tarball: null, idleInTransactionMs: IDLE_IN_TRANSACTION_MS }, log)
}

/** Dumps the whole database. Takes about a second, during which other requests wait. */
export async function dumpClient(client: PgliteConnections): Promise<Uint8Array> {
  const { dump } = await client.call({ kind: 'dump', connectionId: client.newConnectionId() })
  if (!dump) throw new Error('the embedded database returned no dump')
  return dump
}

/**
 * Vacuums, analyzes and checkpoints the database once an hour, since PGlite has no background processes: frees the
 * space of deleted rows, keeps the planner's statistics up to date, and removes write-ahead log that is no longer
 * needed. Returns a function that stops it.
 */
export function startVacuum(client: PgliteClient, log: Logger): () => void {
  const timer = setInterval(() => {
    vacuum(client).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error({ msg: 'vacuum_failed', err: error })
    })
  }, VACUUM_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Vacuums one table at a time, so that other requests wait for one table at most (some 10 ms for 20,000 rows), and then
 * checkpoints.
 */
export async function vacuum(client: PgliteClient): Promise<void> {
  const connectionId = client.newConnectionId()
  const query = async (sql: string) => (await client.call({ kind: 'query', connectionId, sql, params: [] })).rows
  const tables = await query("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'")
  for (const { name } of tables) await query(`vacuum (analyze) ${String(name)}`)
  await query('checkpoint')
}

async function migrateOrClose(client: PgliteClient, log: Logger): Promise<void> {
  try {
    await migrateClient(client, log)
  } catch (error) {
    // Otherwise the thread would keep running in a directory that is no longer locked.
    await client.close()
    throw error
  }
}

async function migrateClient(client: PgliteClient, log: Logger): Promise<void> {
  const names = await migrate(newMigrationSession(client), readMigrations(), Date.now())
  if (names.length > 0) log.info({ msg: 'migrations_applied', names })
}

/** A connection for migrations. */
export function newMigrationSession(client: PgliteConnections): MigrationSession {
  const connectionId = client.newConnectionId()
  return {
    exec: async (sql) => {
      if (sql === 'begin' || sql === 'commit' || sql === 'rollback') await client.call({ kind: sql, connectionId })
      else await client.call({ kind: 'exec', connectionId, sql })
    },
    query: async (sql, params = []) => (await client.call({ kind: 'query', connectionId, sql, params })).rows,
  }
}

interface DatabaseHooks {
  /** How long a ping waits for an answer. */
  pingMs?: number
  onStatement?: OnStatement
  onClosing?: () => void
  onClosed?: () => void
}

/** The database behind a client whose schema is up to date. Closing it closes the client. */
export function newEmbeddedDatabase(client: PgliteConnections, hooks: DatabaseHooks = {}): EmbeddedDatabase {
  const db = new Kysely<Tables>({
    dialect: newEmbeddedDialect(client),
    ...(hooks.onStatement ? { log: hooks.onStatement } : {}),
  })
  return {
    kind: 'embedded',
    db,
    ping: async () => {
      const query = client.call({ kind: 'query', connectionId: client.newConnectionId(), sql: 'select 1', params: [] })
      const milliseconds = hooks.pingMs ?? PING_TIMEOUT_MS
      await pTimeout(query, { milliseconds, message: 'the embedded database does not answer' })
    },
    dump: () => dumpClient(client),
    close: async () => {
      hooks.onClosing?.()
      await db.destroy()
      await client.close()
      hooks.onClosed?.()
    },
  }
}
