import { z } from 'zod'
import { questionIdSchema } from '../ids.ts'
import { emptyDataSchema, endpoint, storableText } from './endpoint.ts'

/** The calls of the admin service, base `/services/admin/api/v2`. */
export const adminApi = {
  complain: endpoint({
    method: 'POST',
    path: '/question/:id/complaint',
    access: 'open',
    summary: 'Reports a problem with a question',
    params: z.object({ id: questionIdSchema }),
    body: z
      .object({
        reason: z.enum(['question', 'answers', 'description', 'translation']).optional(),
        comment: storableText(0, 500).optional(),
      })
      .prefault({}),
    answer: emptyDataSchema,
  }),
}
