/** † Strings shown after a start without a network. */
export const OFFLINE_STRINGS = {
  offline: 'You are offline',
  greeting: (name: string) => `Hello, ${name}`,
  lastSeen: (level: number, rank: string, time: string) =>
    rank === '' ? `Level ${level}. As of ${time}.` : `Level ${level}, ${rank}. As of ${time}.`,
  journey: 'Journey',
  ready: (count: number) => (count === 1 ? '1 question is ready' : `${count} questions are ready`),
  needsNetwork: 'Needs the network',
  dailyTen: 'Daily Ten',
  playWithFriends: 'Play with friends',
  account: 'Account and plans',
  leaderboard: 'Leaderboard and My stats',
  opensAgain: 'All of it opens again by itself when you are back online.',
} as const
