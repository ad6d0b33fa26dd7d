import { adminEndpoints } from '@quizmaster/contract/http/admin'
import { listAudit } from '../../features/admin/audit.ts'
import { listComplaints } from '../../features/admin/complaint-list.ts'
import {
  editQuestion,
  type ModerationDeps,
  moderateQuestion,
  revertQuestion,
} from '../../features/admin/change-question.ts'
import { findAdminQuestions } from '../../features/admin/find-questions.ts'
import { endLegend, findPlayerAccount, grantLegend, resetName } from '../../features/admin/players.ts'
import { listRatings } from '../../features/admin/rating-list.ts'
import { listTopicSuggestions, removeTopicSuggestion } from '../../features/questions/topic-suggestions.ts'
import { type ReverseComplaintsDeps, reverseComplaints } from '../../features/admin/reverse-complaints.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  type SecondFactorDeps,
} from '../../features/admin/second-factor.ts'
import { type AdList, changeAds } from '../../features/site/ads.ts'
import { changeFlag, type FeatureFlags } from '../../features/site/feature-flags.ts'
import { type ComplaintDeps, fileComplaint } from '../../features/questions/complaints.ts'
import type { Secrets } from '../../infra/secrets.ts'
import type { Route } from '../route.ts'

type AdminDeps = ModerationDeps & ReverseComplaintsDeps & SecondFactorDeps & { flags: FeatureFlags; ads: AdList }

/** The calls of the admin pages. */
export function adminRoutes(route: Route, deps: AdminDeps): void {
  questionRoutes(route, deps)
  siteRoutes(route, deps)
  userRoutes(route, deps)
  secondFactorRoutes(route, deps)
  route(adminEndpoints.listAudit, async ({ query }) => ({ data: await listAudit(deps, query.page) }))
}

function questionRoutes(route: Route, deps: AdminDeps): void {
  route(adminEndpoints.listComplaints, async ({ query }) => ({ data: await listComplaints(deps, query) }))
  route(adminEndpoints.resolveComplaints, async ({ session, params }) => ({
    data: await moderateQuestion(deps, session.userId, params.id, 'resolve'),
  }))
  route(adminEndpoints.findQuestions, async ({ query }) => ({ data: await findAdminQuestions(deps.db, query) }))
  route(adminEndpoints.listTopicSuggestions, async ({ query }) => ({
    data: await listTopicSuggestions(deps, query.page),
  }))
  route(adminEndpoints.removeTopicSuggestion, async ({ session, body }) => {
    await removeTopicSuggestion(deps, session.userId, body.text)
    return { data: {} }
  })
  route(adminEndpoints.listRatings, async ({ query }) => ({ data: await listRatings(deps.db, query) }))
  route(adminEndpoints.editQuestion, async ({ session, params, body }) => ({
    data: await editQuestion(deps, session.userId, params.id, body),
  }))
  route(adminEndpoints.revertQuestion, async ({ session, params }) => ({
    data: await revertQuestion(deps, session.userId, params.id),
  }))
  route(adminEndpoints.withdrawQuestion, async ({ session, params }) => ({
    data: await moderateQuestion(deps, session.userId, params.id, 'withdraw'),
  }))
  route(adminEndpoints.restoreQuestion, async ({ session, params }) => ({
    data: await moderateQuestion(deps, session.userId, params.id, 'restore'),
  }))
}

function siteRoutes(route: Route, deps: AdminDeps): void {
  route(adminEndpoints.listFlags, async () => ({ data: await deps.flags.list() }))
  route(adminEndpoints.setFlag, async ({ session, body }) => {
    await changeFlag(deps, session.userId, body)
    return { data: await deps.flags.list() }
  })
  route(adminEndpoints.setAds, async ({ session, body }) => {
    await changeAds(deps, session.userId, body.ads)
    return { data: await deps.ads.list() }
  })
}

function userRoutes(route: Route, deps: AdminDeps): void {
  route(adminEndpoints.findUser, async ({ session, body }) => ({
    data: await findPlayerAccount(deps, session.userId, body.email),
  }))
  route(adminEndpoints.grantLegend, async ({ session, params, body }) => ({
    data: await grantLegend(deps, session.userId, params.id, body.plan),
  }))
  route(adminEndpoints.endLegend, async ({ session, params }) => ({
    data: await endLegend(deps, session.userId, params.id),
  }))
  route(adminEndpoints.resetName, async ({ session, params }) => ({
    data: await resetName(deps, session.userId, params.id),
  }))
  route(adminEndpoints.reverseComplaints, async ({ session, params }) => ({
    data: await reverseComplaints(deps, session.userId, params.id),
  }))
}

function secondFactorRoutes(route: Route, deps: SecondFactorDeps): void {
  route(adminEndpoints.getSecondFactor, async ({ session }) => ({ data: await getSecondFactor(deps, session) }))
  route(adminEndpoints.beginSecondFactor, async ({ session }) => ({ data: await beginSecondFactor(deps, session) }))
  route(adminEndpoints.enableSecondFactor, async ({ session, body }) => ({
    data: { recovery_codes: await enableSecondFactor(deps, session, body.code) },
  }))
  route(adminEndpoints.confirmSecondFactor, async ({ session, body }) => {
    await confirmSecondFactor(deps, session, body.code)
    return { data: {} }
  })
  route(adminEndpoints.disableSecondFactor, async ({ session, body }) => {
    await disableSecondFactor(deps, session, body.code)
    return { data: {} }
  })
}

/** The only call of the admin service for players and visitors. */
export function complaintRoutes(route: Route, deps: ComplaintDeps & { secrets: Secrets }): void {
  route(adminEndpoints.complain, async ({ session, address, params, body }) => {
    const visitor = () => `address:${deps.secrets.mac('client address', address).toString('base64url')}`
    const reporter = session ? `user:${session.userId}` : visitor()
    await fileComplaint(deps, { questionId: params.id, reporter, address, ...body })
    return { data: {} }
  })
}
