/** What the progress tile says; all but the rank's name, which comes from the server, are proposals (†). */
export const PROGRESS_STRINGS = {
  progress: 'Progress',
  level: (level: number) => `Level ${level}`,
  rankOf: (rankNumber: number) => `Rank ${rankNumber} of 8`,
  points: 'Points',
} as const
