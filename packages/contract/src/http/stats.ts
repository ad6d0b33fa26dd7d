import { z } from 'zod'
import { statsApi } from '../routes/stats.ts'
import { dataOf, endpoint } from './endpoint.ts'

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

export type Stats = z.infer<typeof statsSchema>
export type LeaderboardRow = z.infer<typeof leaderboardRowSchema>
export type Leaderboard = z.infer<typeof leaderboardSchema>

/** The stats service. */
export const statsEndpoints = {
  generateToken: endpoint(statsApi.generateToken, {
    access: 'signed_in',
    summary: 'A token to connect to the stats socket with, good for 10 minutes',
    body: null,
    answer: z.object({ token: z.string() }),
  }),
  leaderboard: endpoint(statsApi.leaderboard, {
    access: 'open',
    summary: 'The players with the most points, or those around the caller',
    query: z.object({ period: z.enum(['week', 'all']).default('all'), around: z.literal('me').optional() }),
    body: null,
    answer: dataOf(leaderboardSchema),
  }),
}
