import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import type { PostgresDatabase } from './database.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { withNamedStatements } from './named-statements.ts'
import { createPoolSockets, type PoolSockets } from './pool-sockets.ts'
import { postgresTypes } from './postgres-types.ts'
import { findStanding } from './standing.ts'
import type { Tables } from './tables.ts'
import { withinMs } from './within.ts'

const STATEMENT_TIMEOUT_MS = 5000
/** The server ends its statements itself; where it is gone, the driver stops waiting a little later. */
const QUERY_TIMEOUT_MS = 6000
const LOCK_TIMEOUT_MS = 3000
const IDLE_IN_TRANSACTION_MS = 10_000
const CONNECT_TIMEOUT_MS = 2000
const PING_TIMEOUT_MS = 2000
/** A schema change that waits longer than this for its table would keep everybody behind it waiting too. */
const MIGRATION_LOCK_TIMEOUT_MS = 10_000
/** For pg_advisory_lock: any number, as long as all processes use the same. */
const MIGRATION_LOCK_ID = 7_120_418_203

/**
 * Connects to a PostgreSQL server and migrates it; processes that start together take turns.
 * @throws MigrationError; the driver's error when the server can't be reached.
 */
export async function openPostgres(url: string, maxConnections: number, log: Log): Promise<PostgresDatabase> {
  await migratePostgres(url, log)
  const sockets = createPoolSockets()
  const pool = newPool(url, maxConnections, sockets, log)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) })
  let closing: Promise<void> | null = null
  return {
    kind: 'postgres',
    db,
    now: () => askTime(pool),
    ping: () => withinMs(pingPool(pool), PING_TIMEOUT_MS, 'the database does not answer'),
    standing: () => findStanding({ pool, sockets, connectAnew: () => connectAnew(url, sockets) }),
    close: () => (closing ??= closePool(db, pool)),
  }
}

function newPool(url: string, maxConnections: number, sockets: PoolSockets, log: Log): Pool {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'quizmaster',
    stream: () => sockets.open(),
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // A 2xx means that it is on disk, whatever the server's own default.
    options: '-c synchronous_commit=on',
    types: postgresTypes,
  })
  // A connection that breaks is dropped from the pool and the next query opens another. The error comes as an event of
  // the pool for an idle one, of the client for one that is taken but has nothing under way; unheard, either ends Node.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  })
  return pool
}

async function connectAnew(connectionString: string, sockets: PoolSockets): Promise<void> {
  const client = new Client({
    connectionString,
    application_name: 'quizmaster',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => sockets.open(),
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.end()
}

async function pingPool(pool: Pool): Promise<void> {
  await pool.query('select 1')
}

async function askTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  return Number(rows[0]?.ms)
}

async function closePool(db: Kysely<Tables>, pool: Pool): Promise<void> {
  // Ends the pool, but only when a query was ever made.
  await db.destroy()
  if (!pool.ending) await pool.end()
}

async function migratePostgres(url: string, log: Log): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'quizmaster migration',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: postgresTypes,
  })
  client.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  await client.connect()
  try {
    // Belongs to the connection: gone with it, however this process ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await client.query(`set lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`)
    const session = {
      exec: async (sql: string) => void (await client.query(sql)),
      query: async (sql: string, params: readonly unknown[] = []) =>
        (await client.query<Record<string, unknown>>(sql, [...params])).rows,
    }
    const names = await migrate(session, readMigrations(), Date.now())
    if (names.length > 0) log.info({ names }, 'migrations applied')
  } finally {
    await client.end()
  }
}
