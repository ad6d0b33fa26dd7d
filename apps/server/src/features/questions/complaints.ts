import { randomUUID } from 'node:crypto'
import type { QuestionId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'

const COMPLAINTS_A_MINUTE = 10
const MINUTE_MS = 60_000

export interface ComplaintDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
}

interface Complaint {
  questionId: QuestionId
  /** `user:{id}`, or `address:{keyed hash}` for a visitor. */
  reporter: string
  reason?: string | undefined
  comment?: string | undefined
}

/**
 * Keeps a complaint; the same reporter counts once a question, their latest words stay.
 * @throws not_found, rate_limited over 10 a minute a reporter (contract 3)
 */
export async function fileComplaint(deps: ComplaintDeps, complaint: Complaint): Promise<void> {
  const { questionId, reporter, reason = null, comment = null } = complaint
  const refusal = await inTransaction(deps.db, async (db) => {
    const limit = { key: `complaint:${reporter}`, max: COMPLAINTS_A_MINUTE, windowMs: MINUTE_MS }
    const waitMs = await deps.limiter.take(db, [limit])
    if (waitMs > 0) return new Refusal('rate_limited', { retryAfterMs: waitMs })
    const question = await db.selectFrom('question').select('id').where('id', '=', questionId).executeTakeFirst()
    if (!question) return new Refusal('not_found')
    const said = { ...(reason === null ? {} : { reason }), ...(comment === null ? {} : { comment }) }
    await db
      .insertInto('complaint')
      .values({ id: randomUUID(), question_id: questionId, reporter, reason, comment, created_at: deps.clock.now() })
      .onConflict((conflict) => {
        const same = conflict.columns(['question_id', 'reporter'])
        return Object.keys(said).length > 0 ? same.doUpdateSet(said) : same.doNothing()
      })
      .execute()
    return null
  })
  if (refusal) throw refusal
}
