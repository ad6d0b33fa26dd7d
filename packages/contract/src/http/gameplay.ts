import { z } from 'zod'
import { answerIdSchema, questionIdSchema, topicIdSchema } from '../ids.ts'
import {
  ANSWER_COUNT,
  PRACTICE_TOPICS_MAX,
  QUESTION_LIST_DEFAULT,
  QUESTION_LIST_MAX,
  TOPIC_LIST_DEFAULT,
  TOPIC_LIST_MAX,
  TOPIC_SEARCH_MAX_LENGTH,
  TOPIC_SEARCH_MIN_LENGTH,
} from '../limits.ts'
import { gameplayApi } from '../routes/gameplay.ts'
import { dataOf, endpoint, queryInteger, storableText } from './endpoint.ts'

export const topicSchema = z.object({ id: topicIdSchema, text: z.string() })

/** A topic to choose, with the group it belongs to: empty if its file was imported without one. */
export const listedTopicSchema = topicSchema.extend({ group: z.string() })

/** A group of the question bank with its topics by name. */
export const topicGroupSchema = z.object({ name: z.string(), topics: z.array(topicSchema) })

/** A question as it is asked; nothing in it reveals the correct answer. */
export const questionSchema = z.object({
  id: questionIdSchema,
  text: z.string(),
  topic: topicSchema,
  answers: z.array(z.object({ id: answerIdSchema, text: z.string() })).length(ANSWER_COUNT),
  source: z.object({ name: z.string(), url: z.string(), licence: z.string() }).optional(),
  /** The date, in the player's time zone, on which a question that comes back was missed. Only in practice. */
  missed_on: z.iso.date().optional(),
})

export const verifyAnswerResultSchema = z.object({
  correct_answer_id: answerIdSchema,
  correct_answer_text: z.string(),
  is_correct: z.boolean(),
  is_pause: z.literal(true),
  description: z.string().nullable(),
})

/** One line of 3 to 100 characters after trimming and NFKC, with a letter or digit in it. */
const topicSuggestionSchema = storableText(1, TOPIC_SEARCH_MAX_LENGTH)
  .transform((text) => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim())
  .pipe(
    z
      .string()
      .min(TOPIC_SEARCH_MIN_LENGTH)
      .max(TOPIC_SEARCH_MAX_LENGTH)
      .regex(/^\P{C}*[\p{L}\p{N}]\P{C}*$/u, 'contains characters that are not allowed'),
  )

export type Topic = z.infer<typeof topicSchema>
export type ListedTopic = z.infer<typeof listedTopicSchema>
export type TopicGroup = z.infer<typeof topicGroupSchema>
export type Question = z.infer<typeof questionSchema>
export type VerifyAnswerResult = z.infer<typeof verifyAnswerResultSchema>

/** Topics and questions, on the gameplay service. */
export const gameplayEndpoints = {
  generateToken: endpoint(gameplayApi.generateToken, {
    access: 'signed_in',
    summary: 'A token for connecting to the gameplay socket, valid for 10 minutes',
    body: null,
    answer: z.object({ token: z.string() }),
  }),
  randomTopics: endpoint(gameplayApi.randomTopics, {
    access: 'open',
    summary: 'Topics drawn at random',
    query: z.object({ count: queryInteger(1, TOPIC_LIST_MAX, TOPIC_LIST_DEFAULT) }),
    body: null,
    answer: dataOf(z.array(listedTopicSchema)),
  }),
  searchTopics: endpoint(gameplayApi.searchTopics, {
    access: 'open',
    summary: 'Topics that match a search, best match first',
    query: z.object({
      count: queryInteger(1, TOPIC_LIST_MAX, TOPIC_LIST_DEFAULT),
      search: storableText(TOPIC_SEARCH_MIN_LENGTH, TOPIC_SEARCH_MAX_LENGTH),
    }),
    body: null,
    answer: dataOf(z.array(listedTopicSchema)),
  }),
  topicGroups: endpoint(gameplayApi.topicGroups, {
    access: 'open',
    summary: 'All topics by group; topics without a group are left out',
    body: null,
    answer: dataOf(z.array(topicGroupSchema)),
  }),
  suggestTopic: endpoint(gameplayApi.suggestTopic, {
    access: 'signed_in',
    summary: 'Suggests a topic that is missing; `is_new` is false for one that the account has suggested before',
    body: z.object({ text: topicSuggestionSchema }),
    answer: dataOf(z.object({ is_new: z.boolean() })),
  }),
  randomQuestions: endpoint(gameplayApi.randomQuestions, {
    access: 'open',
    summary: "Questions drawn at random; a player's are served for points",
    body: z.object({
      topics: z.array(topicIdSchema).min(1).max(PRACTICE_TOPICS_MAX).nullable(),
      count: z.int().min(1).max(QUESTION_LIST_MAX).default(QUESTION_LIST_DEFAULT),
    }),
    answer: dataOf(z.array(questionSchema)),
  }),
  reviewQuestions: endpoint(gameplayApi.reviewQuestions, {
    access: 'signed_in',
    summary: 'Missed questions that are due, or those of a topic that the player does not know yet; served for points',
    body: z.object({ topic: topicIdSchema.nullable() }),
    answer: dataOf(z.array(questionSchema)),
  }),
  countDue: endpoint(gameplayApi.countDue, {
    access: 'signed_in',
    summary: 'How many missed questions are due, 10 at most',
    body: null,
    answer: dataOf(z.object({ count: z.int() })),
  }),
  verifyAnswer: endpoint(gameplayApi.verifyAnswer, {
    access: 'open',
    summary: 'Judges an answer and explains it',
    body: z.object({ answer_id: answerIdSchema, question_id: questionIdSchema }),
    answer: dataOf(verifyAnswerResultSchema),
  }),
}
