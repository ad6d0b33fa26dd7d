import type { GameId, UserId } from '@quizmaster/contract/ids'
import type { GameEvent } from '@quizmaster/engine/game-event'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Logger } from '../../infra/log.ts'
import type { Awarded } from '../progress/awards.ts'
import { type Change, type GameTransaction, withGames } from './game-transaction.ts'
import { createSaveStep, findGame } from './games.queries.ts'
import { createRoomMemory, type Outcome, type Room, type Waiting } from './room-memory.ts'
import { stepBatch } from './step-batch.ts'
import type { RoomTeller } from './tell-room.ts'

/** So often a node tries to be faster than the others; then it waits for its turn. */
const HASTY_TRIES = 3

/** The games of this node, each in a room of its own. */
export interface GameRooms {
  /** Steps one event and answers once it is committed; null where there is no such game. */
  act(id: GameId, event: GameEvent): Promise<Outcome>
  /** The game that a user was last seen in on this node; the database knows for sure. */
  gameIdOf(userId: UserId): GameId | null
  /** For what touches members, points or several games. */
  transact<Result>(work: (games: GameTransaction) => Promise<Result>): Promise<Result>
  stop(): void
}

interface RoomDeps {
  db: Kysely<Tables>
  clock: Clock
  log: Logger
  teller: RoomTeller
  announce(awarded: Awarded): void
  /** See GameWatch: time that nobody could play is given back before anything else happens. */
  caughtUp(): Promise<void>
}

/**
 * The shell around the engine: a queue a game on this node, its latest state and wake-up in `RoomMemory`. Events that
 * come while a save is under way are stepped together and share the next one. A save is good only on the version that
 * it was made from, so several nodes may hold the same game; the slower one loads again, and in the end waits its turn.
 */
export function createGameRooms(deps: RoomDeps): GameRooms {
  const saveStep = createSaveStep(deps.db)
  const memory = createRoomMemory(deps.clock, wake)

  async function act(id: GameId, event: GameEvent): Promise<Outcome> {
    await deps.caughtUp()
    return new Promise((resolve, reject) => {
      const room = memory.roomOf(id)
      room.waiting.push({ event, resolve, reject })
      if (!room.isDraining) void drain(id, room)
    })
  }

  async function drain(id: GameId, room: Room): Promise<void> {
    room.isDraining = true
    // What arrives in the same instant is stepped together.
    await Promise.resolve()
    while (room.waiting.length > 0) {
      const batch = room.waiting.splice(0)
      try {
        await settle(id, room, batch)
      } catch (error) {
        room.game = null
        for (const { reject } of batch) reject(error)
      }
    }
    room.isDraining = false
  }

  async function settle(id: GameId, room: Room, batch: readonly Waiting[]): Promise<void> {
    for (let attempt = 0; attempt < HASTY_TRIES; attempt += 1) {
      const isFresh = room.game === null
      room.game ??= await findGame(deps.db, id)
      const before = room.game
      if (!before) return batch.forEach(({ resolve }) => resolve(null))
      const events = batch.map(({ event }) => event)
      const stepped = stepBatch(before, events, deps.clock.now())
      if (stepped.needsTransaction) break
      const isChanged = stepped.game.state.version !== before.state.version
      // Memory may be behind another node: only what is fresh, or proves itself by a save, may answer.
      if (!isFresh && !isChanged) {
        room.game = null
        continue
      }
      if (isChanged && !(await saveStep({ before: before.state, after: stepped.game.state }))) {
        room.game = null
        continue
      }
      if (isChanged) memory.keep(stepped.game)
      deps.teller.tell(stepped.game, stepped.effects)
      batch.forEach(({ resolve }, index) => resolve({ refused: stepped.refusals[index] ?? null, game: stepped.game }))
      return
    }
    await settleLocked(id, batch)
  }

  /** The sure way, in a transaction of its own: nobody is faster. */
  async function settleLocked(id: GameId, batch: readonly Waiting[]): Promise<void> {
    const outcomes = await transact(async (games) => {
      let game = await games.find(id)
      const taken: Outcome[] = []
      for (const { event } of batch) {
        const stepped: Outcome = game && (await games.step(game, event))
        game = stepped?.game ?? null
        taken.push(stepped)
      }
      return taken
    })
    batch.forEach(({ resolve }, index) => resolve(outcomes[index] ?? null))
  }

  function committed(changes: readonly Change[], awards: readonly Awarded[]): void {
    for (const { game, effects } of changes) {
      memory.keep(game)
      deps.teller.tell(game, effects)
    }
    for (const awarded of awards) deps.announce(awarded)
  }

  function transact<Result>(work: (games: GameTransaction) => Promise<Result>): Promise<Result> {
    return withGames({ db: deps.db, clock: deps.clock, committed }, work)
  }

  function wake(id: GameId): void {
    act(id, { type: 'time_passed' }).catch((error: unknown) =>
      deps.log.warn({ err: error, msg: 'wake_failed', game: id }),
    )
  }

  return {
    act,
    gameIdOf: (userId) => memory.gameIdOf(userId),
    transact,
    stop() {
      memory.clear()
      deps.teller.stop()
    },
  }
}
