import { z } from 'zod'
import { questionIdSchema } from '../ids.ts'
import { emptyDataSchema, endpoint, storableText } from './endpoint.ts'

export const complaintReasonSchema = z.enum(['question', 'answers', 'description', 'translation'])
export type ComplaintReason = z.infer<typeof complaintReasonSchema>

/** The admin service's only call for players, base `/services/admin/api/v2`; the operators' are in `desk.ts`. */
export const adminApi = {
  complain: endpoint({
    method: 'POST',
    path: '/question/:id/complaint',
    access: 'open',
    summary: 'Reports a problem with a question',
    params: z.object({ id: questionIdSchema }),
    body: z
      .object({
        reason: complaintReasonSchema.optional(),
        comment: storableText(0, 500).optional(),
      })
      .prefault({}),
    answer: emptyDataSchema,
  }),
}
