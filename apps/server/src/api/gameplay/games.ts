import { gamesEndpoints } from '@quizmaster/contract/http/games'
import { watchEndpoints } from '@quizmaster/contract/http/watch'
import { type GameId, gameIdSchema } from '@quizmaster/contract/ids'
import { complainInGame } from '../../features/games/complain-in-game.ts'
import {
  commitAnswer,
  createGame,
  type GameDeps,
  leaveGame,
  lockGame,
  rematch,
  removePlayer,
  updateGame,
} from '../../features/games/games.ts'
import { joinGame } from '../../features/games/join-game.ts'
import { stopWatching, watchGame } from '../../features/games/watch-game.ts'
import type { ComplaintDeps } from '../../features/questions/complaints.ts'
import { type Metrics, timeAnswer } from '../../infra/metrics.ts'
import { Refusal } from '../../refusal.ts'
import type { Route } from '../route.ts'

/** Private games. */
export function gameRoutes(route: Route, deps: GameDeps & ComplaintDeps & { metrics: Metrics }): void {
  route(gamesEndpoints.createGame, async ({ session, body }) => ({
    data: await createGame(deps, session.userId, body.is_forced ?? body.isForced ?? false),
  }))
  route(gamesEndpoints.updateGame, async ({ session, body }) => ({
    data: await updateGame(deps, session.userId, body),
  }))
  route(gamesEndpoints.rematch, async ({ session }) => ({ data: await rematch(deps, session.userId) }))
  route(gamesEndpoints.removePlayer, async ({ session, body }) => ({
    data: await removePlayer(deps, session.userId, body.user_id),
  }))
  route(gamesEndpoints.leaveGame, async ({ session }) => {
    await leaveGame(deps, session.userId)
    return { data: {} }
  })
  route(gamesEndpoints.joinGame, async ({ session, params, address }) => {
    return { data: await joinGame(deps, session.userId, gameIdOf(params.id), address) }
  })
  route(watchEndpoints.watchGame, async ({ session, body, address }) => ({
    data: await watchGame(deps, session.userId, gameIdOf(body.id), address),
  }))
  route(watchEndpoints.stopWatching, async ({ session }) => {
    await stopWatching(deps, session.userId)
    return { data: {} }
  })
  route(
    gamesEndpoints.commitAnswer,
    async ({ session, body }) => {
      await timeAnswer(deps.metrics, 'game', () => commitAnswer(deps, session, body))
      return { data: {} }
    },
    { session: 'recent' },
  )
  route(gamesEndpoints.complainInGame, async ({ session, body, address }) => {
    await complainInGame(deps, session, address, body)
    return { data: {} }
  })
  route(gamesEndpoints.lockGame, async ({ session, body }) => ({
    data: await lockGame(deps, session.userId, body.is_locked),
  }))
}

/** @throws game_not_found if the text doesn't have the form of a game id */
function gameIdOf(text: string): GameId {
  const id = gameIdSchema.safeParse(text)
  if (!id.success) throw new Refusal('game_not_found')
  return id.data
}
