import type { WatchedGame } from '@quizmaster/contract/http/watch'
import type { GameId, UserId } from '@quizmaster/contract/ids'
import { watchViewsOf } from '@quizmaster/engine/watch-view'
import { Refusal } from '../../refusal.ts'
import type { GameTransaction } from './game-transaction.ts'
import { gameExists, type GameDeps, throwRefused } from './games.ts'
import { tryGameId } from './join-game.ts'
import { giveUpSeat, leaveFinished, newPlayerFor } from './move-player.ts'

/**
 * Watches a game that has started, with a seat in the next one. A caller who already has the seat gets the game again;
 * a seat in another game is given up.
 * @throws game_not_found, removed_from_game, already_in_game, game_not_started, game_full; game_exists, with details of
 *   the game that the caller plays; rate_limited together with failed joins
 */
export async function watchGame(deps: GameDeps, userId: UserId, id: GameId, address: string): Promise<WatchedGame> {
  const outcome = await tryGameId(deps, userId, address, (games) => tryWatch(games, userId, id))
  if (outcome.refused === 'game_exists') throw gameExists(outcome.game, userId)
  if (outcome.refused !== null) return throwRefused(outcome.refused)
  const { state, questions } = outcome.game
  const watched = watchViewsOf(state, questions, deps.clock.now())(userId)
  if (!watched) throw new Refusal('game_not_found')
  return watched
}

async function tryWatch(games: GameTransaction, userId: UserId, id: GameId) {
  const { played, watched, target } = await games.findUserGames(userId, id)
  if (!target) return { refused: 'game_not_found' as const, game: null }
  const other = played?.state.id === id ? null : played
  if (other && other.state.status !== 'finished' && target.state.status !== 'archived')
    return { refused: 'game_exists' as const, game: other }
  const player = await newPlayerFor(games, userId, target.state)
  const seated = await games.step(target, { type: 'seat_taken', player })
  if (seated.refused) return seated
  if (other) await leaveFinished(games, other, userId)
  if (watched?.state.id !== id) await giveUpSeat(games, watched, userId)
  return seated
}

/** Gives up the caller's seat. Does nothing if they have none. */
export async function stopWatching({ gameRunner }: GameDeps, userId: UserId): Promise<void> {
  await gameRunner.transact(async (games) => {
    const { watched } = await games.findUserGames(userId)
    await giveUpSeat(games, watched, userId)
  })
}
