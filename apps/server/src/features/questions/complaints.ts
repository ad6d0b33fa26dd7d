import { randomUUID } from 'node:crypto'
import type { QuestionId } from '@quizmaster/contract/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Metrics } from '../../infra/metrics.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import { type Bank, recordBankChange } from './bank.ts'

const COMPLAINTS_PER_MINUTE = 10
const PLAYER_PREFIX = 'user:'

/** Only complaints of signed-in players count towards the threshold. */
export const IS_FROM_PLAYER = sql<boolean>`reporter like ${sql.lit(`${PLAYER_PREFIX}%`)}`

export interface ComplaintDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
  bank: Bank
  metrics: Pick<Metrics, 'complaints' | 'quarantinedQuestions'>
  /** The number of open complaints by signed-in players that quarantines a question. */
  complaintThreshold: number
}

interface Complaint {
  questionId: QuestionId
  /** `user:{id}`, or `address:{keyed hash}` for a visitor. */
  reporter: string
  reason?: string | undefined
  comment?: string | undefined
}

/**
 * Stores a complaint. While a reporter's complaint about a question is open, another one updates it. The complaint that
 * reaches the threshold quarantines the question: it isn't drawn again until an admin has reviewed it. Visitors'
 * complaints are stored but don't count, because one person can be any number of visitors.
 * @throws not_found, rate_limited over 10 a minute per reporter
 */
export async function fileComplaint(deps: ComplaintDeps, complaint: Complaint): Promise<void> {
  const { questionId, reporter } = complaint
  const filed = await inTransaction(deps.db, async (trx) => {
    const limit = { key: `complaint:${reporter}`, max: COMPLAINTS_PER_MINUTE, windowMs: MINUTE_MS }
    await deps.limiter.take(trx, limit)
    // Locked, so that the second of two concurrent complaints counts the first.
    const question = await trx
      .selectFrom('question')
      .select('held_at')
      .where('id', '=', questionId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!question) return new Refusal('not_found')
    const isNew = await storeComplaint(trx, complaint, deps.clock.now())
    const isQuarantined = isNew && question.held_at === null && (await isThresholdReached(deps, trx, questionId))
    if (isQuarantined) await quarantine(trx, questionId, deps.clock.now())
    return { isNew, isQuarantined }
  })
  if (filed instanceof Refusal) throw filed
  if (filed.isNew) deps.metrics.complaints.inc({ reporter: reporter.startsWith(PLAYER_PREFIX) ? 'player' : 'visitor' })
  if (!filed.isQuarantined) return
  deps.bank.forget()
  deps.metrics.quarantinedQuestions.inc()
}

/** False if the reporter already has an open complaint about the question, which is updated instead. */
async function storeComplaint(trx: Transaction<Tables>, complaint: Complaint, atMs: number): Promise<boolean> {
  const { questionId: question_id, reporter, reason = null, comment = null } = complaint
  const open = await trx
    .selectFrom('complaint')
    .select('id')
    .where('question_id', '=', question_id)
    .where('reporter', '=', reporter)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  if (!open) {
    const row = { id: randomUUID(), question_id, reporter, reason, comment, created_at: atMs }
    await trx.insertInto('complaint').values(row).execute()
    return true
  }
  const update = { ...(reason === null ? {} : { reason }), ...(comment === null ? {} : { comment }) }
  if (Object.keys(update).length > 0) await trx.updateTable('complaint').set(update).where('id', '=', open.id).execute()
  return false
}

async function isThresholdReached(
  { complaintThreshold }: ComplaintDeps,
  trx: Transaction<Tables>,
  questionId: QuestionId,
): Promise<boolean> {
  const { count } = await trx
    .selectFrom('complaint')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('question_id', '=', questionId)
    .where(IS_FROM_PLAYER)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count >= complaintThreshold
}

async function quarantine(trx: Transaction<Tables>, questionId: QuestionId, atMs: number): Promise<void> {
  await trx.updateTable('question').set({ held_at: atMs }).where('id', '=', questionId).execute()
  await recordBankChange(trx)
}

/** Marks a question's open complaints as resolved, so that they no longer count. Returns how many there were. */
export async function resolveComplaints(
  trx: Transaction<Tables>,
  questionId: QuestionId,
  atMs: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('complaint')
    .set({ resolved_at: atMs })
    .where('question_id', '=', questionId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
