import { randomUUID } from 'node:crypto'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'

const ACTIONS_A_MINUTE = 120

export interface AuditDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
}

/** What an operator has done, for the record. */
export interface Audited<Result> {
  result: Result
  /** A fact in the past tense, such as `question_withdrawn`. */
  action: string
  /** What it was done to: a question's key, a user's id (never an address), a flag's name. */
  subject: string
  /** What was before and what is after, as far as that says more than the action. */
  details?: Record<string, unknown>
}

/**
 * Does what an operator asks, and writes it down in the same transaction: either both are kept or neither. Whatever an
 * operator changes goes through here, and so does looking somebody up.
 * @throws rate_limited over 120 actions a minute an operator, refused ones too
 */
export async function runAudited<Result>(
  deps: AuditDeps,
  adminId: UserId,
  work: (trx: Transaction<Tables>, atMs: number) => Promise<Audited<Result>>,
): Promise<Result> {
  const limit = { key: `desk:${adminId}`, max: ACTIONS_A_MINUTE, windowMs: MINUTE_MS }
  // In a transaction of its own, so that refused actions count.
  await deps.limiter.take(deps.db, limit)
  return inTransaction(deps.db, async (trx) => {
    const atMs = deps.clock.now()
    const { result, ...done } = await work(trx, atMs)
    await writeDown(trx, adminId, atMs, done)
    return result
  })
}

async function writeDown(
  trx: Transaction<Tables>,
  adminId: UserId,
  atMs: number,
  { action, subject, details = {} }: Omit<Audited<unknown>, 'result'>,
): Promise<void> {
  const admin = await trx.selectFrom('app_user').select('email').where('id', '=', adminId).executeTakeFirst()
  if (!admin) throw new Refusal('unauthorized')
  await trx
    .insertInto('audit_entry')
    .values({
      id: randomUUID(),
      at: atMs,
      admin_id: adminId,
      admin_email: admin.email,
      action,
      subject,
      details: JSON.stringify(details),
    })
    .execute()
}
