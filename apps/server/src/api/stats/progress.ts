import { statsEndpoints } from '@quizmaster/contract/http/stats'
import { generateRealtimeToken, type RealtimeTokenDeps } from '../../features/accounts/realtime-tokens.ts'
import { listFacts } from '../../features/answers/facts.ts'
import { getMyStats, type MyStatsDeps } from '../../features/answers/my-stats.ts'
import { getLeaderboard } from '../../features/progress/leaderboard.ts'
import { Refusal } from '../../refusal.ts'
import type { Route } from '../route.ts'

/** The leaderboard, My stats, and the token for the stats socket. */
export function progressRoutes(route: Route, deps: RealtimeTokenDeps & MyStatsDeps): void {
  route(statsEndpoints.generateToken, async ({ session }) => ({ token: generateRealtimeToken(deps, 'stats', session) }))
  route(statsEndpoints.myStats, async ({ session }) => ({ data: await getMyStats(deps, session.userId) }))
  route(statsEndpoints.listFacts, async ({ session, query }) => ({
    data: await listFacts(deps.db, session.userId, query.page),
  }))
  route(statsEndpoints.leaderboard, async ({ session, query }) => {
    const around = query.around === 'me'
    if (around && !session) throw new Refusal('unauthorized')
    const userId = session?.userId ?? null
    return { data: await getLeaderboard(deps, { period: query.period, around, userId }) }
  })
}
