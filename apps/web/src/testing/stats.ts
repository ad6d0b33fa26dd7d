import type { Stats } from '@quizmaster/contract/http/stats'

/** The stats of a new player (contract 3). */
export const BEGINNER: Stats = {
  rank_number: 0,
  rank: '',
  level: 0,
  current_points: 0,
  next_level_points: 50,
  last_earned_points: 0,
  total_points: 0,
}

/** The stats of a player with a rank. */
export const SCOUT: Stats = {
  rank_number: 3,
  rank: 'Scout',
  level: 23,
  current_points: 180,
  next_level_points: 280,
  last_earned_points: 10,
  total_points: 3_860,
}
