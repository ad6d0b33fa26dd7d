import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import type { Refusal as EngineRefusal } from '@quizmaster/engine/step'
import { viewFor } from '@quizmaster/engine/views'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import type { Bank } from '../questions/bank.ts'
import type { FeatureFlags } from '../site/feature-flags.ts'
import type { GameRooms } from './game-room.ts'
import type { GameTransaction } from './game-transaction.ts'
import { findGameIdOf, type StoredGame } from './games.queries.ts'

/** What people's calls about games need. */
export interface GameDeps {
  db: Kysely<Tables>
  clock: Clock
  bank: Bank
  flags: FeatureFlags
  limiter: RateLimiter
  rooms: GameRooms
}

/** The game a user is in, locked, or null. */
export async function findPresent(games: GameTransaction, userId: UserId): Promise<StoredGame | null> {
  await games.lockUser(userId)
  const lockOwn = async () => {
    const id = await findGameIdOf(games.trx, userId)
    return id && games.find(id)
  }
  const found = await lockOwn()
  // Nobody is in an archived game: while its lock was waited for, a rematch has taken them along.
  return found?.state.status === 'archived' ? lockOwn() : found
}

/**
 * Leaves a finished game for another one: its creator archives it, a member goes from the results. So it never blocks
 * (contract 6).
 */
export async function leaveFinished(games: GameTransaction, finished: StoredGame, userId: UserId): Promise<void> {
  const isCreator = finished.state.creatorId === userId
  await games.step(
    finished,
    isCreator ? { type: 'update_requested', userId, status: 'archived' } : { type: 'player_left', userId },
  )
}

/** @throws what the engine refused, in the words of the contract */
export function throwRefused(refused: EngineRefusal | null): void {
  if (refused === 'answer_unknown') throw fieldRefusal('answer', 'is not an answer of this question')
  if (refused) throw new Refusal(refused)
}

/** The game as this player may see it. @throws no_game */
export function view({ clock }: GameDeps, game: StoredGame | null, userId: UserId): Game {
  if (!game) throw new Refusal('no_game')
  return viewFor(game.state, game.questions, userId, clock.now())
}
