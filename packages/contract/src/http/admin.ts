import { z } from 'zod'
import { AD_LIMITS, FEATURE_FLAG_NAME_MAX_LENGTH } from '../limits.ts'
import { adminApi } from '../routes/admin.ts'
import { adminPlayerEndpoints } from './admin-players.ts'
import { adminQuestionEndpoints } from './admin-questions.ts'
import { adItemSchema } from './ads.ts'
import { dataOf, endpoint, queryInteger, storableText } from './endpoint.ts'
import { secondFactorEndpoints } from './second-factor.ts'

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.int(),
  admin_email: z.string(),
  /** In the past tense, such as `question_withdrawn`. */
  action: z.string(),
  /** The key of a question, the id of a user, the name of a flag or a suggested topic. */
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

const flagSchema = z.object({
  name: z.string(),
  /** The value in this process. */
  is_enabled: z.boolean(),
  /** The FLAGS setting of this process overrides the stored value, so a change takes effect only elsewhere. */
  is_overridden: z.boolean(),
})

/** The admin service, base `/services/admin/api/v2`. All but `complain` answer 404 to accounts that are not admins. */
export const adminEndpoints = {
  ...adminQuestionEndpoints,
  ...adminPlayerEndpoints,
  ...secondFactorEndpoints,
  listFlags: endpoint(adminApi.listFlags, {
    access: 'admin',
    summary: 'All feature flags',
    body: null,
    answer: dataOf(z.array(flagSchema)),
  }),
  setFlag: endpoint(adminApi.setFlag, {
    access: 'admin',
    summary: 'Switches a known feature on or off; takes effect everywhere within 3 s',
    body: z.object({ name: storableText(1, FEATURE_FLAG_NAME_MAX_LENGTH), is_enabled: z.boolean() }),
    answer: dataOf(z.array(flagSchema)),
  }),
  setAds: endpoint(adminApi.setAds, {
    access: 'admin',
    summary: 'Replaces the ads in circulation',
    body: z.object({ ads: z.array(adItemSchema).max(AD_LIMITS.ads) }),
    answer: dataOf(z.array(adItemSchema)),
  }),
  listAudit: endpoint(adminApi.listAudit, {
    access: 'admin',
    summary: 'What operators did, the latest first; 100 a page',
    query: z.object({ page: queryInteger(1, 10_000, 1) }),
    body: null,
    answer: dataOf(z.object({ entries: z.array(auditEntrySchema), has_more: z.boolean() })),
  }),
}
