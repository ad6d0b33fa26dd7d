import { adminEndpoints } from '@quizmaster/contract/http/admin'
import { type ComplaintDeps, fileComplaint } from '../../features/questions/complaints.ts'
import type { Secrets } from '../../infra/secrets.ts'
import type { Route } from '../route.ts'

/** Reports about questions, from players and visitors. */
export function complaintRoutes(route: Route, deps: ComplaintDeps & { secrets: Secrets }): void {
  route(adminEndpoints.complain, async ({ session, address, params, body }) => {
    const visitor = () => `address:${deps.secrets.mac('client address', address).toString('base64url')}`
    const reporter = session ? `user:${session.userId}` : visitor()
    await fileComplaint(deps, { questionId: params.id, reporter, ...body })
    return { data: {} }
  })
}
