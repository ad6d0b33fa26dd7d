/** Strings about progress; the names of ranks come from the server. Lines under a † are ours to word. */
export const PROGRESS_STRINGS = {
  /** † */
  progress: 'Progress',
  /** † */
  level: (level: number) => `Level ${level}`,
  /** † */
  rankOf: (rankNumber: number) => `Rank ${rankNumber} of 8`,
  /** † */
  points: 'Points',
  congratulations: 'Congratulations!',
  newLevel: 'New level!',
  progressingIn: 'You are progressing in rank',
  reached: (level: number) => `You've reached level ${level}`,
  levelAchieved: (level: number) => `Level ${level} achieved`,
  newRank: 'New rank unlocked',
  continue: 'Continue journey',
  /** † */
  leaderboard: 'Leaderboard',
  myStats: 'My stats',
} as const

/** Strings of the leaderboard. Lines under a † are ours to word. */
export const LEADERBOARD_STRINGS = {
  /** † */
  title: 'Leaderboard',
  /** † */
  period: 'Period',
  /** † */
  thisWeek: 'This week',
  /** † */
  allTime: 'All time',
  place: '#',
  player: 'Player',
  points: 'Points',
  /** † */
  level: (level: number) => `Level ${level}`,
  /** † */
  nobody: 'No points yet',
  /** † */
  nobodyHint: 'Answer a question and be the first.',
} as const
