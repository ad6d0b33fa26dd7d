/** Strings of the home screen. */
export const DASHBOARD_STRINGS = {
  journey: 'Journey',
  playWithFriends: 'Play with friends',
  matchmaking: 'Matchmaking',
  inDevelopment: 'In development',
  myStats: 'My stats',
  /** † */
  greeting: (name: string) => `Hello, ${name}`,
} as const
