import type { Route } from './route.ts'

/** Points, levels and the leaderboard. */
export const statsApi = {
  generateToken: { method: 'GET', service: 'stats', path: '/token/generate' },
  leaderboard: { method: 'GET', service: 'stats', path: '/leaderboard' },
} as const satisfies Record<string, Route>
