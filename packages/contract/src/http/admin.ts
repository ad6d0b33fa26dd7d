import { z } from 'zod'
import { answerIdSchema, questionIdSchema, userIdSchema } from '../ids.ts'
import {
  AD_LIMITS,
  ANSWER_COUNT,
  ANSWER_TEXT_MAX_LENGTH,
  COMPLAINT_COMMENT_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  FEATURE_FLAG_NAME_MAX_LENGTH,
  QUESTION_SEARCH_MAX_LENGTH,
  SECOND_FACTOR_CODE_MAX_LENGTH,
  QUESTION_TEXT_MAX_LENGTH,
} from '../limits.ts'
import { adItemSchema } from './ads.ts'
import { adminApi } from '../routes/admin.ts'
import type { Route } from '../routes/route.ts'
import { dataOf, emptyDataSchema, endpoint, queryInteger, storableText, words } from './endpoint.ts'
import { topicSchema } from './gameplay.ts'
import { priceIdSchema } from './payments.ts'
import { userSchema } from './user.ts'

export const complaintReasonSchema = z.enum(['question', 'answers', 'description', 'translation'])
export type ComplaintReason = z.infer<typeof complaintReasonSchema>

const questionTextSchema = words(QUESTION_TEXT_MAX_LENGTH)
const answerTextSchema = words(ANSWER_TEXT_MAX_LENGTH)
const descriptionSchema = words(DESCRIPTION_MAX_LENGTH).nullable()

/** The content file's version of a question that conflicts with an operator's edit. `right` is one of `answers`. */
const fileTextSchema = z.object({
  text: z.string(),
  answers: z.array(z.string()),
  right: z.string(),
  description: z.string().nullable(),
})

/** A question as admins see it, with the correct answer. */
export const adminQuestionSchema = z.object({
  id: questionIdSchema,
  /** Its name in the content files, `topic/question`. */
  key: z.string(),
  topic: topicSchema,
  text: z.string(),
  answers: z.array(z.object({ id: answerIdSchema, text: z.string() })),
  correct_answer_id: answerIdSchema,
  description: z.string().nullable(),
  /** `held`: quarantined after too many complaints; `withdrawn`: by an operator; `retired`: no longer in the files. */
  status: z.enum(['active', 'held', 'withdrawn', 'retired']),
  /** Complaints would have quarantined it, if the topic did not have too many in quarantine already. */
  is_review_due: z.boolean(),
  is_edited: z.boolean(),
  conflict: fileTextSchema.nullable(),
})
export type AdminQuestion = z.infer<typeof adminQuestionSchema>

/** A question and its complaints. `reasons` counts them by reason; those without one count as `none`. */
export const complainedQuestionSchema = z.object({
  question: adminQuestionSchema,
  complaint_count: z.int(),
  /** Complaints of signed-in players. */
  player_count: z.int(),
  /** Those that count towards the threshold. */
  counted_count: z.int(),
  reasons: z.record(z.string(), z.int()),
  /** The latest 20 comments. */
  comments: z.array(z.object({ reason: complaintReasonSchema.nullable(), comment: z.string(), created_at: z.int() })),
  /** The players who complained, the latest first, 20 at most. */
  reporters: z.array(
    z.object({
      user_id: userIdSchema,
      /** The name that other players see. */
      name: z.string(),
      is_counted: z.boolean(),
      /** All open complaints of this player. */
      open_complaint_count: z.int(),
    }),
  ),
  last_at: z.int(),
})
export type ComplainedQuestion = z.infer<typeof complainedQuestionSchema>

/** Why a question's answers suggest a second look. */
export const ratingFindingSchema = z.enum(['contradicts', 'mostly_wrong', 'mostly_right'])
export type RatingFinding = z.infer<typeof ratingFindingSchema>

/** A question with how hard it is marked and how hard it has proved to be. */
export const ratedQuestionSchema = z.object({
  question: adminQuestionSchema,
  /** As marked in its file: 1 easy, 2 medium, 3 hard. */
  difficulty: z.int(),
  /** In logits: 0 for an average question, more for a harder one. */
  rating: z.number(),
  /** Rated answers only. */
  answer_count: z.int(),
  right_answer_count: z.int(),
})
export type RatedQuestion = z.infer<typeof ratedQuestionSchema>

export const playerAccountSchema = userSchema.extend({
  /** The name that other players see. */
  name: z.string(),
  /** Who granted the current plan. */
  plan_origin: z.enum(['provider', 'sandbox', 'operator']).nullable(),
  total_points: z.int(),
  open_complaint_count: z.int(),
})
export type PlayerAccount = z.infer<typeof playerAccountSchema>

/** A topic that players would like to have, in the wording that came first. */
export const topicSuggestionSchema = z.object({
  text: z.string(),
  player_count: z.int(),
  first_at: z.int(),
  last_at: z.int(),
})

export type TopicSuggestion = z.infer<typeof topicSuggestionSchema>

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.int(),
  admin_email: z.string(),
  /** In the past tense, such as `question_withdrawn`. */
  action: z.string(),
  /** The key of a question, the id of a user or the name of a flag. */
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

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

/** A code of the app, or a recovery code; spaces and dashes don't matter. */
const secondFactorCode = z.object({ code: storableText(1, SECOND_FACTOR_CODE_MAX_LENGTH) })

const flagSchema = z.object({
  name: z.string(),
  /** The value in this process. */
  is_enabled: z.boolean(),
  /** The FLAGS setting of this process overrides the stored value, so a change takes effect only elsewhere. */
  is_overridden: z.boolean(),
})
const questionParams = z.object({ id: questionIdSchema })
const userParams = z.object({ id: userIdSchema })
const questionAnswer = dataOf(adminQuestionSchema)
const userAnswer = dataOf(playerAccountSchema)

/** An action on one question that takes no body. */
function questionAction<const R extends Route>(route: R, summary: string) {
  return endpoint(route, {
    access: 'admin',
    summary,
    params: questionParams,
    body: null,
    answer: questionAnswer,
  })
}

/** The admin service, base `/services/admin/api/v2`. All but `complain` answer 404 to accounts that are not admins. */
export const adminEndpoints = {
  complain: endpoint(adminApi.complain, {
    access: 'open',
    summary: 'Reports a problem with a question',
    params: z.object({ id: questionIdSchema }),
    body: z
      .object({
        reason: complaintReasonSchema.optional(),
        comment: storableText(0, COMPLAINT_COMMENT_MAX_LENGTH).optional(),
      })
      .prefault({}),
    answer: emptyDataSchema,
  }),
  listComplaints: endpoint(adminApi.listComplaints, {
    access: 'admin',
    summary: 'Questions with complaints, those that most players report first; 50 a page',
    query: z.object({
      status: z.enum(['open', 'resolved']).default('open'),
      page: queryInteger(1, 10_000, 1),
    }),
    body: null,
    answer: dataOf(
      z.object({
        questions: z.array(complainedQuestionSchema),
        open_question_count: z.int(),
        open_complaint_count: z.int(),
        has_more: z.boolean(),
      }),
    ),
  }),
  resolveComplaints: questionAction(
    adminApi.resolveComplaints,
    'Resolves the open complaints; a quarantined question returns to circulation',
  ),
  findQuestions: endpoint(adminApi.findQuestions, {
    access: 'admin',
    summary: 'Questions by words or state, 50 at most',
    query: z.object({
      search: storableText(0, QUESTION_SEARCH_MAX_LENGTH).default(''),
      state: z.enum(['any', 'held', 'withdrawn', 'edited', 'conflict']).default('any'),
    }),
    body: null,
    answer: dataOf(z.array(adminQuestionSchema)),
  }),
  listTopicSuggestions: endpoint(adminApi.listTopicSuggestions, {
    access: 'admin',
    summary: 'Topics that players suggest, most players first; 100 a page',
    query: z.object({ page: queryInteger(1, 10_000, 1) }),
    body: null,
    answer: dataOf(z.object({ suggestions: z.array(topicSuggestionSchema), has_more: z.boolean() })),
  }),
  listRatings: endpoint(adminApi.listRatings, {
    access: 'admin',
    summary: 'Questions whose answers suggest a second look; 50 a page',
    query: z.object({
      finding: ratingFindingSchema.default('contradicts'),
      page: queryInteger(1, 10_000, 1),
    }),
    body: null,
    answer: dataOf(z.object({ questions: z.array(ratedQuestionSchema), has_more: z.boolean() })),
  }),
  editQuestion: endpoint(adminApi.editQuestion, {
    access: 'admin',
    summary: 'Changes what a question says; settles a conflict in favour of these words',
    params: questionParams,
    body: z.object({
      text: questionTextSchema,
      answers: z
        .array(z.object({ id: answerIdSchema, text: answerTextSchema }))
        .length(ANSWER_COUNT)
        .refine((answers) => new Set(answers.map((answer) => answer.text)).size === ANSWER_COUNT, 'must differ'),
      correct_answer_id: answerIdSchema,
      description: descriptionSchema,
    }),
    answer: questionAnswer,
  }),
  revertQuestion: questionAction(adminApi.revertQuestion, 'Drops the edit: the question says what its file says'),
  withdrawQuestion: questionAction(adminApi.withdrawQuestion, 'Takes a question out of circulation'),
  restoreQuestion: questionAction(
    adminApi.restoreQuestion,
    'Puts a quarantined or withdrawn question back into circulation; its open complaints are resolved',
  ),
  listFlags: endpoint(adminApi.listFlags, {
    access: 'admin',
    summary: 'All feature flags',
    body: null,
    answer: dataOf(z.array(flagSchema)),
  }),
  setFlag: endpoint(adminApi.setFlag, {
    access: 'admin',
    summary: 'Switches a known feature on or off; seen everywhere within 3 s',
    body: z.object({ name: storableText(1, FEATURE_FLAG_NAME_MAX_LENGTH), is_enabled: z.boolean() }),
    answer: dataOf(z.array(flagSchema)),
  }),
  setAds: endpoint(adminApi.setAds, {
    access: 'admin',
    summary: 'Replaces the ads in circulation',
    body: z.object({ ads: z.array(adItemSchema).max(AD_LIMITS.ads) }),
    answer: dataOf(z.array(adItemSchema)),
  }),
  findUser: endpoint(adminApi.findUser, {
    access: 'admin',
    summary: 'The account of an address, or null; the address stays out of URLs',
    body: z.object({ email: storableText(0, EMAIL_MAX_LENGTH) }),
    answer: dataOf(playerAccountSchema.nullable()),
  }),
  grantLegend: endpoint(adminApi.grantLegend, {
    access: 'admin',
    summary: 'Gives Legend by hand, until it is ended by hand',
    params: userParams,
    body: z.object({ plan: priceIdSchema.default('lifetime') }).prefault({}),
    answer: userAnswer,
  }),
  endLegend: endpoint(adminApi.endLegend, {
    access: 'admin',
    summary: 'Ends what was given by hand; what was paid for stays',
    params: userParams,
    body: null,
    answer: userAnswer,
  }),
  resetName: endpoint(adminApi.resetName, {
    access: 'admin',
    summary: 'Takes the display name away; the player is "Player" and four digits again',
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
  getSecondFactor: endpoint(adminApi.getSecondFactor, {
    access: 'admin_sign_in',
    summary: "The state of the caller's second factor",
    body: null,
    answer: dataOf(secondFactorStateSchema),
  }),
  beginSecondFactor: endpoint(adminApi.beginSecondFactor, {
    access: 'admin_sign_in',
    summary: 'Makes a secret for an authenticator app',
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
    summary: 'Confirms this session with a code of the app or a recovery code',
    body: secondFactorCode,
    answer: emptyDataSchema,
  }),
  disableSecondFactor: endpoint(adminApi.disableSecondFactor, {
    access: 'admin_sign_in',
    summary: 'Switches the second factor off, with a code',
    body: secondFactorCode,
    answer: emptyDataSchema,
  }),
  listAudit: endpoint(adminApi.listAudit, {
    access: 'admin',
    summary: 'What operators did, the latest first; 100 a page',
    query: z.object({ page: queryInteger(1, 10_000, 1) }),
    body: null,
    answer: dataOf(z.object({ entries: z.array(auditEntrySchema), has_more: z.boolean() })),
  }),
}
