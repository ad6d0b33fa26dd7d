import { z } from 'zod'
import { userIdSchema } from '../ids.ts'
import { EMAIL_MAX_LENGTH } from '../limits.ts'
import { adminApi } from '../routes/admin.ts'
import { dataOf, endpoint, storableText } from './endpoint.ts'
import { priceIdSchema } from './payments.ts'
import { userSchema } from './user.ts'

export const playerAccountSchema = userSchema.extend({
  /** The name that other players see. */
  name: z.string(),
  /** Who granted the current plan. */
  plan_origin: z.enum(['provider', 'sandbox', 'operator']).nullable(),
  total_points: z.int(),
  open_complaint_count: z.int(),
})
export type PlayerAccount = z.infer<typeof playerAccountSchema>

const userParams = z.object({ id: userIdSchema })
const userAnswer = dataOf(playerAccountSchema)

/** What admins do with accounts. */
export const adminPlayerEndpoints = {
  findUser: endpoint(adminApi.findUser, {
    access: 'admin',
    summary: 'The account with an address, or null; the address stays out of URLs',
    body: z.object({ email: storableText(0, EMAIL_MAX_LENGTH) }),
    answer: dataOf(playerAccountSchema.nullable()),
  }),
  grantLegend: endpoint(adminApi.grantLegend, {
    access: 'admin',
    summary: 'Grants Legend until an admin ends it',
    params: userParams,
    body: z.object({ plan: priceIdSchema.default('lifetime') }).prefault({}),
    answer: userAnswer,
  }),
  endLegend: endpoint(adminApi.endLegend, {
    access: 'admin',
    summary: 'Ends a plan that an admin has granted; a paid plan stays',
    params: userParams,
    body: null,
    answer: userAnswer,
  }),
  resetName: endpoint(adminApi.resetName, {
    access: 'admin',
    summary: 'Removes the display name; the player is "Player" and four digits again',
    params: userParams,
    body: null,
    answer: userAnswer,
  }),
  reverseComplaints: endpoint(adminApi.reverseComplaints, {
    access: 'admin',
    summary:
      'Reverses everything that an account has reported: questions quarantined because of it return to circulation',
    params: userParams,
    body: null,
    answer: userAnswer,
  }),
}
