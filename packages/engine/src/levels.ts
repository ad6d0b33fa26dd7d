/** 80 levels in 8 ranks of ten (contract 5). All numbers are points or counts. */

const LEVEL_COUNT = 80
const LEVELS_A_RANK = 10
const FIRST_LEVEL_SIZE = 50
const GROWTH_A_LEVEL = 10

const RANKS = ['Wanderer', 'Rambler', 'Scout', 'Pathfinder', 'Ranger', 'Navigator', 'Trailblazer', 'Quizmaster']

/** The level that a number of points reaches. Level 0 has no rank: rank_number 0, rank "". */
export interface Progress {
  level: number
  rank_number: number
  rank: string
  /** Points since the start of the level. */
  current_points: number
  /** Points from the start of the level to the next. */
  next_level_points: number
}

/** Reports the highest level reached by an award; a new rank replaces a new level. */
export interface LevelEvent {
  event: 'new_level_achieved' | 'new_rank_achieved'
  level: number
  rank: string
  rank_number: number
}

/** Points needed to reach a level from level 0. */
export function pointsToReach(level: number): number {
  return FIRST_LEVEL_SIZE * level + (GROWTH_A_LEVEL * level * (level - 1)) / 2
}

/** Points from a level to the next. */
function sizeOf(level: number): number {
  return FIRST_LEVEL_SIZE + GROWTH_A_LEVEL * level
}

/** Level, rank and progress bar of a player who has earned `totalPoints`. At level 80 the bar is full. */
export function progressOf(totalPoints: number): Progress {
  const level = levelOf(totalPoints)
  const rank_number = Math.ceil(level / LEVELS_A_RANK)
  const rank = RANKS[rank_number - 1] ?? ''
  const lastSize = sizeOf(LEVEL_COUNT - 1)
  const isFull = level === LEVEL_COUNT
  return {
    level,
    rank_number,
    rank,
    current_points: isFull ? lastSize : totalPoints - pointsToReach(level),
    next_level_points: isFull ? lastSize : sizeOf(level),
  }
}

/** The event that an award causes, or null if it reaches no new level. */
export function levelEvent(pointsBefore: number, pointsAfter: number): LevelEvent | null {
  const before = progressOf(pointsBefore)
  const { level, rank, rank_number } = progressOf(pointsAfter)
  if (level <= before.level) return null
  const event = rank_number > before.rank_number ? 'new_rank_achieved' : 'new_level_achieved'
  return { event, level, rank, rank_number }
}

/** The highest level that the points reach: `pointsToReach` solved for the level, then corrected for rounding. */
function levelOf(totalPoints: number): number {
  const a = GROWTH_A_LEVEL / 2
  const b = FIRST_LEVEL_SIZE - a
  let level = Math.floor((-b + Math.sqrt(b * b + 4 * a * Math.max(0, totalPoints))) / (2 * a))
  while (pointsToReach(level + 1) <= totalPoints) level += 1
  while (level > 0 && pointsToReach(level) > totalPoints) level -= 1
  return Math.min(level, LEVEL_COUNT)
}
