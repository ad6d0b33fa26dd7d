import type { UserId } from '../ids.ts'
import type { Stats } from '../http/stats.ts'

/** The topic of a player's own stats, on the stats socket. */
export const userStatsTopic = (userId: UserId) => `user_stats:${userId}`

/** A new level or rank. */
export type LevelReached = {
  level: number
  rank: string
  rank_number: number
}

/** The events of `user_stats:{userId}` with their payloads. */
export interface UserStatsEvents {
  user_stats_update: Stats
  new_level_achieved: LevelReached
  new_rank_achieved: LevelReached
}
