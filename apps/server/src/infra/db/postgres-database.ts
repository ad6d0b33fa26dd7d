import { Kysely, PostgresDialect } from 'kysely'
import pTimeout from 'p-timeout'
import { Client, Pool, TypeOverrides } from 'pg'
import type { Logger } from '../log.ts'
import type { OnStatement, PostgresDatabase } from './database.ts'
import { migrate, type MigrationSession, readMigrations } from './migrate.ts'
import { checkHealth, createPoolSockets, type PoolSockets } from './postgres-health.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { Tables } from './tables.ts'

/** The name under which `pg_stat_activity` lists servers, unless the URL sets another one. */
const APPLICATION_NAME = 'quizmaster'

/** Time limits in milliseconds. */
export interface PostgresTimeouts {
  readonly statementMs: number
  /** The driver's own limit, for a server that is gone. Longer than the server's, so that its error arrives first. */
  readonly queryMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
  readonly connectMs: number
  readonly pingMs: number
  /** For each of a health check's two waits. With a second between checks, an outage is noticed within 5 s. */
  readonly healthMs: number
}

const TIMEOUTS: PostgresTimeouts = {
  statementMs: 5000,
  queryMs: 6000,
  lockMs: 3000,
  idleInTransactionMs: 10_000,
  connectMs: 2000,
  pingMs: 2000,
  healthMs: 1500,
}
/** A schema change waiting for a table lock blocks every later query of that table. */
const MIGRATION_LOCK_TIMEOUT_MS = 10_000
/** The key of the advisory lock that serializes migrations across processes; the number itself has no meaning. */
const MIGRATION_LOCK_ID = 7_120_418_203

/** Reads counts and times (int8) as numbers, as the embedded database does. */
const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(20, Number)
typeParsers.setTypeParser(1016, parseInt8Array)

interface PostgresOptions {
  maxConnections: number
  /** Overrides of the defaults. */
  timeouts: Partial<PostgresTimeouts>
  log: Logger
  onStatement: OnStatement | undefined
}

/**
 * Connects to a PostgreSQL server and migrates it. Processes that start at the same time migrate one after another.
 * @throws MigrationError; the driver's error when the server can't be reached.
 */
export async function openPostgres(
  url: string,
  { maxConnections, timeouts: changed, log, onStatement }: PostgresOptions,
): Promise<PostgresDatabase> {
  const timeouts = { ...TIMEOUTS, ...changed }
  await migratePostgres(url, timeouts, log)
  const sockets = createPoolSockets()
  const pool = newPool(url, maxConnections, timeouts, sockets)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    ...(onStatement ? { log: onStatement } : {}),
  })
  let closing: Promise<void> | null = null
  return {
    kind: 'postgres',
    db,
    now: () => queryTime(pool),
    ping: () => pTimeout(pingPool(pool), { milliseconds: timeouts.pingMs, message: 'the database does not answer' }),
    health: () =>
      checkHealth({
        pool,
        sockets,
        probeConnection: () => probeConnection(url, timeouts, sockets),
        answerWithinMs: timeouts.healthMs,
      }),
    poolUsage: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: maxConnections,
    }),
    close: () => (closing ??= closePool(db, pool)),
  }
}

function newPool(url: string, maxConnections: number, timeouts: PostgresTimeouts, sockets: PoolSockets): Pool {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: timeouts.connectMs,
    keepAlive: true,
    application_name: APPLICATION_NAME,
    stream: () => sockets.open(),
    query_timeout: timeouts.queryMs,
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    // A 2xx response means the commit is on disk, whatever the server's default is.
    options: '-c synchronous_commit=on',
    types: typeParsers,
  })
  // A broken connection is dropped from the pool and the next query opens a new one; if it can't, that is logged where
  // the query fails. An idle connection reports the error on the pool, one checked out without a pending query on the
  // client; an unhandled error ends the process.
  const ignoreLost = () => undefined
  pool.on('error', ignoreLost)
  pool.on('connect', (client) => void client.on('error', ignoreLost))
  return pool
}

async function probeConnection(
  connectionString: string,
  { connectMs }: PostgresTimeouts,
  sockets: PoolSockets,
): Promise<void> {
  const client = new Client({
    connectionString,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: connectMs,
    stream: () => sockets.open(),
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.end()
}

async function pingPool(pool: Pool): Promise<void> {
  await pool.query('select 1')
}

async function queryTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  return Number(rows[0]?.ms)
}

async function closePool(db: Kysely<Tables>, pool: Pool): Promise<void> {
  // Kysely ends the pool only if it has run a query.
  await db.destroy()
  if (!pool.ending) await pool.end()
}

async function migratePostgres(url: string, { connectMs }: PostgresTimeouts, log: Logger): Promise<void> {
  const names = await withMigrationSession(url, (session) => migrate(session, readMigrations(), Date.now()), connectMs)
  if (names.length > 0) log.info({ msg: 'migrations_applied', names })
}

/** Does `work` on a connection for migrations, while no other process migrates. */
export function withMigrationSession<T>(
  url: string,
  work: (session: MigrationSession) => Promise<T>,
  connectMs?: number,
): Promise<T> {
  const locked = async (session: MigrationSession) => {
    // A session lock: released with the connection, however this process ends.
    await session.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await session.exec(`set lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`)
    return work(session)
  }
  return withSession(url, locked, connectMs)
}

/** Does `work` on a connection of its own, without time limits once it is connected. */
export async function withSession<T>(
  url: string,
  work: (session: MigrationSession) => Promise<T>,
  connectMs = TIMEOUTS.connectMs,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'quizmaster migration',
    connectionTimeoutMillis: connectMs,
    types: typeParsers,
  })
  // Ignored, because the pending statement is rejected too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Limits that the user or the database has by default are meant for servers.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    return await work({
      exec: async (sql) => void (await client.query(sql)),
      query: async (sql, params = []) => (await client.query<Record<string, unknown>>(sql, [...params])).rows,
    })
  } finally {
    await client.end()
  }
}

/** Parses a one-dimensional array such as '{1,2,NULL}'. */
function parseInt8Array(text: string): (number | null)[] {
  const items = text.slice(1, -1)
  return items === '' ? [] : items.split(',').map((item) => (item === 'NULL' ? null : Number(item)))
}
