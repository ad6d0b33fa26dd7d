import type { FastifyInstance } from 'fastify'
import { API_PREFIX, type Service, servicePath } from '@quizmaster/contract/routes/route'
import type { RecentSessions } from '../features/accounts/recent-sessions.ts'
import type { FindSession, RequestSession } from '../features/accounts/sessions.ts'
import { isAdmin } from '../features/accounts/users.ts'
import { checkAdminSession, checkAdminSessionAge } from '../features/admin/second-factor.ts'
import { adminRoutes, complaintRoutes } from './admin/admin.ts'
import type { CallsInFlight } from './calls-in-flight.ts'
import { describeService } from './docs.ts'
import { dailyRoutes } from './gameplay/daily.ts'
import { gameRoutes } from './gameplay/games.ts'
import { questionRoutes } from './gameplay/questions.ts'
import { stageRoutes } from './gameplay/stages.ts'
import { createRouter, type Route } from './route.ts'
import { progressRoutes } from './stats/progress.ts'
import { accountRoutes } from './user/accounts.ts'
import { paymentRoutes, paymentWebhook } from './user/payments.ts'
import { siteRoutes } from './user/site.ts'

type DepsOf<Routes extends (route: Route, deps: never) => void> = Parameters<Routes>[1]

/** The dependencies of all routes. */
export type ServiceDeps = DepsOf<typeof accountRoutes> &
  DepsOf<typeof siteRoutes> &
  DepsOf<typeof paymentRoutes> &
  Parameters<typeof paymentWebhook>[1] &
  DepsOf<typeof complaintRoutes> &
  DepsOf<typeof adminRoutes> &
  DepsOf<typeof questionRoutes> &
  DepsOf<typeof gameRoutes> &
  DepsOf<typeof stageRoutes> &
  DepsOf<typeof dailyRoutes> &
  DepsOf<typeof progressRoutes> & {
    findSession: FindSession
    recentSessions: RecentSessions
    callsInFlight: CallsInFlight
  }

/** The calls of each service. */
const ROUTES: Record<Service, readonly ((route: Route, deps: ServiceDeps) => void)[]> = {
  user: [accountRoutes, paymentRoutes, siteRoutes],
  admin: [complaintRoutes, adminRoutes],
  gameplay: [questionRoutes, gameRoutes, stageRoutes, dailyRoutes],
  stats: [progressRoutes],
}

/** Adds a service: its routes and their OpenAPI description. */
export async function addService(
  server: FastifyInstance,
  service: Service,
  version: string,
  deps: ServiceDeps,
): Promise<void> {
  const callers = {
    findSession: deps.findSession,
    findRecentSession: deps.recentSessions.find,
    callsInFlight: deps.callsInFlight,
    isAdmin: (session: RequestSession) => isAdmin(deps, session.userId),
    checkAdminSession: async (session: RequestSession, access: 'admin' | 'admin_sign_in') => {
      if (access === 'admin') await checkAdminSession(deps, session)
      else checkAdminSessionAge(deps, session)
    },
  }
  await server.register(
    async (scope) => {
      await describeService(scope, service, version)
      await scope.register(
        async (api) => {
          const route = createRouter(api, callers)
          for (const addRoutes of ROUTES[service]) addRoutes(route, deps)
          if (service === 'user') await paymentWebhook(api, deps)
        },
        { prefix: API_PREFIX[service] },
      )
    },
    { prefix: servicePath(service) },
  )
}
