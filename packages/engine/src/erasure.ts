import type { UserId } from '@quizmaster/contract/ids'
import type { EpochMs, GameQuestion, GameState, Player } from './game-state.ts'
import { archive, closeIfAllAnswered } from './phases.ts'
import { inRankingOrder } from './ranking.ts'
import { accept, andThen, change, publish, type Step } from './step.ts'

/** What stands in the place of a player whose account is gone (contract 3, `account/delete`). */
export const ERASED_NAME = 'Deleted player'

/**
 * Takes the person out of the game and leaves the place: answers, points and the order of play stay, the name goes. A
 * game under way goes on and waits for them no more; the creator's lobby is archived, since nobody else could start it.
 * Also an archived game loses the name; its players have nothing to be told.
 */
export function erase(state: GameState, questions: readonly GameQuestion[], userId: UserId, atMs: EpochMs): Step {
  const isToErase = (player: Player) => player.userId === userId && (player.isAttached || player.name !== ERASED_NAME)
  if (!state.players.some(isToErase)) return accept(state)
  const renamed = state.players.map((player) =>
    isToErase(player) ? { ...player, name: ERASED_NAME, isAttached: false } : player,
  )
  // Names break ties.
  const players = state.askedCount > 0 ? inRankingOrder(renamed) : renamed
  if (state.status === 'archived') return change(state, atMs, { players })
  return andThen(change(state, atMs, { players }, publish('player_left')), (rest) =>
    rest.status === 'pending' && userId === rest.creatorId
      ? archive(rest, atMs)
      : closeIfAllAnswered(rest, questions, atMs),
  )
}
