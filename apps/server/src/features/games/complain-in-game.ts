import type { gamesEndpoints } from '@quizmaster/contract/http/games'
import type { z } from 'zod'
import { Refusal } from '../../refusal.ts'
import type { RequestSession } from '../accounts/sessions.ts'
import { type ComplaintDeps, fileComplaint } from '../questions/complaints.ts'
import { findGame } from './game-store.ts'

/**
 * Files a player's complaint about a question of the finished game that they are in. Players know only the ids that
 * were made for the game, so they name the question by its index.
 * @throws no_game; not_found if the game is not finished or has not asked the question; rate_limited (see
 *   `fileComplaint`)
 */
export async function complainInGame(
  deps: ComplaintDeps,
  { userId, currentGameId }: RequestSession,
  address: string,
  { question_index, ...complaint }: z.output<typeof gamesEndpoints.complainInGame.body>,
): Promise<void> {
  const game = currentGameId && (await findGame(deps.db, currentGameId))
  if (!game) throw new Refusal('no_game')
  const { state, questions } = game
  const isListed = state.status === 'finished' && question_index < state.askedCount
  const questionId = isListed ? questions[question_index]?.bankId : undefined
  if (!questionId) throw new Refusal('not_found')
  await fileComplaint(deps, { questionId, reporter: `user:${userId}`, address, ...complaint })
}
