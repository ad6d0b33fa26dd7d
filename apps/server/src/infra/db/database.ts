import type { Kysely } from 'kysely'
import { openEmbedded } from './embedded-database.ts'
import { type Log, silentLog } from './log.ts'
import { openPostgres } from './postgres-database.ts'
import type { Standing } from './standing.ts'
import type { Tables } from './tables.ts'

interface AnyDatabase {
  db: Kysely<Tables>
  /** Resolves when the database answers; rejects after 2 s without an answer. For `/readyz`. */
  ping: () => Promise<void>
  /** Ends what is under way, then closes; the embedded one is checkpointed and its folder released. */
  close: () => Promise<void>
}

/** PGlite in a thread of this process: safe against a crash of the program, not against power loss. */
export interface EmbeddedDatabase extends AnyDatabase {
  kind: 'embedded'
  /** The whole database as a gzipped tar, taken between two transactions. */
  dump: () => Promise<Uint8Array>
}

/** A PostgreSQL server. */
export interface PostgresDatabase extends AnyDatabase {
  kind: 'postgres'
  /** Its time, in epoch milliseconds. */
  now: () => Promise<number>
  /** Whether it answers, within 3 s; connections on which nothing comes back any more are cut. Ask it every second. */
  standing: () => Promise<Standing>
}

/** The database of the program, whichever it is. `db` speaks the same SQL on both. */
export type Database = EmbeddedDatabase | PostgresDatabase

export interface DatabaseConfig {
  /** `postgres://…`, or null for the embedded database in `dataDir`/pg (contract 1). */
  databaseUrl: string | null
  dataDir: string
  log?: Log
  /** Most connections to PostgreSQL at once; 10 when left out. */
  maxConnections?: number
}

/**
 * Opens the database and brings its schema up to date.
 * @throws DataDirInUseError when another process has the folder; MigrationError when database and program don't fit.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const log = config.log ?? silentLog
  if (config.databaseUrl === null) return openEmbedded(config.dataDir, log)
  return openPostgres(config.databaseUrl, config.maxConnections ?? 10, log)
}
