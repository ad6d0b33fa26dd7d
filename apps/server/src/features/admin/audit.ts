import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@quizmaster/contract/http/admin'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely, Transaction } from 'kysely'
import { type Clock, DAY_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'

const ACTIONS_PER_MINUTE = 120
const ENTRIES_PER_PAGE = 100
/** A year, and some time to look back on it. */
const KEPT_MS = 400 * DAY_MS

export interface AuditDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
}

/** The result of an admin's action, and its entry in the audit log. */
export interface Audited<Result> {
  result: Result
  /** In the past tense, such as `question_withdrawn`. */
  action: string
  /** What it was done to: a question's key, a user's id (never an e-mail address), a flag's name, a suggested topic. */
  subject: string
  /** The state before and after, unless the action says it all. */
  details?: Record<string, unknown>
}

/**
 * Runs an admin's action and records it in the same transaction, so that both are stored or neither. Everything an
 * admin changes goes through here, and so does looking up a player.
 * @throws rate_limited over 120 actions a minute per admin, including refused ones
 */
export async function runAudited<Result>(
  deps: AuditDeps,
  adminId: UserId,
  work: (trx: Transaction<Tables>, atMs: number) => Promise<Audited<Result>>,
): Promise<Result> {
  // In a transaction of its own, so that refused actions count. The key keeps its old name because its hash is stored.
  await deps.limiter.take(deps.db, { key: `desk:${adminId}`, max: ACTIONS_PER_MINUTE, windowMs: MINUTE_MS })
  return inTransaction(deps.db, async (trx) => {
    const atMs = deps.clock.now()
    const { result, ...entry } = await work(trx, atMs)
    await recordAction(trx, adminId, atMs, entry)
    return result
  })
}

/** Adds an entry to the audit log. */
export async function recordAction(
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

/** The actions of all admins, latest first, 100 per page. Pages count from 1. */
export async function listAudit(
  { db }: { db: Kysely<Tables> },
  page: number,
): Promise<{ entries: AuditEntry[]; has_more: boolean }> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['id', 'at', 'admin_email', 'action', 'subject', 'details'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ENTRIES_PER_PAGE + 1)
    .offset((page - 1) * ENTRIES_PER_PAGE)
    .execute()
  return { entries: rows.slice(0, ENTRIES_PER_PAGE), has_more: rows.length > ENTRIES_PER_PAGE }
}

/** Deletes entries older than 400 days. */
export async function sweepAudit({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('audit_entry')
    .where('at', '<=', clock.now() - KEPT_MS)
    .execute()
}
