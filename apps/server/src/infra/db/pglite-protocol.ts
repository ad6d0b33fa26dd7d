/**
 * What the server's thread and the thread of the embedded database say to each other. A `connectionId` stands for one
 * user of the single connection that PGlite has: while one is between `begin` and `commit` or `rollback`, the others
 * wait for their turn.
 */
export type PgliteCall =
  | { kind: 'query'; connectionId: number; sql: string; params: readonly unknown[] }
  | { kind: 'exec'; connectionId: number; sql: string }
  | { kind: 'begin' | 'commit' | 'rollback'; connectionId: number }
  | { kind: 'dump'; connectionId: number }
  | { kind: 'close'; connectionId: number }

export type PgliteRequest = PgliteCall & { requestId: number }

/** Rows of a query, or nothing; `affectedRows` only where rows were written; `dump` the gzipped tar of the folder. */
export interface PgliteResult {
  rows: Record<string, unknown>[]
  affectedRows?: number
  dump?: Uint8Array
}

/** The fields that structured cloning drops from an error, copied by hand. */
export interface PlainDatabaseError {
  message: string
  code?: string
  severity?: string
  detail?: string
  hint?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
}

export type PgliteReply =
  | { kind: 'ready' }
  | { kind: 'result'; requestId: number; result: PgliteResult }
  | { kind: 'error'; requestId: number; error: PlainDatabaseError }

/** How the database of a worker is opened; without `dataDir` it lives in memory and dies with the worker. */
export interface PgliteWorkerData {
  dataDir: string | null
  /** A gzipped tar to begin with; only for a database in memory. */
  tarball: Uint8Array | null
  /** A transaction that asks for nothing for so long is rolled back, so that it can't hold up everybody. */
  idleInTransactionMs: number
}
