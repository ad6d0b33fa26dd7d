import { setTimeout as sleep } from 'node:timers/promises'
import { type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely'
import { databaseErrorCode, isStalePlan } from './database-error.ts'
import type { Tables } from './tables.ts'

const MAX_ATTEMPTS = 5
const BASE_WAIT_MS = 10

/** serialization_failure and deadlock_detected: the transaction was rolled back and a retry may succeed. */
const RETRIED_CODES = new Set(['40001', '40P01'])

/** The database or a transaction. */
export type Db = Kysely<Tables>

export interface TransactionOptions {
  /** Read committed by default. The embedded database runs one transaction at a time, so any level is serializable. */
  isolationLevel?: IsolationLevel
  /** Waits between attempts. For tests. */
  wait?: (waitMs: number) => Promise<void>
}

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. After a serialization failure
 * or a deadlock `work` runs again, up to five times in all, so it must have no effects besides queries on `trx`. If
 * `db` is a transaction already, `work` joins it, and the outermost call retries.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  if (isTransaction(db)) return work(db)
  return retried(() => {
    const builder = db.transaction()
    return (options.isolationLevel ? builder.setIsolationLevel(options.isolationLevel) : builder).execute(work)
  }, options.wait)
}

/** Runs `attempt`, which is a transaction or a single statement outside one, with the retries of `inTransaction`. */
export async function retried<Result>(
  attempt: () => Promise<Result>,
  wait: (waitMs: number) => Promise<void> = sleep,
): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (count >= MAX_ATTEMPTS || !mayRetry(error)) throw error
      // Exponential backoff with jitter, so that the same two transactions don't collide again.
      await wait(Math.random() * BASE_WAIT_MS * 2 ** count)
    }
  }
}

/** Takes the named lock, waiting while another transaction of any process holds it. Released when `trx` ends. */
export async function holdLock(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

/** Takes the named lock unless another transaction holds it, and returns whether it did. Released when `trx` ends. */
export async function tryLock(trx: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_taken`.execute(trx)
  return rows[0]?.is_taken === true
}

function mayRetry(error: unknown): boolean {
  return RETRIED_CODES.has(databaseErrorCode(error) ?? '') || isStalePlan(error)
}

function isTransaction(db: Db): db is Transaction<Tables> {
  return db.isTransaction
}
