/** Text of the leaderboard. Lines under a † are ours to word. */
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
