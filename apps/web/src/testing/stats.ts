import type { Stats } from '@quizmaster/contract/http/stats'

/** Where everybody starts (contract 3). */
export const BEGINNER: Stats = {
  rank_number: 0,
  rank: '',
  level: 0,
  current_points: 0,
  next_level_points: 50,
  last_earned_points: 0,
  total_points: 0,
}

/** Somebody on the way. */
export const SCOUT: Stats = {
  rank_number: 3,
  rank: 'Scout',
  level: 23,
  current_points: 180,
  next_level_points: 280,
  last_earned_points: 10,
  total_points: 3_860,
}
