import type { Game } from '@quizmaster/contract/http/games'
import type { GameId, UserId } from '@quizmaster/contract/ids'
import { MINUTE_MS } from '../../infra/clock.ts'
import { limitsByAddress, type RateLimit } from '../../infra/rate-limit.ts'
import type { GameTransaction } from './game-transaction.ts'
import { failedJoinKey, type GameDeps, throwRefused, viewOf } from './games.ts'
import { giveUpSeat, leaveFinished, newPlayerFor } from './move-player.ts'

const FAILED_JOINS_A_MINUTE = 10
const MISSED_IDS_A_MINUTE = 30

/** Limits tries of ids that belong to no game, by client address, whichever accounts make them. */
function missedIdLimits(address: string): RateLimit[] {
  return limitsByAddress(address, (network) => ({
    key: `missed-game-id:${network}`,
    max: MISSED_IDS_A_MINUTE,
    windowMs: MINUTE_MS,
  }))
}

/**
 * Joins a lobby. A player who is already in the game gets it again.
 * @throws game_not_found, already_in_game, game_started, game_locked, game_full, removed_from_game, and as `tryGameId`
 */
export async function joinGame(deps: GameDeps, userId: UserId, id: GameId, address: string): Promise<Game> {
  const outcome = await tryGameId(deps, userId, address, (games) => tryJoin(games, userId, id))
  throwRefused(outcome.refused)
  return viewOf(deps, outcome.game, userId)
}

/**
 * Runs an attempt to enter a game by its id, in a transaction. `attempt` returns refusals instead of throwing them,
 * because the deadlines that have passed are committed in either case.
 * @throws rate_limited after 10 refusals of the account in a minute, or 30 ids of no game in a minute from the address
 */
export function tryGameId<Outcome extends { refused: string | null }>(
  { gameRunner, limiter }: GameDeps,
  userId: UserId,
  address: string,
  attempt: (games: GameTransaction) => Promise<Outcome>,
): Promise<Outcome> {
  const byAccount = { key: failedJoinKey(userId), max: FAILED_JOINS_A_MINUTE, windowMs: MINUTE_MS }
  const byAddress = missedIdLimits(address)
  return gameRunner.transact(async (games) => {
    // Counted in the same transaction, so that concurrent guesses do not slip past the limit.
    await limiter.check(games.trx, byAccount)
    const tried = await attempt(games)
    if (tried.refused) await limiter.hit(games.trx, byAccount.key)
    // Checked last, so that joins from one address do not wait for each other. Over the limit, the join is rolled back.
    for (const limit of byAddress) await limiter.check(games.trx, limit)
    if (tried.refused === 'game_not_found') {
      for (const { key } of byAddress) await limiter.hit(games.trx, key)
    }
    return tried
  })
}

async function tryJoin(games: GameTransaction, userId: UserId, id: GameId) {
  const { played, watched, target } = await games.findUserGames(userId, id)
  if (!target) return { refused: 'game_not_found' as const, game: null }
  const other = played?.state.id === id ? null : played
  const isOver = target.state.status === 'finished' || target.state.status === 'archived'
  if (!isOver && other && other.state.status !== 'finished') return { refused: 'already_in_game' as const, game: null }
  const player = await newPlayerFor(games, userId, target.state)
  const joined = await games.step(target, { type: 'player_joined', player })
  if (joined.refused) return joined
  if (other) await leaveFinished(games, other, userId)
  await giveUpSeat(games, watched, userId)
  return joined
}
