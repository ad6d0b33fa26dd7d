import type { Generated } from 'kysely'

export interface PointAwardTable {
  id: string
  user_id: string
  cause: string
  points: number
  earned_at: number
  counts_for_week: Generated<boolean>
}

export interface UserProgressTable {
  user_id: string
  total_points: Generated<number>
  last_earned_points: Generated<number>
  week_start: Generated<number>
  week_points: Generated<number>
  practice_day: Generated<number>
  practice_day_points: Generated<number>
  is_listed: boolean
}

export interface LeaderboardCountTable {
  board: number
  width: number
  from_points: number
  players: number
}

export interface LeaderboardChangeTable {
  points_before: number
  points_after: number
  week_before: number
  week_points_before: number
  week_after: number
  week_points_after: number
}

/** Points. */
export interface ProgressTables {
  point_award: PointAwardTable
  user_progress: UserProgressTable
  leaderboard_count: LeaderboardCountTable
  leaderboard_change: LeaderboardChangeTable
}
