import type { adminApi } from '@quizmaster/contract/http/admin'
import type { QuestionId } from '@quizmaster/contract/ids'
import { atLeast, type BodyOf, post } from '../../platform/http.ts'

const MIN_MS = 500

/** What may be wrong with a question. */
export type ComplaintReason = NonNullable<NonNullable<BodyOf<typeof adminApi.complain>>['reason']>

/** Reports a question, with a reason where one was named; takes at least 500 ms (spec 4). */
export async function complain(questionId: QuestionId, reason: ComplaintReason | null): Promise<void> {
  const body = reason ? { reason } : undefined
  const options = { params: { id: questionId } }
  await atLeast(MIN_MS, post<typeof adminApi.complain>('admin', '/question/:id/complaint', body, options))
}
