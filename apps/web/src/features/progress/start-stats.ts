/** What is shown of a player's progress (contract 3). */
export interface ProgressStats {
  rank_number: number
  /** The rank's name as the server gave it; empty without a rank. */
  rank: string
  level: number
  current_points: number
  next_level_points: number
}

/** Where everybody starts (contract 3). */
export const START_STATS: ProgressStats = {
  rank_number: 0,
  rank: '',
  level: 0,
  current_points: 0,
  next_level_points: 50,
}
