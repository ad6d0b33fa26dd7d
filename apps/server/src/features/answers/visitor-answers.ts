import type { QuestionId } from '@quizmaster/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

/** Counts the answers of visitors. Nothing else is stored about them. */
export interface VisitorAnswers {
  count(questionId: QuestionId, isRight: boolean): void
  /** Adds the counts since they were last stored to the database, in one statement. */
  store(): Promise<void>
}

interface Count {
  answers: number
  right: number
}

/**
 * Counts in memory, so that a visitor's answer writes nothing; a crash loses the counts that are not stored yet. What
 * could not be stored is kept for the next time. If the database stored it and the confirmation was lost, it counts
 * twice.
 */
export function createVisitorAnswers(db: Kysely<Tables>): VisitorAnswers {
  let counts = new Map<QuestionId, Count>()
  function add(questionId: QuestionId, { answers, right }: Count): void {
    const before = counts.get(questionId) ?? { answers: 0, right: 0 }
    counts.set(questionId, { answers: before.answers + answers, right: before.right + right })
  }
  return {
    count: (questionId, isRight) => add(questionId, { answers: 1, right: isRight ? 1 : 0 }),
    async store() {
      if (counts.size === 0) return
      const stored = counts
      counts = new Map()
      try {
        await insert(db, stored)
      } catch (error) {
        for (const [questionId, count] of stored) add(questionId, count)
        throw error
      }
    },
  }
}

async function insert(db: Kysely<Tables>, counts: ReadonlyMap<QuestionId, Count>): Promise<void> {
  const rows = [...counts].map(([question_id, { answers, right }]) => ({ question_id, answers, right }))
  await sql`
    insert into visitor_answer_count (question_id, answer_count, right_count)
    select question_id, answers, "right" from json_to_recordset(${JSON.stringify(rows)}::json) as counted
      (question_id uuid, answers bigint, "right" bigint)
    order by question_id
    on conflict (question_id) do update set
      answer_count = visitor_answer_count.answer_count + excluded.answer_count,
      right_count = visitor_answer_count.right_count + excluded.right_count`.execute(db)
}
