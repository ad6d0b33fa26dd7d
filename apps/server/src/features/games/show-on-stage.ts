import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { MESSAGES } from '@quizmaster/contract/messages'
import { creatorRefusal } from '@quizmaster/engine/creator-requests'
import { stageIdsOf, stageViewOf } from '@quizmaster/engine/stage-view'
import { HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import { limitsByAddress, type RateLimit } from '../../infra/rate-limit.ts'
import { fieldRefusal } from '../../refusal.ts'
import type { BroadcastStage } from './broadcast-viewers.ts'
import { type GameDeps, stepCurrentGame, throwRefused, viewOf } from './games.ts'
import { findStageByLetters, followGame, moveStages, wrongLettersKey } from './stages.ts'

const WRONG_LETTERS_A_MINUTE = 10
const WRONG_LETTERS_AN_HOUR = 30

export interface ShowOnStageDeps extends GameDeps {
  broadcastStage: BroadcastStage
}

/** Limits wrong letters of an account and, at three times the figure, those from a client address. */
function wrongLettersLimits(userId: UserId, address: string): RateLimit[] {
  const ofAccount = (max: number, windowMs: number) => ({ key: wrongLettersKey(userId), max, windowMs })
  const ofAddress = (max: number, windowMs: number) =>
    limitsByAddress(address, (network) => ({ key: `wrong-stage-letters:${network}`, max: 3 * max, windowMs }))
  return [[WRONG_LETTERS_A_MINUTE, MINUTE_MS] as const, [WRONG_LETTERS_AN_HOUR, HOUR_MS] as const].flatMap(
    ([max, windowMs]) => [ofAccount(max, windowMs), ...ofAddress(max, windowMs)],
  )
}

/**
 * Shows the caller's game on the stage with these letters, which are then used up. The stage follows the game and its
 * rematches.
 * @throws no_game, not_creator, too_many_stages, 422 `letters` if no stage shows them; rate_limited after 10 wrong
 *   letters of the account in a minute or 30 in an hour, or three times as many from the client address
 */
export async function showOnStage(
  deps: ShowOnStageDeps,
  userId: UserId,
  letters: string,
  address: string,
): Promise<Game> {
  const limits = wrongLettersLimits(userId, address)
  const outcome = await deps.gameRunner.transact(async (games) => {
    // Counted in the same transaction, so that concurrent guesses do not slip past the limits.
    await deps.limiter.check(games.trx, limits)
    const current = await games.findCurrent(userId)
    if (!current) return { refused: 'no_game' as const }
    const mayNot = creatorRefusal(current.state, userId)
    if (mayNot) return { refused: mayNot }
    const stageId = await findStageByLetters(games.trx, letters, games.nowMs)
    if (!stageId) {
      for (const key of new Set(limits.map((limit) => limit.key))) await deps.limiter.hit(games.trx, key)
      return { refused: 'letters_unknown' as const }
    }
    const { refused, game } = await games.step(current, { type: 'stage_attached', userId, stageId })
    if (refused) return { refused }
    await followGame(games.trx, { id: stageId, gameId: game.state.id, nowMs: games.nowMs })
    return { refused, game, stageId }
  })
  if (outcome.refused === 'letters_unknown') throw fieldRefusal('letters', MESSAGES.stageUnknown)
  if (outcome.refused !== null) return throwRefused(outcome.refused)
  const { game, stageId } = outcome
  deps.broadcastStage([stageId], { game: stageViewOf(game.state, game.questions, deps.clock.now()) })
  return viewOf(deps, game, userId)
}

/** Shows or hides the id of the caller's game on its stages. @throws no_game, not_creator, no_stage */
export async function showIdOnStage(deps: ShowOnStageDeps, userId: UserId, isIdShown: boolean): Promise<Game> {
  return stepCurrentGame(deps, userId, { type: 'stage_updated', userId, isIdShown })
}

/** Stops showing the caller's game on its stages. Does nothing if it has none. @throws no_game, not_creator */
export async function stopStages(deps: ShowOnStageDeps, userId: UserId): Promise<Game> {
  const outcome = await deps.gameRunner.transact(async (games) => {
    const current = await games.findCurrent(userId)
    if (!current) return { refused: 'no_game' as const }
    const stopped = stageIdsOf(current.state)
    const { refused, game } = await games.step(current, { type: 'stages_stopped', userId })
    if (refused) return { refused }
    if (stopped.length > 0) await moveStages(games.trx, { from: game.state.id, to: null, nowMs: games.nowMs })
    return { refused, game, stopped }
  })
  if (outcome.refused !== null) return throwRefused(outcome.refused)
  deps.broadcastStage(outcome.stopped, { game: null })
  return viewOf(deps, outcome.game, userId)
}
