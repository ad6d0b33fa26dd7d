import { randomUUID } from 'node:crypto'
import type { QuestionId } from '@quizmaster/contract/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Clock, DAY_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Logger } from '../../infra/log.ts'
import type { Metrics } from '../../infra/metrics.ts'
import { limitsByAddress, type RateLimit, type RateLimiter } from '../../infra/rate-limit.ts'
import type { Secrets } from '../../infra/secrets.ts'
import { Refusal } from '../../refusal.ts'
import { queueMail } from '../accounts/mail-queue.ts'
import { type Bank, recordBankChange } from './bank.ts'

const COMPLAINTS_PER_MINUTE = 10
const COUNTED_PER_DAY = 10
/** How old an account must be for its complaints to count, unless it has earned this many points. */
const ACCOUNT_AGE_MS = DAY_MS
const ACCOUNT_POINTS = 50
/** The largest share of a topic that complaints alone can quarantine. */
const QUARANTINED_SHARE = 0.1
const PLAYER_PREFIX = 'user:'

/** Complaints of signed-in players. */
export const IS_FROM_PLAYER = sql<boolean>`complaint.reporter like ${sql.lit(`${PLAYER_PREFIX}%`)}`

export interface ComplaintDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
  bank: Bank
  log: Logger
  secrets: Secrets
  metrics: Pick<Metrics, 'complaints' | 'quarantinedQuestions' | 'reviewsDue'>
  /** Who is notified of questions that are not quarantined because of the limit per topic. */
  adminEmails: readonly string[]
  /** Called once a mail has been queued. */
  mailQueued(): void
  /** The number of open complaints that count, from different mailboxes, that quarantines a question. */
  complaintThreshold: number
}

interface Complaint {
  questionId: QuestionId
  /** `user:{id}`, or `address:{keyed hash}` for a visitor. */
  reporter: string
  /** The client address. */
  address: string
  reason?: string | undefined
  comment?: string | undefined
}

/** What a complaint led to. */
interface Filed {
  isNew: boolean
  outcome: 'quarantined' | 'review_due' | null
}

/**
 * Stores a complaint. While a reporter's complaint about a question is open, another one updates it. The complaint that
 * reaches the threshold quarantines the question: it isn't drawn again until an admin has reviewed it. At most a tenth
 * of a topic is quarantined this way; beyond that, the admins are notified instead.
 * @throws not_found, rate_limited over 10 a minute per reporter
 */
export async function fileComplaint(deps: ComplaintDeps, complaint: Complaint): Promise<void> {
  const { questionId } = complaint
  const filed = await inTransaction(deps.db, async (trx): Promise<Filed | Refusal> => {
    // Locks the reporter's key, so that concurrent complaints of one account are counted one after the other.
    await deps.limiter.take(trx, complaintLimits(complaint))
    // Locked, so that the second of two concurrent complaints counts the first.
    const question = await trx
      .selectFrom('question')
      .select(['id', 'key', 'topic_id', 'held_at', 'review_due_at'])
      .where('id', '=', questionId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!question) return new Refusal('not_found')
    const { isNew, counts } = await storeComplaint(trx, complaint, deps.clock.now())
    const isReached =
      counts && question.held_at === null && (await countMailboxes(trx, questionId)) >= deps.complaintThreshold
    return { isNew, outcome: isReached ? await quarantine(deps, trx, question) : null }
  })
  if (filed instanceof Refusal) throw filed
  if (filed.isNew) deps.metrics.complaints.inc({ reporter: isFromPlayer(complaint) ? 'player' : 'visitor' })
  if (filed.outcome === 'quarantined') {
    deps.bank.forget()
    deps.metrics.quarantinedQuestions.inc()
  }
  if (filed.outcome === 'review_due') {
    deps.metrics.reviewsDue.inc()
    deps.log.warn({ msg: 'question_review_due', question: questionId })
    deps.mailQueued()
  }
}

/** Limits accounts individually, and visitors by their client address. */
function complaintLimits(complaint: Complaint): RateLimit[] {
  const limit = (key: string) => ({ key: `complaint:${key}`, max: COMPLAINTS_PER_MINUTE, windowMs: MINUTE_MS })
  if (isFromPlayer(complaint)) return [limit(complaint.reporter)]
  return limitsByAddress(complaint.address, (network) => limit(`address:${network}`))
}

function isFromPlayer({ reporter }: Pick<Complaint, 'reporter'>): boolean {
  return reporter.startsWith(PLAYER_PREFIX)
}

/**
 * Stores a new complaint, or updates the reporter's open one about the question. `counts` tells whether it counts
 * towards quarantine from now on, and did not before.
 */
async function storeComplaint(
  trx: Transaction<Tables>,
  complaint: Complaint,
  atMs: number,
): Promise<{ isNew: boolean; counts: boolean }> {
  const { questionId: question_id, reporter, reason = null, comment = null } = complaint
  const open = await trx
    .selectFrom('complaint')
    .select(['id', 'counted_at'])
    .where('question_id', '=', question_id)
    .where('reporter', '=', reporter)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  const counts = !open?.counted_at && (await mayCount(trx, complaint, atMs))
  if (!open) {
    const counted_at = counts ? atMs : null
    const row = { id: randomUUID(), question_id, reporter, reason, comment, created_at: atMs, counted_at }
    await trx.insertInto('complaint').values(row).execute()
    return { isNew: true, counts }
  }
  const update = {
    ...(reason === null ? {} : { reason }),
    ...(comment === null ? {} : { comment }),
    ...(counts ? { counted_at: atMs } : {}),
  }
  if (Object.keys(update).length > 0) await trx.updateTable('complaint').set(update).where('id', '=', open.id).execute()
  return { isNew: false, counts }
}

/**
 * Whether a complaint may count: its reporter is a player who was served the question, whose account is older than a
 * day or has earned 50 points, and of whom fewer than 10 complaints have counted in the last day. One person can pose
 * as any number of visitors or new accounts.
 */
async function mayCount(trx: Transaction<Tables>, complaint: Complaint, atMs: number): Promise<boolean> {
  if (!isFromPlayer(complaint)) return false
  const { questionId, reporter } = complaint
  const { rows } = await sql<{ may_count: boolean }>`
    select (app_user.created_at <= ${atMs - ACCOUNT_AGE_MS} or user_progress.total_points >= ${ACCOUNT_POINTS})
      and exists (select from serving where serving.user_id = app_user.id and serving.question_id = ${questionId})
      and (
        select count(*) from complaint
        where complaint.reporter = ${reporter} and complaint.counted_at > ${atMs - DAY_MS}
      ) < ${COUNTED_PER_DAY} as may_count
    from app_user left join user_progress on user_progress.user_id = app_user.id
    where app_user.id = ${reporter.slice(PLAYER_PREFIX.length)}`.execute(trx)
  return rows[0]?.may_count ?? false
}

/**
 * The number of mailboxes that open complaints about a question come from, of those complaints that count. An address
 * with a tag, as in `anna+quiz@example.com`, is the same mailbox as without.
 */
export async function countMailboxes(trx: Transaction<Tables>, questionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct regexp_replace(app_user.email_key, ${String.raw`\+[^@]*@`}, '@')) as count
    from complaint join app_user on complaint.reporter = ${PLAYER_PREFIX} || app_user.id
    where complaint.question_id = ${questionId} and complaint.counted_at is not null
      and complaint.resolved_at is null`.execute(trx)
  return rows[0]?.count ?? 0
}

interface ReportedQuestion {
  id: string
  key: string
  topic_id: string
  review_due_at: number | null
}

async function quarantine(
  deps: ComplaintDeps,
  trx: Transaction<Tables>,
  { id, key, topic_id, review_due_at }: ReportedQuestion,
): Promise<Filed['outcome']> {
  const at = deps.clock.now()
  if (await isTopicAtLimit(trx, topic_id)) {
    if (review_due_at !== null) return null
    await trx.updateTable('question').set({ review_due_at: at }).where('id', '=', id).execute()
    const details = { kind: 'question_review_due', question: key } as const
    for (const email of deps.adminEmails) await queueMail(deps, trx, { email, details })
    return 'review_due'
  }
  await trx.updateTable('question').set({ held_at: at, review_due_at: null }).where('id', '=', id).execute()
  await recordBankChange(trx)
  return 'quarantined'
}

/** Whether one more question in quarantine would be more than a tenth of the topic. */
async function isTopicAtLimit(trx: Transaction<Tables>, topicId: string): Promise<boolean> {
  // Locked, so that two questions of the topic are not quarantined at once when only one more is allowed.
  await trx.selectFrom('topic').select('id').where('id', '=', topicId).forNoKeyUpdate().execute()
  const { held, size } = await trx
    .selectFrom('question')
    .select([sql<number>`count(held_at)`.as('held'), sql<number>`count(*)`.as('size')])
    .where('topic_id', '=', topicId)
    .where('is_in_files', '=', true)
    .executeTakeFirstOrThrow()
  return held + 1 > size * QUARANTINED_SHARE
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
