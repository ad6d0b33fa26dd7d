import type { RatedQuestion, RatingFinding } from '@quizmaster/contract/http/admin-questions'
import { RATED_FROM_ANSWERS } from '@quizmaster/contract/limits'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { listAdminQuestions } from './find-questions.ts'

const QUESTIONS_PER_PAGE = 50

/**
 * Whether the rating contradicts the marked difficulty, by being this far on the other side of 0, an average question.
 */
const CONTRADICTS = sql<boolean>`case difficulty when 1 then rating >= 1 when 3 then rating <= -1 else abs(rating) >= 2.5 end`
const RIGHT_SHARE = sql<number>`right_answer_count::double precision / answer_count`
/** Fewer than guesses would get right: perhaps the wrong answer is marked as right. */
const MOSTLY_WRONG = sql<boolean>`${RIGHT_SHARE} <= 0.15`
const MOSTLY_RIGHT = sql<boolean>`${RIGHT_SHARE} >= 0.95`

/** Which questions a finding lists, and which of them come first. */
const FINDINGS = {
  contradicts: { where: CONTRADICTS, order: sql`abs(rating) desc` },
  mostly_wrong: { where: MOSTLY_WRONG, order: sql`${RIGHT_SHARE}` },
  mostly_right: { where: MOSTLY_RIGHT, order: sql`${RIGHT_SHARE} desc` },
} as const satisfies Record<RatingFinding, object>

/**
 * Questions whose answers suggest a second look, the most conspicuous first, 50 per page. Only those in circulation or
 * quarantine, with at least 30 rated answers. Pages count from 1.
 */
export async function listRatings(
  db: Kysely<Tables>,
  { finding, page }: { finding: RatingFinding; page: number },
): Promise<{ questions: RatedQuestion[]; has_more: boolean }> {
  const { where, order } = FINDINGS[finding]
  const rows = await db
    .selectFrom('question_rating')
    .innerJoin('question', 'question.id', 'question_rating.question_id')
    .select(['question.id', 'difficulty', 'rating', 'answer_count', 'right_answer_count'])
    .where('answer_count', '>=', RATED_FROM_ANSWERS)
    .where('question.is_in_files', '=', true)
    .where('question.withdrawn_at', 'is', null)
    .where(where)
    .orderBy(order)
    .orderBy('question.id')
    .limit(QUESTIONS_PER_PAGE + 1)
    .offset((page - 1) * QUESTIONS_PER_PAGE)
    .execute()
  const shown = rows.slice(0, QUESTIONS_PER_PAGE)
  const questions = new Map(
    (
      await listAdminQuestions(
        db,
        shown.map(({ id }) => id),
      )
    ).map((question) => [question.id as string, question]),
  )
  return {
    questions: shown.flatMap(({ id, ...rated }) => {
      const question = questions.get(id)
      return question ? [{ question, ...rated }] : []
    }),
    has_more: rows.length > QUESTIONS_PER_PAGE,
  }
}
