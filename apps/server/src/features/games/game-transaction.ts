import { randomInt } from 'node:crypto'
import type { GameId, UserId } from '@quizmaster/contract/ids'
import { step } from '@quizmaster/engine/game'
import type { GameEvent } from '@quizmaster/engine/game-event'
import { findSeat, type GameState } from '@quizmaster/engine/game-state'
import { accept, type RefusalCode, type Step, type StepEffects } from '@quizmaster/engine/step'
import type { Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { holdLock } from '../../infra/db/transaction.ts'
import { awardAll, type Awarded } from '../progress/awards.ts'
import { playersDone, recordAsked } from './asked-questions.ts'
import { recordResults } from './game-results.ts'
import { findUserGameIds, saveSeats } from './game-seats.ts'
import {
  deleteGame,
  findCurrentGameId,
  findGame,
  insertGame,
  saveMembers,
  saveState,
  type StoredGame,
} from './game-store.ts'

/** A step that has been saved: what to send, cache and announce after the commit. */
export interface SavedStep {
  game: StoredGame
  step: Step
  awarded: readonly Awarded[]
}

/** Saves a step with all of its effects. Null if another process has changed the game since `before`. */
export async function saveStep(
  trx: Transaction<Tables>,
  before: StoredGame,
  taken: Step,
  nowMs: number,
): Promise<SavedStep | null> {
  const { state, awards } = taken
  const isChanged = state.version !== before.state.version
  if (isChanged && !(await saveState(trx, { before: before.state, after: state }))) return null
  if (taken.changesMembers) await saveMembers(trx, state)
  if (changesSeats(before, taken)) await saveSeats(trx, before.state, state)
  await recordAsked(trx, { before, state }, playersDone(before.state, taken), nowMs)
  await recordResults(trx, before, state, nowMs)
  const awarded = await awardAll(
    trx,
    nowMs,
    // A game's id of 8 digits may be used again one day, a player's id never.
    awards.map(({ userId, playerId, points }) => ({ userId, points, cause: `game:${state.id}:${playerId}` })),
  )
  return { game: { state, questions: before.questions }, step: taken, awarded }
}

/** Whether a step has changed who watches the game, or a watcher's name. */
export function changesSeats({ state }: StoredGame, taken: Step): boolean {
  return taken.state.seats !== state.seats
}

/** The games involved when a user moves from one to another; null where there is none. */
interface UserGames {
  /** The game they play. */
  played: StoredGame | null
  /** The game they watch. */
  watched: StoredGame | null
  /** The game they ask for. */
  target: StoredGame | null
}

/** What can be done with games in one database transaction. Users and games stay locked until it ends. */
export class GameTransaction {
  /** What has been saved so far. */
  readonly saved: SavedStep[] = []

  constructor(
    readonly trx: Transaction<Tables>,
    readonly nowMs: number,
  ) {}

  /** Serializes everything that moves this user into or out of a game. */
  lockUser(userId: UserId): Promise<void> {
    return holdLock(this.trx, `games of ${userId}`)
  }

  /** Locks a game. Null if there is none. */
  find(id: GameId): Promise<StoredGame | null> {
    return findGame(this.trx, id, 'forUpdate')
  }

  /** Locks a user and the game they are in. Null if they are in none. */
  async findCurrent(userId: UserId): Promise<StoredGame | null> {
    await this.lockUser(userId)
    const findLocked = async () => {
      const id = await findCurrentGameId(this.trx, userId)
      return id && this.find(id)
    }
    const found = await findLocked()
    // Nobody is in an archived game: a rematch moved them to another one while this waited for the lock.
    return found?.state.status === 'archived' ? findLocked() : found
  }

  /**
   * Locks a user, the games that they play and watch, and the game `targetId`. Anything that moves a user between games
   * begins with this: it locks games in the order of their ids, so that two users who change places cannot deadlock.
   */
  async findUserGames(userId: UserId, targetId: GameId | null = null): Promise<UserGames> {
    await this.lockUser(userId)
    for (;;) {
      const { playedId, watchedId } = await findUserGameIds(this.trx, userId)
      const ids = new Set([playedId, watchedId, targetId].filter((id) => id !== null))
      const locked = new Map<GameId | null, StoredGame | null>()
      for (const id of [...ids].toSorted()) locked.set(id, await this.find(id))
      const [played = null, watched = null] = [playedId, watchedId].map((id) => locked.get(id))
      const isOver = [played, watched].some((game) => game?.state.status === 'archived')
      const userGames = {
        played: played?.state.status === 'archived' ? null : played,
        watched: watched && findSeat(watched.state, userId) ? watched : null,
        target: locked.get(targetId) ?? null,
      }
      if (!isOver) return userGames
      // It was archived while this waited for its lock: a rematch may have moved the user to the next one.
      const now = await findUserGameIds(this.trx, userId)
      if (now.playedId === playedId && now.watchedId === watchedId) return userGames
    }
  }

  /** Steps a locked game and saves it. Deadlines that have passed are saved even if the event is refused. */
  async step(before: StoredGame, event: GameEvent): Promise<{ game: StoredGame; refused: RefusalCode | null }> {
    const taken = step(before.state, before.questions, event, this.nowMs)
    return { game: await this.save(before, taken), refused: taken.refused }
  }

  /** Saves a step of a locked game. */
  async save(before: StoredGame, taken: Step): Promise<StoredGame> {
    const saved = await saveStep(this.trx, before, taken, this.nowMs)
    if (!saved) throw new Error(`game ${before.state.id} changed under its lock`)
    this.saved.push(saved)
    return saved.game
  }

  /**
   * Ends a locked game because its creator forced a new one. A lobby with nobody else in it is deleted, so that an
   * account that opens lobby after lobby leaves nothing behind; any other game is archived.
   */
  async replace(before: StoredGame, userId: UserId): Promise<void> {
    const { id, status, players } = before.state
    const taken = step(before.state, before.questions, { type: 'game_replaced', userId }, this.nowMs)
    if (status !== 'pending' || players.length > 1) return void (await this.save(before, taken))
    await deleteGame(this.trx, id)
    // The creator's other devices are notified, as for any archived game.
    this.saved.push({ game: { state: taken.state, questions: [] }, step: taken, awarded: [] })
  }

  /** Stores a new game under an id that is free. Its players are sent `update`. */
  async insert(newGame: (id: GameId) => GameState, update: StepEffects['update']): Promise<StoredGame> {
    for (;;) {
      const state = newGame(randomGameId())
      if (!(await insertGame(this.trx, state))) continue
      await saveMembers(this.trx, state)
      const game = { state, questions: [] }
      this.saved.push({ game, step: { ...accept(state), update }, awarded: [] })
      return game
    }
  }
}

/** 8 digits, the first not 0 (contract 2). */
function randomGameId(): GameId {
  return String(randomInt(10_000_000, 100_000_000)) as GameId
}
