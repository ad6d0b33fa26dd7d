/** Strings of the home screen. */
export const DASHBOARD_STRINGS = {
  journey: 'Journey',
  playWithFriends: 'Play with friends',
  matchmaking: 'Matchmaking',
  inDevelopment: 'In development',
  nothingDue: 'Nothing to bring back',
  nothingDueMessage: 'You have already answered these questions.',
  failed: 'Something went wrong',
  /** † */
  greeting: (name: string) => `Hello, ${name}`,
} as const
