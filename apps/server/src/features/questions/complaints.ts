import { randomUUID } from 'node:crypto'
import type { QuestionId } from '@quizmaster/contract/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Metrics } from '../../infra/metrics.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import { type Bank, noteBankChange } from './bank.ts'

const COMPLAINTS_A_MINUTE = 10
const PLAYER = 'user:'

/** Complaints of signed-in players, who alone count towards the threshold. */
export const OF_PLAYERS = sql<boolean>`reporter like ${sql.lit(`${PLAYER}%`)}`

export interface ComplaintDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
  bank: Bank
  metrics: Pick<Metrics, 'complaints' | 'quarantinedQuestions'>
  /** Open complaints of signed-in players that take a question out of circulation. */
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
 * Keeps a complaint; while it is open the same reporter counts once a question, their latest words stay. One that
 * fills the threshold holds the question: no draw gives it any more until an operator has looked at it. Visitors'
 * complaints are kept, but anybody can be any number of visitors, so they don't count.
 * @throws not_found, rate_limited over 10 a minute a reporter (contract 3)
 */
export async function fileComplaint(deps: ComplaintDeps, complaint: Complaint): Promise<void> {
  const { questionId, reporter } = complaint
  const filed = await inTransaction(deps.db, async (trx) => {
    const limit = { key: `complaint:${reporter}`, max: COMPLAINTS_A_MINUTE, windowMs: MINUTE_MS }
    await deps.limiter.take(trx, limit)
    // Locked: of two complaints at once the second counts the first.
    const question = await trx
      .selectFrom('question')
      .select('held_at')
      .where('id', '=', questionId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!question) return new Refusal('not_found')
    const isNew = await keep(trx, complaint, deps.clock.now())
    const isHeld = isNew && question.held_at === null && (await isThresholdReached(deps, trx, questionId))
    if (isHeld) await hold(trx, questionId, deps.clock.now())
    return { isNew, isHeld }
  })
  if (filed instanceof Refusal) throw filed
  if (filed.isNew) deps.metrics.complaints.inc({ reporter: reporter.startsWith(PLAYER) ? 'player' : 'visitor' })
  if (!filed.isHeld) return
  deps.bank.forget()
  deps.metrics.quarantinedQuestions.inc()
}

/** False where the reporter has an open complaint about the question already; that one takes on what is said now. */
async function keep(trx: Transaction<Tables>, complaint: Complaint, atMs: number): Promise<boolean> {
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
  const said = { ...(reason === null ? {} : { reason }), ...(comment === null ? {} : { comment }) }
  if (Object.keys(said).length > 0) await trx.updateTable('complaint').set(said).where('id', '=', open.id).execute()
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
    .where(OF_PLAYERS)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count >= complaintThreshold
}

async function hold(trx: Transaction<Tables>, questionId: QuestionId, atMs: number): Promise<void> {
  await trx.updateTable('question').set({ held_at: atMs }).where('id', '=', questionId).execute()
  await noteBankChange(trx)
}

/** The open complaints about a question have been looked at: they count no more. */
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
