import { randomUUID } from 'node:crypto'
import type { Game } from '@quizmaster/contract/http/games'
import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { MINUTE_MS } from '../../infra/clock.ts'
import { getPlayerName } from '../accounts/player-name.ts'
import type { GameTransaction } from './game-transaction.ts'
import { findGameIdOf, saveMembers, type StoredGame } from './games.queries.ts'
import { type GameDeps, leaveFinished, throwRefused, view } from './present-game.ts'

const FAILED_JOINS_A_MINUTE = 10

/**
 * Joins a lobby; a member gets the game again.
 * @throws game_not_found, already_in_game, game_started, game_full; rate_limited after 10 failed joins a minute
 */
export async function joinGame(deps: GameDeps, userId: UserId, id: GameId): Promise<Game> {
  const limit = { key: `failed-join:${userId}`, max: FAILED_JOINS_A_MINUTE, windowMs: MINUTE_MS }
  const outcome = await deps.rooms.transact(async (games) => {
    // Counted in the same transaction: of many guesses at once each knows of those before it.
    await deps.limiter.check(games.trx, limit)
    const tried = await tryJoin(games, userId, id)
    if (tried.refused) await deps.limiter.hit(games.trx, limit.key)
    return tried
  })
  throwRefused(outcome.refused)
  return view(deps, outcome.game, userId)
}

/** Refusals are given back, not thrown: the deadlines that have passed are committed either way. */
async function tryJoin(games: GameTransaction, userId: UserId, id: GameId) {
  await games.lockUser(userId)
  const presentId = await findGameIdOf(games.trx, userId)
  // Locked in one order, whoever comes from where.
  const locked = new Map<GameId, StoredGame | null>()
  for (const gameId of [...new Set(presentId ? [presentId, id] : [id])].toSorted())
    locked.set(gameId, await games.find(gameId))
  const target = locked.get(id) ?? null
  if (!target) return { refused: 'game_not_found' as const, game: null }
  const present = presentId && presentId !== id ? (locked.get(presentId) ?? null) : null
  const isPresentGone = present?.state.status === 'archived' && (await findGameIdOf(games.trx, userId)) !== presentId
  // It was archived while its lock was waited for.
  if (isPresentGone) return tryJoin(games, userId, id)
  const isGone = target.state.status === 'finished' || target.state.status === 'archived'
  if (!isGone && present && present.state.status !== 'finished')
    return { refused: 'already_in_game' as const, game: null }
  const player = { id: randomUUID() as PlayerId, userId, name: await getPlayerName(games.trx, userId) }
  const joined = await games.step(target, { type: 'player_joined', player })
  if (!joined.refused && present) {
    await leaveFinished(games, present, userId)
    await saveMembers(games.trx, joined.game.state)
  }
  return joined
}
