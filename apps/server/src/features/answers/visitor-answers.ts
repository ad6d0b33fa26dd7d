import type { QuestionId } from '@quizmaster/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

/** Counts the answers of visitors. Nothing else is stored about them. */
export interface VisitorAnswers {
  count(questionId: QuestionId, isRight: boolean): void
  /** Adds the counts since the last call to the database, in one statement. */
  store(): Promise<void>
}

/** Counts in memory, so that a visitor's answer writes nothing; a crash loses the counts that are not stored yet. */
export function createVisitorAnswers(db: Kysely<Tables>): VisitorAnswers {
  let counts = new Map<QuestionId, { answers: number; right: number }>()
  return {
    count(questionId, isRight) {
      const { answers, right } = counts.get(questionId) ?? { answers: 0, right: 0 }
      counts.set(questionId, { answers: answers + 1, right: right + (isRight ? 1 : 0) })
    },
    async store() {
      if (counts.size === 0) return
      const rows = [...counts].map(([question_id, { answers, right }]) => ({ question_id, answers, right }))
      counts = new Map()
      await sql`
        insert into visitor_answer_count (question_id, answer_count, right_count)
        select question_id, answers, "right" from json_to_recordset(${JSON.stringify(rows)}::json) as counted
          (question_id uuid, answers bigint, "right" bigint)
        order by question_id
        on conflict (question_id) do update set
          answer_count = visitor_answer_count.answer_count + excluded.answer_count,
          right_count = visitor_answer_count.right_count + excluded.right_count`.execute(db)
    },
  }
}
