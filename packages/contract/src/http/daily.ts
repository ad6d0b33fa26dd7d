import { z } from 'zod'
import { answerIdSchema, questionIdSchema } from '../ids.ts'
import { DAILY_QUESTIONS, VISITOR_TOKEN_MAX_LENGTH } from '../limits.ts'
import { dailyApi } from '../routes/gameplay.ts'
import { timeZoneSchema } from '../time-zone.ts'
import { dataOf, endpoint } from './endpoint.ts'
import { questionSchema, verifyAnswerResultSchema } from './gameplay.ts'

/** A date of the calendar, `2026-03-12`. */
export const dateSchema = z.iso.date()

/** The token of a visitor's progress, as `daily/open` returns it. */
const visitorSchema = z.string().min(1).max(VISITOR_TOKEN_MAX_LENGTH)

const callerFields = { time_zone: timeZoneSchema, visitor: visitorSchema.optional() }

/** The open question of a Daily Ten. Its id in the question bank stays hidden until it is answered. */
export const dailyQuestionSchema = questionSchema.omit({ id: true }).extend({
  index: z.int(),
  opened_at: z.int(),
  closes_at: z.int().nullable(),
})

export const dailyPlaySchema = z.object({
  date: dateSchema,
  total: z.int(),
  has_clock: z.boolean(),
  marks: z.array(z.boolean()),
  points: z.int(),
  is_finished: z.boolean(),
})

export const openedPlaySchema = dailyPlaySchema.extend({
  question: dailyQuestionSchema.nullable(),
  server_time: z.int(),
  visitor: z.string().optional(),
})

const reviewedAnswerSchema = z.object({
  text: z.string(),
  topic: z.string(),
  answers: z.array(z.string()),
  chosen: z.string().nullable(),
  correct: z.string(),
  is_right: z.boolean(),
  time_spent: z.int(),
  description: z.string().nullable(),
  question_id: questionIdSchema,
})

/** How many players got 0, 1 … 10 right. */
const comparisonSchema = z.object({ players: z.int(), counts: z.array(z.int()) })

const weekSchema = z.object({
  starts_on: dateSchema,
  days: z.array(z.enum(['played', 'rest', 'paused', 'today', 'to_come'])).length(7),
  played_count: z.int(),
  is_kept: z.boolean(),
})

export const weeksSchema = z.object({
  are_shown: z.boolean(),
  run: z.int(),
  best: z.int(),
  is_kept: z.boolean(),
  paused_until: dateSchema.nullable(),
  this_week: weekSchema,
  past: z.array(weekSchema),
})

export const dailyDaySchema = z.object({
  date: dateSchema,
  today: dateSchema,
  first_date: dateSchema,
  grace_date: dateSchema.nullable(),
  has_clock: z.boolean(),
  play: dailyPlaySchema.nullable(),
  result: z.object({ answers: z.array(reviewedAnswerSchema), comparison: comparisonSchema.nullable() }).nullable(),
  weeks: weeksSchema.nullable(),
})

export const dailyVerdictSchema = verifyAnswerResultSchema.extend({ question_id: questionIdSchema })

export const dailyArchiveSchema = z.object({
  first_date: dateSchema,
  today: dateSchema,
  plays: z.array(z.object({ date: dateSchema, right_count: z.int(), is_finished: z.boolean() })),
})

export type DailyQuestion = z.infer<typeof dailyQuestionSchema>
export type DailyPlay = z.infer<typeof dailyPlaySchema>
export type OpenedPlay = z.infer<typeof openedPlaySchema>
export type DailyDay = z.infer<typeof dailyDaySchema>
export type DailyVerdict = z.infer<typeof dailyVerdictSchema>
export type DailyArchive = z.infer<typeof dailyArchiveSchema>
export type ReviewedAnswer = z.infer<typeof reviewedAnswerSchema>
export type Comparison = z.infer<typeof comparisonSchema>
export type Week = z.infer<typeof weekSchema>
export type Weeks = z.infer<typeof weeksSchema>

/** The Daily Ten, on the gameplay service. */
export const dailyEndpoints = {
  day: endpoint(dailyApi.day, {
    access: 'open',
    summary: "A date's Daily Ten as the caller has played it; opens nothing",
    body: z.object({ ...callerFields, date: dateSchema.optional() }).prefault({}),
    answer: dataOf(dailyDaySchema),
  }),
  open: endpoint(dailyApi.open, {
    access: 'open',
    summary: 'Begins a Daily Ten, or opens its next question',
    body: z.object({ ...callerFields, date: dateSchema, has_clock: z.boolean().default(true) }),
    answer: dataOf(openedPlaySchema),
  }),
  answer: endpoint(dailyApi.answer, {
    access: 'open',
    summary: 'Answers the open question of a Daily Ten; null once its time is up',
    body: z.object({
      ...callerFields,
      date: dateSchema,
      index: z
        .int()
        .min(0)
        .max(DAILY_QUESTIONS - 1),
      answer: answerIdSchema.nullable(),
    }),
    answer: dataOf(dailyVerdictSchema),
  }),
  archive: endpoint(dailyApi.archive, {
    access: 'open',
    summary: 'The Daily Tens that the caller has begun, and the dates there are',
    body: z.object(callerFields).prefault({}),
    answer: dataOf(dailyArchiveSchema),
  }),
  weeks: endpoint(dailyApi.weeks, {
    access: 'signed_in',
    summary: 'The weeks that the player has kept',
    body: z.object({ time_zone: timeZoneSchema }).prefault({}),
    answer: dataOf(weeksSchema),
  }),
  settings: endpoint(dailyApi.settings, {
    access: 'signed_in',
    summary: 'Pauses the weeks for up to 30 days, or hides them',
    body: z
      .object({ time_zone: timeZoneSchema, is_paused: z.boolean().optional(), are_weeks_shown: z.boolean().optional() })
      .refine((settings) => settings.is_paused !== undefined || settings.are_weeks_shown !== undefined, {
        path: ['is_paused'],
        message: 'is_paused or are_weeks_shown is required',
      }),
    answer: dataOf(weeksSchema),
  }),
  keep: endpoint(dailyApi.keep, {
    access: 'signed_in',
    summary: "Takes over a visitor's Daily Tens",
    body: z.object({ time_zone: timeZoneSchema, visitor: visitorSchema }),
    answer: dataOf(z.object({ dates: z.array(dateSchema) })),
  }),
}
