import type { GameId, UserId } from '@quizmaster/contract/ids'
import { nextWakeAt } from '@quizmaster/engine/deadlines'
import type { GameEvent } from '@quizmaster/engine/game-event'
import { attachedUserIds } from '@quizmaster/engine/game-state'
import type { Refusal as EngineRefusal } from '@quizmaster/engine/step'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import type { StoredGame } from './games.queries.ts'

/** Wake-ups further away are the sweep's. */
const LONGEST_TIMER_MS = MINUTE_MS
/** A game in memory that has been quiet for so long is forgotten; the database has it. */
const KEPT_QUIET_MS = MINUTE_MS

/** What came of an event: refused or not, and the game as it stands after it; null where there is no such game. */
export type Outcome = { refused: EngineRefusal | null; game: StoredGame } | null

/** An event that waits to be stepped. */
export interface Waiting {
  event: GameEvent
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/** What this node holds of a game. */
export interface Room {
  waiting: Waiting[]
  isDraining: boolean
  /** As it was last seen; another node may have gone on since. */
  game: StoredGame | null
  /** Who was in it when it was last seen. */
  userIds: readonly UserId[]
  timer: NodeJS.Timeout | undefined
  touchedAtMs: number
}

/** What this node remembers of games; the database knows for sure. */
export interface RoomMemory {
  /** The room of a game, an empty one where nothing is remembered. */
  roomOf(id: GameId): Room
  /** The game that a user was last seen in. */
  gameIdOf(userId: UserId): GameId | null
  /** Remembers what was committed, unless something newer is known, and sets the wake-up. */
  keep(game: StoredGame): void
  /** Forgets everything; no wake-up comes any more. */
  clear(): void
}

/** `wake` is told when a game moves by itself. Games that nobody touches are forgotten. */
export function createRoomMemory(clock: Clock, wake: (id: GameId) => void): RoomMemory {
  const rooms = new Map<GameId, Room>()
  const gameIds = new Map<UserId, GameId>()

  function roomOf(id: GameId): Room {
    const room = rooms.get(id) ?? emptyRoom()
    room.touchedAtMs = clock.now()
    rooms.set(id, room)
    return room
  }

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
    const waitMs = wakeAtMs === null ? Infinity : Math.max(0, wakeAtMs - clock.now())
    if (waitMs <= LONGEST_TIMER_MS) room.timer = setTimeout(() => wake(id), waitMs)
    else forgetQuiet()
  }

  function forget(id: GameId, room: Room): void {
    rooms.delete(id)
    forgetMembers(id, room)
  }

  function forgetMembers(id: GameId, room: Room): void {
    for (const userId of room.userIds) if (gameIds.get(userId) === id) gameIds.delete(userId)
  }

  function forgetQuiet(): void {
    const nowMs = clock.now()
    for (const [id, room] of rooms) {
      if (!room.isDraining && !room.timer && nowMs - room.touchedAtMs > KEPT_QUIET_MS) forget(id, room)
    }
  }

  return {
    roomOf,
    gameIdOf: (userId) => gameIds.get(userId) ?? null,
    keep,
    clear() {
      for (const room of rooms.values()) clearTimeout(room.timer)
      rooms.clear()
      gameIds.clear()
    },
  }
}

function emptyRoom(): Room {
  return { waiting: [], isDraining: false, game: null, userIds: [], timer: undefined, touchedAtMs: 0 }
}
