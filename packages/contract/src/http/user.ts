import { z } from 'zod'
import { displayNameProblem, normalizeDisplayName } from '../display-name.ts'
import { emailProblem } from '../email.ts'
import { sessionIdSchema, userIdSchema } from '../ids.ts'
import { DEVICE_TOKEN_MAX_LENGTH, FEATURE_FLAG_NAME_MAX_LENGTH, SIGN_IN_CODE_PATTERN, TIME_FACTORS } from '../limits.ts'
import { MESSAGES } from '../messages.ts'
import { userApi } from '../routes/user.ts'
import { timeZoneSchema } from '../time-zone.ts'
import { dataOf, emptyDataSchema, endpoint } from './endpoint.ts'

export const planSchema = z.enum(['starter', 'monthly', 'yearly', 'lifetime'])

/** A user's own account; other players never see these fields. */
export const userSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  display_name: z.string().nullable(),
  show_on_leaderboard: z.boolean(),
  is_premium: z.boolean(),
  plan: planSchema,
  role: z.enum(['player', 'admin']),
  created_at: z.int(),
})

export type Plan = z.infer<typeof planSchema>
export type User = z.infer<typeof userSchema>
export type Settings = z.infer<typeof settingsSchema>

const emailSchema = z
  .string({ error: (issue) => (issue.input === undefined ? MESSAGES.emailRequired : MESSAGES.emailInvalid) })
  .transform((text) => text.trim())
  .superRefine((email, context) => {
    const problem = emailProblem(email)
    if (problem) context.addIssue(problem)
  })

const codeSchema = z.string(MESSAGES.digitsOnly).regex(SIGN_IN_CODE_PATTERN, MESSAGES.digitsOnly)

/** Optional here, because a missing code is refused last: a client can first learn whether the rest is valid. */
const confirmationCodeSchema = codeSchema.optional()

/** The `device_token` of an earlier sign-in on this device, which identifies the device. */
const deviceTokenSchema = z.string().max(DEVICE_TOKEN_MAX_LENGTH).optional()

/** How many times the usual time a player has to answer in games. */
const timeFactorSchema = z.literal(TIME_FACTORS, `must be one of ${TIME_FACTORS.join(', ')}`)

/** A player's settings; the time zone is null until a client has sent one. */
export const settingsSchema = z.object({
  time_zone: z.string().nullable(),
  review_missed: z.boolean(),
  /** Only once the player has chosen one; 1 before. */
  time_factor: timeFactorSchema.optional(),
  /** When it can be changed again; only while it cannot be. */
  time_factor_kept_until: z.int().optional(),
})

const displayNameSchema = z
  .string({
    error: (issue) => (issue.input === undefined ? MESSAGES.displayNameRequired : MESSAGES.displayNameInvalid),
  })
  .superRefine((name, context) => {
    const problem = displayNameProblem(name)
    if (problem) context.addIssue(problem)
  })
  .transform(normalizeDisplayName)

/** Accounts and feature flags, on the user service. */
export const userEndpoints = {
  currentUser: endpoint(userApi.currentUser, {
    access: 'open',
    summary: 'The signed-in user, or null',
    body: null,
    answer: dataOf(userSchema.nullable()),
  }),
  requestCode: endpoint(userApi.requestCode, {
    access: 'open',
    summary: 'Mails a code, to sign in with or to confirm the export or deletion of the account',
    body: z.object({ email: emailSchema, device_token: deviceTokenSchema }),
    answer: emptyDataSchema,
  }),
  verifyCode: endpoint(userApi.verifyCode, {
    access: 'open',
    summary: 'Exchanges a code for a bearer token',
    body: z.object({ email: emailSchema, code: codeSchema, device_token: deviceTokenSchema }),
    answer: z.object({ token: z.string(), device_token: z.string() }),
  }),
  logout: endpoint(userApi.logout, {
    access: 'signed_in',
    summary: 'Ends this session',
    body: null,
    answer: emptyDataSchema,
  }),
  updateProfile: endpoint(userApi.updateProfile, {
    access: 'signed_in',
    summary: 'Changes the display name',
    body: z.object({
      displayName: displayNameSchema,
      id: userIdSchema,
      show_on_leaderboard: z.boolean().optional(),
    }),
    answer: dataOf(userSchema),
  }),
  getGameName: endpoint(userApi.getGameName, {
    access: 'signed_in',
    summary: 'The name that other players see, and whether the player has been asked for it',
    body: null,
    answer: dataOf(z.object({ name_shown: z.string(), is_asked: z.boolean() })),
  }),
  chooseGameName: endpoint(userApi.chooseGameName, {
    access: 'signed_in',
    summary: 'Chooses the name to play under, when the player is asked for it; null keeps the current name',
    body: z.object({ name: displayNameSchema.nullable() }),
    answer: dataOf(userSchema),
  }),
  listSessions: endpoint(userApi.listSessions, {
    access: 'signed_in',
    summary: 'Where the user is signed in',
    body: null,
    answer: dataOf(
      z.array(
        z.object({
          id: sessionIdSchema,
          device: z.string(),
          created_at: z.int(),
          last_seen_at: z.int(),
          is_current: z.boolean(),
        }),
      ),
    ),
  }),
  revokeSession: endpoint(userApi.revokeSession, {
    access: 'signed_in',
    summary: 'Ends one session',
    params: z.object({ id: sessionIdSchema }),
    body: null,
    answer: emptyDataSchema,
  }),
  revokeAllSessions: endpoint(userApi.revokeAllSessions, {
    access: 'signed_in',
    summary: 'Ends all sessions, this one too',
    body: null,
    answer: emptyDataSchema,
  }),
  exportAccount: endpoint(userApi.exportAccount, {
    access: 'signed_in',
    summary: 'All data about the user, confirmed with a mailed code',
    body: z.object({ code: confirmationCodeSchema }).prefault({}),
    answer: dataOf(z.record(z.string(), z.unknown())),
  }),
  deleteAccount: endpoint(userApi.deleteAccount, {
    access: 'signed_in',
    summary: 'Erases the account for good; the e-mail is typed again, and confirmed with a mailed code',
    body: z.object({ email: emailSchema, code: confirmationCodeSchema }),
    answer: emptyDataSchema,
  }),
  getSettings: endpoint(userApi.getSettings, {
    access: 'signed_in',
    summary: "The player's time zone, whether missed questions come back, and the time to answer in games",
    body: null,
    answer: dataOf(settingsSchema),
  }),
  updateSettings: endpoint(userApi.updateSettings, {
    access: 'signed_in',
    summary: 'Changes some of the settings',
    body: z
      .object({
        time_zone: timeZoneSchema.unwrap().optional(),
        review_missed: z.boolean().optional(),
        time_factor: timeFactorSchema.optional(),
      })
      .refine((change) => Object.values(change).some((value) => value !== undefined), {
        path: ['time_zone'],
        message: 'time_zone, review_missed or time_factor is a required field',
      }),
    answer: dataOf(settingsSchema),
  }),
  chatIdentity: endpoint(userApi.chatIdentity, {
    access: 'signed_in',
    summary: 'Proof of identity for the support chat; null if the chat is anonymous',
    body: null,
    answer: dataOf(z.object({ identifier: userIdSchema, identifier_hash: z.string() }).nullable()),
  }),
  isFeatureFlagEnabled: endpoint(userApi.isFeatureFlagEnabled, {
    access: 'open',
    summary: 'Whether a feature is switched on; false for an unknown name',
    body: z.object({ name: z.string().min(1).max(FEATURE_FLAG_NAME_MAX_LENGTH) }),
    answer: z.object({ is_enabled: z.boolean() }),
  }),
}
