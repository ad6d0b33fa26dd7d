import { deskApi } from '@quizmaster/contract/http/desk'
import { listAudit } from '../../features/desk/audit.ts'
import { listComplaints } from '../../features/desk/complaint-list.ts'
import { findDeskQuestions } from '../../features/desk/desk-questions.ts'
import { editQuestion, revertQuestion } from '../../features/desk/edit-question.ts'
import { type StepDeps, stepQuestion } from '../../features/desk/question-steps.ts'
import { changeAds, changeFlag } from '../../features/desk/site.ts'
import { type DeskUserDeps, endLegend, findDeskUser, grantLegend, resetName } from '../../features/desk/users.ts'
import type { AdList } from '../../features/site/ads.ts'
import type { FeatureFlags } from '../../features/site/feature-flags.ts'
import type { Route } from '../route.ts'

type DeskDeps = StepDeps & DeskUserDeps & { flags: FeatureFlags; ads: AdList }

/** What operators do. */
export function deskRoutes(route: Route, deps: DeskDeps): void {
  questionRoutes(route, deps)
  siteRoutes(route, deps)
  userRoutes(route, deps)
  route(deskApi.listAudit, async ({ query }) => ({ data: await listAudit(deps, query.page) }))
}

function questionRoutes(route: Route, deps: DeskDeps): void {
  route(deskApi.listComplaints, async ({ query }) => ({ data: await listComplaints(deps, query) }))
  route(deskApi.resolveComplaints, async ({ session, params }) => ({
    data: await stepQuestion(deps, session.userId, params.id, 'resolve'),
  }))
  route(deskApi.findQuestions, async ({ query }) => ({ data: await findDeskQuestions(deps.db, query) }))
  route(deskApi.editQuestion, async ({ session, params, body }) => ({
    data: await editQuestion(deps, session.userId, params.id, body),
  }))
  route(deskApi.revertQuestion, async ({ session, params }) => ({
    data: await revertQuestion(deps, session.userId, params.id),
  }))
  route(deskApi.withdrawQuestion, async ({ session, params }) => ({
    data: await stepQuestion(deps, session.userId, params.id, 'withdraw'),
  }))
  route(deskApi.restoreQuestion, async ({ session, params }) => ({
    data: await stepQuestion(deps, session.userId, params.id, 'restore'),
  }))
}

function siteRoutes(route: Route, deps: DeskDeps): void {
  route(deskApi.listFlags, async () => ({ data: await deps.flags.list() }))
  route(deskApi.setFlag, async ({ session, body }) => {
    await changeFlag(deps, session.userId, body)
    return { data: await deps.flags.list() }
  })
  route(deskApi.setAds, async ({ session, body }) => {
    await changeAds(deps, session.userId, body.ads)
    return { data: await deps.ads.list() }
  })
}

function userRoutes(route: Route, deps: DeskDeps): void {
  route(deskApi.findUser, async ({ session, body }) => ({
    data: await findDeskUser(deps, session.userId, body.email),
  }))
  route(deskApi.grantLegend, async ({ session, params, body }) => ({
    data: await grantLegend(deps, session.userId, params.id, body.plan),
  }))
  route(deskApi.endLegend, async ({ session, params }) => ({ data: await endLegend(deps, session.userId, params.id) }))
  route(deskApi.resetName, async ({ session, params }) => ({ data: await resetName(deps, session.userId, params.id) }))
}
