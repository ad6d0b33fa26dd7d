import type { Route } from './route.ts'

/** Points, levels and the leaderboard. */
export const statsApi = {
  generateToken: { method: 'GET', service: 'stats', path: '/token/generate' },
  myStats: { method: 'GET', service: 'stats', path: '/my_stats' },
  listFacts: { method: 'GET', service: 'stats', path: '/facts' },
  leaderboard: { method: 'GET', service: 'stats', path: '/leaderboard' },
} as const satisfies Record<string, Route>
