import { adminApi } from '@quizmaster/contract/routes/admin'
import type { QuestionId } from '@quizmaster/contract/ids'
import type { BodyOf } from '@quizmaster/contract/http/endpoints'
import { atLeast, call } from '../../platform/http.ts'

const MIN_MS = 500

/** What may be wrong with a question. */
export type ComplaintReason = NonNullable<NonNullable<BodyOf<typeof adminApi.complain>>['reason']>

/** What may be said beyond that something is wrong; all of it is optional. */
interface ComplaintWords {
  reason: ComplaintReason | null
  /** As typed; nothing is sent of one that is blank. */
  comment: string
}

/** Reports a question, with what was said about it; takes at least 500 ms (product 4). */
export async function complain(questionId: QuestionId, { reason, comment }: ComplaintWords): Promise<void> {
  const said = comment.trim()
  const body = reason || said ? { ...(reason && { reason }), ...(said && { comment: said }) } : undefined
  const options = { params: { id: questionId } }
  await atLeast(MIN_MS, call(adminApi.complain, body, options))
}
