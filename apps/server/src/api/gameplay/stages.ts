import { gamesEndpoints } from '@quizmaster/contract/http/games'
import { stageEndpoints } from '@quizmaster/contract/http/stage'
import { showIdOnStage, showOnStage, type ShowOnStageDeps, stopStages } from '../../features/games/show-on-stage.ts'
import { openStage, type StageDeps } from '../../features/games/stages.ts'
import type { Route } from '../route.ts'

/** Stages, and what a host does with them. */
export function stageRoutes(route: Route, deps: StageDeps & ShowOnStageDeps): void {
  route(stageEndpoints.openStage, async ({ body, address }) => ({
    data: await openStage(deps, body.token, address),
  }))
  route(gamesEndpoints.showOnStage, async ({ session, body, address }) => ({
    data: await showOnStage(deps, session.userId, body.letters, address),
  }))
  route(gamesEndpoints.updateStage, async ({ session, body }) => ({
    data: await showIdOnStage(deps, session.userId, body.is_id_shown),
  }))
  route(gamesEndpoints.stopStages, async ({ session }) => ({ data: await stopStages(deps, session.userId) }))
}
