import type { ComplainedQuestion, ComplaintReason } from '@quizmaster/contract/http/admin-questions'
import type { UserId } from '@quizmaster/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { playerName } from '../accounts/player-name.ts'
import { IS_FROM_PLAYER } from '../questions/complaints.ts'
import { listAdminQuestions } from './find-questions.ts'

const QUESTIONS_PER_PAGE = 50
const COMMENTS_PER_QUESTION = 20
const REPORTERS_PER_QUESTION = 20

interface ComplaintPage {
  questions: ComplainedQuestion[]
  open_question_count: number
  open_complaint_count: number
  has_more: boolean
}

/** Questions with open or resolved complaints, most reported by players first, 50 per page. Pages count from 1. */
export async function listComplaints(
  { db }: { db: Kysely<Tables> },
  { status, page }: { status: 'open' | 'resolved'; page: number },
): Promise<ComplaintPage> {
  const hasStatus =
    status === 'open' ? sql<boolean>`complaint.resolved_at is null` : sql<boolean>`complaint.resolved_at is not null`
  const counted = await db
    .selectFrom('complaint')
    .select(['question_id', sql<number>`count(*)`.as('complaint_count'), sql<number>`max(created_at)`.as('last_at')])
    .select(sql<number>`count(*) filter (where ${IS_FROM_PLAYER})`.as('player_count'))
    .select(sql<number>`count(counted_at)`.as('counted_count'))
    .where(hasStatus)
    .groupBy('question_id')
    .orderBy('player_count', 'desc')
    .orderBy('complaint_count', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('question_id')
    .limit(QUESTIONS_PER_PAGE + 1)
    .offset((page - 1) * QUESTIONS_PER_PAGE)
    .execute()
  const shown = counted.slice(0, QUESTIONS_PER_PAGE)
  const ids = shown.map((row) => row.question_id)
  const questions = new Map((await listAdminQuestions(db, ids)).map((question) => [question.id as string, question]))
  const reasons = await countReasons(db, ids, hasStatus)
  const comments = await listComments(db, ids, hasStatus)
  const reporters = await listReporters(db, ids, hasStatus)
  return {
    questions: shown.flatMap(({ question_id, ...counts }) => {
      const question = questions.get(question_id)
      if (!question) return []
      return [
        {
          question,
          ...counts,
          reasons: reasons.get(question_id) ?? {},
          comments: comments.get(question_id) ?? [],
          reporters: reporters.get(question_id) ?? [],
        },
      ]
    }),
    ...(await countOpen(db)),
    has_more: counted.length > QUESTIONS_PER_PAGE,
  }
}

type Condition = ReturnType<typeof sql<boolean>>

async function countReasons(db: Kysely<Tables>, ids: readonly string[], hasStatus: Condition) {
  const counts = new Map<string, Record<string, number>>()
  if (ids.length === 0) return counts
  const rows = await db
    .selectFrom('complaint')
    .select(['question_id', sql<string>`coalesce(reason, 'none')`.as('name'), sql<number>`count(*)`.as('count')])
    .where('question_id', 'in', ids)
    .where(hasStatus)
    .groupBy(['question_id', 'name'])
    .execute()
  for (const { question_id, name, count } of rows) {
    counts.set(question_id, { ...counts.get(question_id), [name]: count })
  }
  return counts
}

/** The latest complaints with a comment, up to 20 per question. */
async function listComments(db: Kysely<Tables>, ids: readonly string[], hasStatus: Condition) {
  const comments = new Map<string, ComplainedQuestion['comments']>()
  if (ids.length === 0) return comments
  const rank = sql<number>`row_number() over (partition by question_id order by created_at desc, id)`
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('complaint')
        .select(['question_id', 'reason', 'comment', 'created_at', rank.as('rank')])
        .where('question_id', 'in', ids)
        .where('comment', '<>', '')
        .where(hasStatus)
        .as('latest'),
    )
    .selectAll()
    .where('rank', '<=', COMMENTS_PER_QUESTION)
    .orderBy('rank')
    .execute()
  for (const { question_id, reason, comment, created_at } of rows) {
    const complaint = { reason: reason as ComplaintReason | null, comment: comment ?? '', created_at }
    comments.set(question_id, [...(comments.get(question_id) ?? []), complaint])
  }
  return comments
}

/** The players who complained, the latest first, up to 20 per question. */
async function listReporters(db: Kysely<Tables>, ids: readonly string[], hasStatus: Condition) {
  const reporters = new Map<string, ComplainedQuestion['reporters']>()
  if (ids.length === 0) return reporters
  const rank = sql<number>`row_number() over (partition by complaint.question_id order by complaint.created_at desc, complaint.id)`
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('complaint')
        .innerJoin('app_user', (join) => join.on(sql<boolean>`complaint.reporter = 'user:' || app_user.id`))
        .select(['complaint.question_id', 'complaint.counted_at', 'app_user.id as user_id'])
        .select(['app_user.display_name', 'app_user.player_number', rank.as('rank')])
        .select((build) =>
          build
            .selectFrom('complaint as own')
            .select((count) => count.fn.countAll<number>().as('count'))
            .whereRef('own.reporter', '=', 'complaint.reporter')
            .where('own.resolved_at', 'is', null)
            .as('open_count'),
        )
        .where('complaint.question_id', 'in', ids)
        .where(hasStatus)
        .as('latest'),
    )
    .selectAll()
    .where('rank', '<=', REPORTERS_PER_QUESTION)
    .orderBy('rank')
    .execute()
  for (const { question_id, user_id, counted_at, open_count, ...named } of rows) {
    const reporter = {
      user_id: user_id as UserId,
      name: playerName(named),
      is_counted: counted_at !== null,
      open_complaint_count: open_count ?? 0,
    }
    reporters.set(question_id, [...(reporters.get(question_id) ?? []), reporter])
  }
  return reporters
}

function countOpen(db: Kysely<Tables>) {
  return db
    .selectFrom('complaint')
    .select([
      sql<number>`count(distinct question_id)`.as('open_question_count'),
      sql<number>`count(*)`.as('open_complaint_count'),
    ])
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
}
