import type { UserId } from '../ids.ts'
import type { Stats } from '../http/stats.ts'

/** Topic of a player's own points, on the stats socket (contract 7). */
export const userStatsTopic = (userId: UserId) => `user_stats:${userId}`

/** What a level-up or a new rank says (contract 5). */
export type LevelReached = {
  level: number
  rank: string
  rank_number: number
}

/** What the server sends on `user_stats:{userId}`, by event. */
export interface UserStatsEvents {
  user_stats_update: Stats
  new_level_achieved: LevelReached
  new_rank_achieved: LevelReached
}
