import type { GameId, UserId } from '@quizmaster/contract/ids'
import type { GameEvent } from '@quizmaster/engine/game-event'
import { step } from '@quizmaster/engine/game'
import { attachedUserIds, type GameState } from '@quizmaster/engine/game-state'
import type { Effect, Refusal as EngineRefusal } from '@quizmaster/engine/step'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { holdLock, inTransaction } from '../../infra/db/transaction.ts'
import { awardAll, type Awarded } from '../progress/awards.ts'
import { findGame, saveMembers, saveStep, type StoredGame } from './games.queries.ts'

/** What a transaction has changed: to be told once it has committed. */
export interface Change {
  game: StoredGame
  effects: readonly Effect[]
}

/** Several games at once, all or nothing: whatever needs more than one statement goes through here. */
export interface GameTransaction {
  readonly trx: Transaction<Tables>
  readonly nowMs: number
  /** Locks a game until the end. */
  find(id: GameId): Promise<StoredGame | null>
  /** Steps a locked game and saves it; a refusal is given back, the deadlines that passed are saved either way. */
  step(game: StoredGame, event: GameEvent): Promise<{ game: StoredGame; refused: EngineRefusal | null }>
  /** Saves what the caller has stepped by itself. */
  save(before: GameState, game: StoredGame, effects: readonly Effect[]): Promise<void>
  /** Everything one user does to be in a game happens one after the other. */
  lockUser(userId: UserId): Promise<void>
}

interface TransactionDeps {
  db: Kysely<Tables>
  clock: Clock
  /** Told what was committed. */
  committed(changes: readonly Change[], awards: readonly Awarded[]): void
}

/** Runs `work` in a database transaction, then tells rooms and players what it has committed. */
export async function withGames<Result>(
  deps: TransactionDeps,
  work: (games: GameTransaction) => Promise<Result>,
): Promise<Result> {
  const outcome = await inTransaction(deps.db, async (trx) => {
    const changes: Change[] = []
    const awards: Awarded[] = []
    const result = await work(openTransaction(trx, deps.clock.now(), changes, awards))
    return { result, changes, awards }
  })
  deps.committed(outcome.changes, outcome.awards)
  return outcome.result
}

function openTransaction(
  trx: Transaction<Tables>,
  nowMs: number,
  changes: Change[],
  awards: Awarded[],
): GameTransaction {
  const save: GameTransaction['save'] = async (before, game, effects) => {
    if (game.state.version !== before.version && !(await saveStep(trx, before, game.state))) {
      throw new Error(`game ${before.id} changed under its lock`)
    }
    if (isMembershipChanged(before, game.state)) await saveMembers(trx, game.state)
    awards.push(...(await awardAll(trx, nowMs, earned(game.state, effects))))
    changes.push({ game, effects })
  }
  return {
    trx,
    nowMs,
    find: (id) => findGame(trx, id, 'forUpdate'),
    save,
    async step(game, event) {
      const { state, effects, refused } = step(game.state, game.questions, event, nowMs)
      const after = { state, questions: game.questions }
      await save(game.state, after, effects)
      return { game: after, refused }
    },
    lockUser: (userId) => holdLock(trx, `games of ${userId}`),
  }
}

/** What players of a game have earned. A game's digits may come again one day, a player's id never. */
function earned({ id, players }: GameState, effects: readonly Effect[]) {
  return effects.flatMap((effect) => {
    if (effect.type !== 'award' || effect.points <= 0) return []
    const { userId, points } = effect
    const playerId = players.find((player) => player.userId === userId)?.id
    return [{ userId, points, cause: `game:${id}:${playerId}` }]
  })
}

function isMembershipChanged(before: GameState, after: GameState): boolean {
  return membersOf(before) !== membersOf(after)
}

function membersOf(state: GameState): string {
  return state.status === 'archived' ? '' : attachedUserIds(state).toSorted().join()
}
