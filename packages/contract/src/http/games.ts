import { z } from 'zod'
import { answerIdSchema, gameIdSchema, playerIdSchema, topicIdSchema, userIdSchema } from '../ids.ts'
import {
  LONGEST_ANSWER_MS,
  MAX_QUESTION_COUNT,
  MAX_TOPICS,
  MIN_QUESTION_COUNT,
  MIN_TOPICS,
  STAGE_ALPHABET,
  STAGE_LETTER_COUNT,
} from '../limits.ts'
import { MESSAGES } from '../messages.ts'
import { gamesApi } from '../routes/gameplay.ts'
import type { Route } from '../routes/route.ts'
import { complaintSchema } from './admin-questions.ts'
import { dataOf, emptyDataSchema, endpoint } from './endpoint.ts'
import { questionSchema } from './gameplay.ts'

export const gameStatusSchema = z.enum(['pending', 'starting', 'running', 'finished', 'archived'])

/** One player's answer to one question. What the viewer may not see yet is null. */
export const gameAnswerSchema = z.object({
  answer: answerIdSchema.nullable(),
  time_spent: z.int().nullable(),
  points: z.int().nullable(),
  is_pause: z.boolean(),
  is_answered: z.boolean(),
})

const answersInfoItemSchema = z.object({
  correct_answer_id: answerIdSchema,
  correct_answer_text: z.string(),
  description: z.string().nullable(),
})

/** A private game as one of its players sees it. */
export const gameSchema = z.object({
  id: gameIdSchema,
  type: z.literal('fun'),
  creator_id: userIdSchema,
  status: gameStatusSchema,
  settings: z.object({
    topics: z.array(topicIdSchema),
    question_count: z.int(),
    /** Only if the host has chosen a game without a clock. */
    has_clock: z.literal(false).optional(),
    /** Only if the host has switched watching off. */
    is_watchable: z.literal(false).optional(),
  }),
  players: z.array(z.object({ id: playerIdSchema, user_id: userIdSchema, name: z.string() })),
  /** The questions asked so far, the current one last. */
  questions: z.array(questionSchema),
  state: z.object({
    /** By player id. */
    points: z.record(z.string(), z.int()),
    current_question_index: z.int(),
    /** By question index, then player id. */
    answers: z.record(z.string(), z.record(z.string(), gameAnswerSchema)),
    /** By question index; closed questions only. */
    answers_info_items: z.record(z.string(), answersInfoItemSchema),
  }),
  version: z.int(),
  server_time: z.int(),
  phase_ends_at: z.int().nullable(),
  /** Only if the creator has ended it early, so that it earned nothing. */
  is_cancelled: z.literal(true).optional(),
  /** Only if somebody in the game has more time than usual, from the countdown on. */
  is_relaxed: z.literal(true).optional(),
  /** Only for a viewer who has more time, while a question is open: how long they have. */
  answer_ms: z.int().optional(),
  /** Only in a game that followed another one by "Play again". */
  evening: z
    .object({
      /** Games won by player id, with this one once it is finished; those who have won none are left out. */
      wins: z.record(z.string(), z.int()),
      /** The players of the earlier games, in the order in which they got their shapes. */
      players: z.array(playerIdSchema),
    })
    .optional(),
  /** Only while the creator has locked the lobby. */
  is_locked: z.literal(true).optional(),
  /** Only while at least one stage shows the game. */
  stage: z.object({ is_id_shown: z.boolean() }).optional(),
})

export type GameStatus = z.infer<typeof gameStatusSchema>
export type GameAnswer = z.infer<typeof gameAnswerSchema>
export type Game = z.infer<typeof gameSchema>

const settingsChangeSchema = z.object({
  topics: z
    .array(topicIdSchema)
    .min(MIN_TOPICS)
    .max(MAX_TOPICS)
    .refine((topics) => new Set(topics).size === topics.length, 'must be different topics')
    .optional(),
  question_count: z.int().min(MIN_QUESTION_COUNT).max(MAX_QUESTION_COUNT).optional(),
  has_clock: z.boolean().optional(),
  is_watchable: z.boolean().optional(),
})

/** The letters that a stage shows, typed in any case. */
const stageLettersSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(new RegExp(`^[${STAGE_ALPHABET}]{${STAGE_LETTER_COUNT}}$`), MESSAGES.stageUnknown)

/** A call that returns the game as it is afterwards. */
function gameCall<const R extends Route, const B extends z.ZodType | null>(route: R, summary: string, body: B) {
  return endpoint(route, { access: 'signed_in', summary, body, answer: dataOf(gameSchema) })
}

/** Private games, on the gameplay service. */
export const gamesEndpoints = {
  createGame: gameCall(
    gamesApi.createGame,
    'Opens a lobby; if forced, ends or leaves the current game',
    z
      .object({ type: z.literal('fun'), is_forced: z.boolean().optional(), isForced: z.boolean().optional() })
      .refine(
        ({ is_forced, isForced }) => is_forced === undefined || isForced === undefined || is_forced === isForced,
        { path: ['is_forced'], message: 'is_forced and isForced differ' },
      ),
  ),
  updateGame: gameCall(
    gamesApi.updateGame,
    'Changes settings, status or both, all or nothing',
    z
      .object({ settings: settingsChangeSchema.optional(), status: gameStatusSchema.optional() })
      .refine(({ settings, status }) => settings !== undefined || status !== undefined, {
        path: ['settings'],
        message: 'settings or status is a required field',
      }),
  ),
  rematch: gameCall(gamesApi.rematch, 'A new lobby with the players of the finished game', null),
  removePlayer: gameCall(
    gamesApi.removePlayer,
    'Removes a player from the lobby, who cannot join it again',
    z.object({ user_id: userIdSchema }),
  ),
  leaveGame: endpoint(gamesApi.leaveGame, {
    access: 'signed_in',
    summary: 'Leaves the current game, if there is one',
    body: null,
    answer: emptyDataSchema,
  }),
  joinGame: endpoint(gamesApi.joinGame, {
    access: 'signed_in',
    summary: 'Joins a lobby; a member gets the game again',
    // Any text: one that is not a game id gets the same 404 as an unknown game.
    params: z.object({ id: z.string() }),
    body: null,
    answer: dataOf(gameSchema),
  }),
  commitAnswer: endpoint(gamesApi.commitAnswer, {
    access: 'signed_in',
    summary: 'Answers the open question; null once the time is up',
    body: z.object({
      answer: answerIdSchema.nullable(),
      time_spent: z
        .int('must be a whole number of milliseconds')
        .min(0)
        .transform((ms) => Math.min(ms, LONGEST_ANSWER_MS)),
      question_index: z.int().min(0).optional(),
    }),
    answer: emptyDataSchema,
  }),
  complainInGame: endpoint(gamesApi.complainInGame, {
    access: 'signed_in',
    summary: 'Reports a problem with a question of the finished game',
    body: complaintSchema.extend({ question_index: z.int().min(0) }),
    answer: emptyDataSchema,
  }),
  lockGame: gameCall(
    gamesApi.lockGame,
    'Locks the lobby, so that nobody else can join, or unlocks it',
    z.object({ is_locked: z.boolean() }),
  ),
  showOnStage: gameCall(
    gamesApi.showOnStage,
    'Shows the game on the stage that shows these letters',
    z.object({ letters: stageLettersSchema }),
  ),
  updateStage: gameCall(
    gamesApi.updateStage,
    'Shows or hides the id of the game on its stages',
    z.object({ is_id_shown: z.boolean() }),
  ),
  stopStages: gameCall(gamesApi.stopStages, 'Stops showing the game on all stages', null),
}
