import { z } from 'zod'
import { SECOND_FACTOR_CODE_MAX_LENGTH } from '../limits.ts'
import { adminApi } from '../routes/admin.ts'
import { dataOf, emptyDataSchema, endpoint, storableText } from './endpoint.ts'

const secondFactorStateSchema = z.object({
  /** Null while it is off. */
  enabled_at: z.int().nullable(),
  /** Whether this server requires one of every admin. */
  is_required: z.boolean(),
  /** Whether this session has been confirmed with it. */
  is_confirmed: z.boolean(),
  recovery_codes_left: z.int(),
})
export type SecondFactorState = z.infer<typeof secondFactorStateSchema>

/** A code from the app, or a recovery code; spaces and dashes don't matter. */
const secondFactorCode = z.object({ code: storableText(1, SECOND_FACTOR_CODE_MAX_LENGTH) })

/** An admin's second factor. */
export const secondFactorEndpoints = {
  getSecondFactor: endpoint(adminApi.getSecondFactor, {
    access: 'admin_sign_in',
    summary: "The state of the caller's second factor",
    body: null,
    answer: dataOf(secondFactorStateSchema),
  }),
  beginSecondFactor: endpoint(adminApi.beginSecondFactor, {
    access: 'admin_sign_in',
    summary: 'Creates a secret for an authenticator app',
    body: null,
    answer: dataOf(z.object({ secret: z.string(), url: z.string() })),
  }),
  enableSecondFactor: endpoint(adminApi.enableSecondFactor, {
    access: 'admin_sign_in',
    summary: 'Switches the second factor on with a first code; returns recovery codes',
    body: secondFactorCode,
    answer: dataOf(z.object({ recovery_codes: z.array(z.string()) })),
  }),
  confirmSecondFactor: endpoint(adminApi.confirmSecondFactor, {
    access: 'admin_sign_in',
    summary: 'Confirms this session with a code from the app or a recovery code',
    body: secondFactorCode,
    answer: emptyDataSchema,
  }),
  disableSecondFactor: endpoint(adminApi.disableSecondFactor, {
    access: 'admin_sign_in',
    summary: 'Switches the second factor off, with a code',
    body: secondFactorCode,
    answer: emptyDataSchema,
  }),
}
