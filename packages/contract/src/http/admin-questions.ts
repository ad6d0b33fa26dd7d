import { z } from 'zod'
import { answerIdSchema, questionIdSchema, userIdSchema } from '../ids.ts'
import {
  ANSWER_COUNT,
  ANSWER_TEXT_MAX_LENGTH,
  COMPLAINT_COMMENT_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  QUESTION_SEARCH_MAX_LENGTH,
  QUESTION_TEXT_MAX_LENGTH,
  TOPIC_SEARCH_MAX_LENGTH,
} from '../limits.ts'
import { adminApi } from '../routes/admin.ts'
import type { Route } from '../routes/route.ts'
import { dataOf, emptyDataSchema, endpoint, queryInteger, storableText, words } from './endpoint.ts'
import { topicSchema } from './gameplay.ts'

export const complaintReasonSchema = z.enum(['question', 'answers', 'description', 'translation'])
export type ComplaintReason = z.infer<typeof complaintReasonSchema>

/** What is wrong with a question. */
export const complaintSchema = z.object({
  reason: complaintReasonSchema.optional(),
  comment: storableText(0, COMPLAINT_COMMENT_MAX_LENGTH).optional(),
})

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
  /** Complaints would have quarantined it, but too many questions of its topic were in quarantine. */
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

/** Why players' answers suggest reviewing a question. */
export const ratingFindingSchema = z.enum(['contradicts', 'mostly_wrong', 'mostly_right'])
export type RatingFinding = z.infer<typeof ratingFindingSchema>

/** A question with its marked and its measured difficulty. */
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

/** A topic that players have suggested, in its first wording. */
export const topicSuggestionSchema = z.object({
  text: z.string(),
  player_count: z.int(),
  first_at: z.int(),
  last_at: z.int(),
})

export type TopicSuggestion = z.infer<typeof topicSuggestionSchema>

const questionParams = z.object({ id: questionIdSchema })
const questionAnswer = dataOf(adminQuestionSchema)

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

/** What admins do with questions, and `complain`, the admin service's only call for players. */
export const adminQuestionEndpoints = {
  complain: endpoint(adminApi.complain, {
    access: 'open',
    summary: 'Reports a problem with a question',
    params: z.object({ id: questionIdSchema }),
    body: complaintSchema.prefault({}),
    answer: emptyDataSchema,
  }),
  listComplaints: endpoint(adminApi.listComplaints, {
    access: 'admin',
    summary: 'Questions with complaints, those that most players reported first; 50 a page',
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
  removeTopicSuggestion: endpoint(adminApi.removeTopicSuggestion, {
    access: 'admin',
    summary: 'Removes a suggested topic that has been dealt with, for all who suggested it',
    body: z.object({ text: storableText(1, TOPIC_SEARCH_MAX_LENGTH) }),
    answer: emptyDataSchema,
  }),
  listRatings: endpoint(adminApi.listRatings, {
    access: 'admin',
    summary: "Questions that players' answers suggest reviewing; 50 a page",
    query: z.object({
      finding: ratingFindingSchema.default('contradicts'),
      page: queryInteger(1, 10_000, 1),
    }),
    body: null,
    answer: dataOf(z.object({ questions: z.array(ratedQuestionSchema), has_more: z.boolean() })),
  }),
  editQuestion: endpoint(adminApi.editQuestion, {
    access: 'admin',
    summary: 'Changes the text of a question; settles a conflict in favour of this text',
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
  revertQuestion: questionAction(
    adminApi.revertQuestion,
    'Drops the edit: the question has the text of its file again',
  ),
  withdrawQuestion: questionAction(adminApi.withdrawQuestion, 'Takes a question out of circulation'),
  restoreQuestion: questionAction(
    adminApi.restoreQuestion,
    'Puts a quarantined or withdrawn question back into circulation; its open complaints are resolved',
  ),
}
