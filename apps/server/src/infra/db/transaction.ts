import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { databaseErrorCode, isStalePlan } from './database-error.ts'
import type { Tables } from './tables.ts'

const MAX_ATTEMPTS = 5
const BASE_WAIT_MS = 10

/** serialization_failure and deadlock_detected: nothing was done, and the same again may well succeed. */
const RETRIED_CODES = new Set(['40001', '40P01'])

/** Either the whole database or a transaction of it; queries take this. */
export type Db = Kysely<Tables>

export interface TransactionOptions {
  /** Read committed when left out. The embedded database has one transaction at a time, which is stricter than all. */
  isolationLevel?: IsolationLevel
  /** How to wait between two attempts; for tests. */
  wait?: (waitMs: number) => Promise<void>
}

/**
 * Runs `work` in a transaction: committed once it resolves, rolled back when it throws. `work` runs again, up to five
 * times in all, when the database gives up on it in favour of another transaction, so it must do nothing but queries on
 * `trx`. Called with a transaction, it runs `work` inside that one, and leaves the retry to the outermost call.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  if (isTransaction(db)) return work(db)
  const wait = options.wait ?? sleep
  for (let attempt = 1; ; attempt += 1) {
    try {
      const builder = db.transaction()
      return await (options.isolationLevel ? builder.setIsolationLevel(options.isolationLevel) : builder).execute(work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !mayRetry(error)) throw error
      // Doubled each time, and random, so that the same two don't meet again.
      await wait(Math.random() * BASE_WAIT_MS * 2 ** attempt)
    }
  }
}

function mayRetry(error: unknown): boolean {
  return RETRIED_CODES.has(databaseErrorCode(error) ?? '') || isStalePlan(error)
}

function isTransaction(db: Db): db is Transaction<Tables> {
  return db.isTransaction
}

function sleep(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs)
  })
}
