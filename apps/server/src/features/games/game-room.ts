import type { GameId, UserId } from '@quizmaster/contract/ids'
import { nextWakeAt } from '@quizmaster/engine/deadlines'
import { step } from '@quizmaster/engine/game'
import { attachedUserIds } from '@quizmaster/engine/game-state'
import type { GameEvent } from '@quizmaster/engine/game-event'
import type { Effect, Refusal as EngineRefusal } from '@quizmaster/engine/step'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Logger } from '../../infra/log.ts'
import type { Awarded } from '../progress/awards.ts'
import { type Change, type GameTransaction, withGames } from './game-transaction.ts'
import { createSaveStep, findGame, type StoredGame } from './games.queries.ts'
import type { RoomTeller } from './tell-room.ts'

const MAX_TRIES = 5
/** Wake-ups further away are the sweep's. */
const LONGEST_TIMER_MS = 60_000
/** A game in memory that has been quiet for so long is forgotten; the database has it. */
const KEPT_QUIET_MS = 60_000

/** Where the outcome of an event goes: refused or not, and the game as it stands after it. */
export type Outcome = { refused: EngineRefusal | null; game: StoredGame } | null

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

interface Waiting {
  event: GameEvent
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

interface Room {
  waiting: Waiting[]
  isDraining: boolean
  game: StoredGame | null
  /** Who was in it when it was last seen. */
  userIds: readonly UserId[]
  timer: NodeJS.Timeout | undefined
  touchedAtMs: number
}

/**
 * The shell around the engine: a queue a game on this node, the latest state in memory, one wake-up a game. Events that
 * come while a save is under way are stepped together and share the next one. A save is good only on the version that
 * it was made from, so several nodes may hold the same game; the slower one loads again.
 */
export function createGameRooms(deps: RoomDeps): GameRooms {
  const rooms = new Map<GameId, Room>()
  const gameIds = new Map<UserId, GameId>()
  const saveStep = createSaveStep(deps.db)

  function roomOf(id: GameId): Room {
    const room = rooms.get(id) ?? {
      waiting: [],
      isDraining: false,
      game: null,
      userIds: [],
      timer: undefined,
      touchedAtMs: 0,
    }
    room.touchedAtMs = deps.clock.now()
    rooms.set(id, room)
    return room
  }

  async function act(id: GameId, event: GameEvent): Promise<Outcome> {
    await deps.caughtUp()
    return new Promise((resolve, reject) => {
      const room = roomOf(id)
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
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const isFresh = room.game === null
      room.game ??= await findGame(deps.db, id)
      const before = room.game
      if (!before) return batch.forEach(({ resolve }) => resolve(null))
      const stepped = stepAll(before, batch, deps.clock.now())
      if (stepped.needsTransaction) {
        await transact(async (games) => {
          const locked = await games.find(id)
          if (locked) await games.step(locked, { type: 'time_passed' })
        })
        continue
      }
      const isChanged = stepped.game.state.version !== before.state.version
      // Memory may be behind another node: only what is fresh, or proves itself by a save, may refuse.
      if (!isFresh && !isChanged && stepped.outcomes.some(({ refused }) => refused)) {
        room.game = null
        continue
      }
      if (isChanged && !(await saveStep({ before: before.state, after: stepped.game.state }))) {
        room.game = null
        continue
      }
      if (isChanged) keep(stepped.game)
      deps.teller.tell(stepped.game, stepped.effects)
      batch.forEach(({ resolve }, index) =>
        resolve({ refused: stepped.outcomes[index]?.refused ?? null, game: stepped.game }),
      )
      return
    }
    throw new Error(`game ${id} could not be saved`)
  }

  function committed(changes: readonly Change[], awards: readonly Awarded[]): void {
    for (const { game, effects } of changes) {
      keep(game)
      deps.teller.tell(game, effects)
    }
    for (const awarded of awards) deps.announce(awarded)
  }

  function transact<Result>(work: (games: GameTransaction) => Promise<Result>): Promise<Result> {
    return withGames({ db: deps.db, clock: deps.clock, committed }, work)
  }

  /** Remembers what was committed, unless something newer is known, and sets the wake-up. */
  function keep(game: StoredGame): void {
    const { id, version } = game.state
    const room = roomOf(id)
    if (room.game && room.game.state.version > version) return
    clearTimeout(room.timer)
    room.timer = undefined
    room.game = game
    if (game.state.status === 'archived') {
      if (!room.isDraining) forget(id, room)
      return
    }
    forgetMembers(id, room)
    room.userIds = attachedUserIds(game.state)
    for (const userId of room.userIds) gameIds.set(userId, id)
    const wakeAtMs = nextWakeAt(game.state)
    const waitMs = wakeAtMs === null ? Infinity : Math.max(0, wakeAtMs - deps.clock.now())
    if (waitMs <= LONGEST_TIMER_MS) room.timer = setTimeout(() => wake(id), waitMs)
    else forgetQuiet()
  }

  function wake(id: GameId): void {
    act(id, { type: 'time_passed' }).catch((error: unknown) =>
      deps.log.warn({ err: error, msg: 'wake_failed', game: id }),
    )
  }

  function forget(id: GameId, room: Room): void {
    rooms.delete(id)
    forgetMembers(id, room)
  }

  function forgetMembers(id: GameId, room: Room): void {
    for (const userId of room.userIds) if (gameIds.get(userId) === id) gameIds.delete(userId)
  }

  function forgetQuiet(): void {
    const nowMs = deps.clock.now()
    for (const [id, room] of rooms) {
      if (!room.isDraining && !room.timer && nowMs - room.touchedAtMs > KEPT_QUIET_MS) forget(id, room)
    }
  }

  return {
    act,
    gameIdOf: (userId) => gameIds.get(userId) ?? null,
    transact,
    stop() {
      for (const room of rooms.values()) clearTimeout(room.timer)
      rooms.clear()
      gameIds.clear()
      deps.teller.stop()
    },
  }
}

interface Stepped {
  game: StoredGame
  effects: Effect[]
  outcomes: { refused: EngineRefusal | null }[]
  /** True where members, points or the status change: that is more than one statement. */
  needsTransaction: boolean
}

function stepAll(before: StoredGame, batch: readonly Waiting[], nowMs: number): Stepped {
  const { questions } = before
  const effects: Effect[] = []
  const outcomes: Stepped['outcomes'] = []
  let { state } = before
  for (const { event } of batch) {
    const taken = step(state, questions, event, nowMs)
    state = taken.state
    effects.push(...taken.effects)
    outcomes.push({ refused: taken.refused })
  }
  const isEnding = state.status !== before.state.status && state.status !== 'running'
  return { game: { state, questions }, effects: lastForRoom(effects), outcomes, needsTransaction: isEnding }
}

/** Of several updates of the room only the last is sent; it shows the whole game. */
function lastForRoom(effects: readonly Effect[]): Effect[] {
  const forRoom = effects.filter((effect) => effect.type === 'publish' && effect.to === undefined)
  // An opened or closed question must not wait as long as a mere "has answered" may.
  const told =
    forRoom.findLast((effect) => effect.type === 'publish' && effect.reason !== 'answer_committed') ?? forRoom.at(-1)
  return effects.filter((effect) => effect === told || !forRoom.includes(effect))
}
