import type { Kysely, LogEvent } from 'kysely'
import { type Logger, silentLog } from '../log.ts'
import { openEmbedded } from './embedded-database.ts'
import { openPostgres, type PostgresTimeouts } from './postgres-database.ts'
import type { DatabaseHealth } from './postgres-health.ts'
import type { Tables } from './tables.ts'

interface AnyDatabase {
  db: Kysely<Tables>
  /** Resolves when the database answers; rejects after 2 s without an answer. For `/readyz`. */
  ping: () => Promise<void>
  /** Finishes pending queries, then closes. The embedded database is checkpointed and its data directory unlocked. */
  close: () => Promise<void>
}

/** PGlite in a worker thread of this process. Acknowledged writes survive a crash and a power cut. */
export interface EmbeddedDatabase extends AnyDatabase {
  kind: 'embedded'
  /** The whole database as a gzipped tar, taken between two transactions. */
  dump: () => Promise<Uint8Array>
}

/** The connections of a pool. */
export interface PoolUsage {
  inUse: number
  idle: number
  /** Statements and transactions that wait for a connection. */
  waiting: number
  max: number
}

/** A PostgreSQL server. */
export interface PostgresDatabase extends AnyDatabase {
  kind: 'postgres'
  /** The server's time, in epoch milliseconds. */
  now: () => Promise<number>
  /** Checks the server, within 3 s, and cuts dead connections. Meant to be called every second. */
  health: () => Promise<DatabaseHealth>
  poolUsage: () => PoolUsage
}

/** The server's database. `db` speaks the same SQL on both kinds. */
export type Database = EmbeddedDatabase | PostgresDatabase

export type OnStatement = (event: LogEvent) => void

export interface DatabaseConfig {
  /** `postgres://…`, or null for the embedded database in `dataDir`/pg (contract 1). */
  databaseUrl: string | null
  dataDir: string
  log?: Logger
  /** Size of the PostgreSQL connection pool; 10 by default. */
  maxConnections?: number
  /** Overrides of the time limits for PostgreSQL, for tests. */
  timeouts?: Partial<PostgresTimeouts>
  /** Called after each statement, if given. Without it no statement is timed. */
  onStatement?: OnStatement
}

/**
 * Opens the database and migrates it.
 * @throws DataDirInUseError when another process has the data directory open; MigrationError when the schema is newer
 *   than this program or was edited.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const log = config.log ?? silentLog
  const { onStatement, maxConnections = 10, timeouts = {} } = config
  if (config.databaseUrl === null) return openEmbedded(config.dataDir, log, onStatement)
  return openPostgres(config.databaseUrl, { maxConnections, timeouts, log, onStatement })
}
