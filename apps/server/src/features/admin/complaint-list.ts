import type { ComplainedQuestion, ComplaintReason } from '@quizmaster/contract/http/admin'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { OF_PLAYERS } from '../questions/complaints.ts'
import { listAdminQuestions } from './admin-questions.ts'

const QUESTIONS_A_PAGE = 50
const COMMENTS_A_QUESTION = 20

interface ComplaintPage {
  questions: ComplainedQuestion[]
  open_question_count: number
  open_complaint_count: number
  has_more: boolean
}

/** Questions with open (or resolved) complaints, those that most players report first; 50 a page, from page 1. */
export async function listComplaints(
  { db }: { db: Kysely<Tables> },
  { status, page }: { status: 'open' | 'resolved'; page: number },
): Promise<ComplaintPage> {
  const isWanted = status === 'open' ? sql<boolean>`resolved_at is null` : sql<boolean>`resolved_at is not null`
  const counted = await db
    .selectFrom('complaint')
    .select(['question_id', sql<number>`count(*)`.as('complaint_count'), sql<number>`max(created_at)`.as('last_at')])
    .select(sql<number>`count(*) filter (where ${OF_PLAYERS})`.as('player_count'))
    .where(isWanted)
    .groupBy('question_id')
    .orderBy('player_count', 'desc')
    .orderBy('complaint_count', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('question_id')
    .limit(QUESTIONS_A_PAGE + 1)
    .offset((page - 1) * QUESTIONS_A_PAGE)
    .execute()
  const shown = counted.slice(0, QUESTIONS_A_PAGE)
  const ids = shown.map((row) => row.question_id)
  const questions = new Map((await listAdminQuestions(db, ids)).map((question) => [question.id as string, question]))
  const reasons = await countReasons(db, ids, isWanted)
  const comments = await listComments(db, ids, isWanted)
  return {
    questions: shown.flatMap(({ question_id, ...counts }) => {
      const question = questions.get(question_id)
      if (!question) return []
      return [
        { question, ...counts, reasons: reasons.get(question_id) ?? {}, comments: comments.get(question_id) ?? [] },
      ]
    }),
    ...(await countOpen(db)),
    has_more: counted.length > QUESTIONS_A_PAGE,
  }
}

type Wanted = ReturnType<typeof sql<boolean>>

async function countReasons(db: Kysely<Tables>, ids: readonly string[], isWanted: Wanted) {
  const counts = new Map<string, Record<string, number>>()
  if (ids.length === 0) return counts
  const rows = await db
    .selectFrom('complaint')
    .select(['question_id', sql<string>`coalesce(reason, 'none')`.as('name'), sql<number>`count(*)`.as('count')])
    .where('question_id', 'in', ids)
    .where(isWanted)
    .groupBy(['question_id', 'name'])
    .execute()
  for (const { question_id, name, count } of rows) {
    counts.set(question_id, { ...counts.get(question_id), [name]: count })
  }
  return counts
}

/** The latest with words, up to 20 of each question. */
async function listComments(db: Kysely<Tables>, ids: readonly string[], isWanted: Wanted) {
  const comments = new Map<string, ComplainedQuestion['comments']>()
  if (ids.length === 0) return comments
  const place = sql<number>`row_number() over (partition by question_id order by created_at desc, id)`
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('complaint')
        .select(['question_id', 'reason', 'comment', 'created_at', place.as('place')])
        .where('question_id', 'in', ids)
        .where('comment', '<>', '')
        .where(isWanted)
        .as('latest'),
    )
    .selectAll()
    .where('place', '<=', COMMENTS_A_QUESTION)
    .orderBy('place')
    .execute()
  for (const { question_id, reason, comment, created_at } of rows) {
    const said = { reason: reason as ComplaintReason | null, comment: comment ?? '', created_at }
    comments.set(question_id, [...(comments.get(question_id) ?? []), said])
  }
  return comments
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
