import { z } from 'zod'
import { statsApi } from '../routes/stats.ts'
import { topicIdSchema } from '../ids.ts'
import { ANSWER_MS, STATS_WEEKS } from '../limits.ts'
import { dataOf, endpoint, queryInteger } from './endpoint.ts'

/** A player's points, level and rank, with what the level bar shows. */
export const statsSchema = z.object({
  rank_number: z.int(),
  rank: z.string(),
  level: z.int(),
  current_points: z.int(),
  next_level_points: z.int(),
  last_earned_points: z.int(),
  total_points: z.int(),
})

const leaderboardRowSchema = z.object({
  position: z.int(),
  name: z.string(),
  rank_number: z.int(),
  level: z.int(),
  points: z.int(),
})

export const leaderboardSchema = z.object({
  rows: z.array(leaderboardRowSchema),
  me: leaderboardRowSchema.nullable(),
})

const topicStatsSchema = z.object({
  id: topicIdSchema,
  text: z.string(),
  question_count: z.int(),
  /** Questions with an answer; those whose latest answer was right; those that are to come back. */
  seen: z.int(),
  right: z.int(),
  learning: z.int(),
  /** Below five questions: for each, in the order of their first answers, whether the latest was right. */
  results: z.array(z.boolean()).optional(),
})

/** What a player knows, from all their answers. */
export const myStatsSchema = z.object({
  since: z.int().nullable(),
  answer_count: z.int(),
  question_count: z.int(),
  usual: z.object({ seen: z.int(), right: z.int() }),
  groups: z.array(z.object({ name: z.string(), question_count: z.int(), topics: z.array(topicStatsSchema) })),
  weeks: z.array(z.object({ from: z.iso.date(), answers: z.int(), right: z.int() })).length(STATS_WEEKS),
  /** Right answers with a clock: how many took 0 to 1 s, 1 to 2 s and so on, and the quartiles. */
  speed: z
    .object({
      count: z.int(),
      seconds: z.array(z.int()).length(ANSWER_MS / 1000),
      lower_ms: z.int(),
      median_ms: z.int(),
      upper_ms: z.int(),
    })
    .nullable(),
  best_games: z.array(
    z.object({
      points: z.int(),
      right: z.int(),
      questions: z.int(),
      place: z.int(),
      players: z.int(),
      at: z.int(),
    }),
  ),
  fact_count: z.int(),
})

export const factListSchema = z.object({
  facts: z.array(z.object({ question: z.string(), answer: z.string(), at: z.int() })),
  has_more: z.boolean(),
})

export type TopicStats = z.infer<typeof topicStatsSchema>
export type MyStats = z.infer<typeof myStatsSchema>
export type FactList = z.infer<typeof factListSchema>
export type Stats = z.infer<typeof statsSchema>
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>
export type Leaderboard = z.infer<typeof leaderboardSchema>

/** The stats service. */
export const statsEndpoints = {
  generateToken: endpoint(statsApi.generateToken, {
    access: 'signed_in',
    summary: 'A token for connecting to the stats socket, valid for 10 minutes',
    body: null,
    answer: z.object({ token: z.string() }),
  }),
  myStats: endpoint(statsApi.myStats, {
    access: 'signed_in',
    summary: 'What the caller knows, by topic, and how they have played',
    body: null,
    answer: dataOf(myStatsSchema),
  }),
  listFacts: endpoint(statsApi.listFacts, {
    access: 'signed_in',
    summary: "The facts that are the caller's for good, 100 a page, the newest first",
    query: z.object({ page: queryInteger(1, 1_000, 1) }),
    body: null,
    answer: dataOf(factListSchema),
  }),
  leaderboard: endpoint(statsApi.leaderboard, {
    access: 'open',
    summary: 'The players with the most points, or those around the caller',
    query: z.object({ period: z.enum(['week', 'all']).default('all'), around: z.literal('me').optional() }),
    body: null,
    answer: dataOf(leaderboardSchema),
  }),
}
