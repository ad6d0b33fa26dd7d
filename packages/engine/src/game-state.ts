import type { Question } from '@quizmaster/contract/http/gameplay'
import type { GameStatus } from '@quizmaster/contract/http/games'
import type { Evening } from './evening.ts'
import type { AnswerId, GameId, PlayerId, StageId, TopicId, UserId } from '@quizmaster/contract/ids'

/** A moment in milliseconds since 1970. The engine has no clock, so it is always passed in. */
export type EpochMs = number

export interface Player {
  readonly id: PlayerId
  readonly userId: UserId
  /** The name at the time of joining (contract 3); "Deleted player" once the account has been deleted. */
  readonly name: string
  /** Of closed questions only. */
  readonly points: number
  /** Of closed questions only; a question without an answer counts 20,000. */
  readonly totalMs: number
  /** False once the player has left the finished game or deleted their account; their row stays (contract 6). */
  readonly isAttached: boolean
  /**
   * How many times the usual time this player has, if it is more. Private: no view shows it, and it is removed when the
   * game is over or the account is deleted.
   */
  readonly timeFactor?: number
}

export interface StoredAnswer {
  readonly answer: AnswerId | null
  /** The time that counts and is shown, in ms: 0 to 20,000. */
  readonly timeMs: number
  /** Null until the question has closed. */
  readonly points: number | null
  /** False if the server wrote the null because no answer came. */
  readonly isAnswered: boolean
}

export interface GameSettings {
  readonly topics: readonly TopicId[]
  readonly questionCount: number
  /** Present only if the host has chosen a game without a clock. */
  readonly hasClock?: false
  /** Present only if the host has switched watching off. */
  readonly isWatchable?: false
}

/** The stages (big screens) that show a game. */
export interface StageState {
  /** At least one. */
  readonly ids: readonly StageId[]
  readonly isIdShown: boolean
  /** When the first of them began to follow this game. */
  readonly sinceMs: EpochMs
}

/** A watcher's place in the lobby of the rematch. */
export interface Seat {
  /** The id that they will have as a player. */
  readonly id: PlayerId
  readonly userId: UserId
  readonly name: string
  readonly sinceMs: EpochMs
}

/**
 * Everything in a game that changes: plain JSON, stored as it is. The questions are separate (`GameQuestion`), so
 * nothing here reveals the right answer to an open question.
 */
export interface GameState {
  readonly id: GameId
  readonly creatorId: UserId
  readonly status: GameStatus
  /** Whether the creator has ended it early. Missing in games stored by an earlier version. */
  readonly isCancelled?: boolean
  /** Present, from the countdown on, only if a player has more time than usual. Stays if that player leaves. */
  readonly isRelaxed?: true
  readonly settings: GameSettings
  /** Missing in the first game of an evening. */
  readonly evening?: Evening
  /** In the order shown: in order of joining, and by rank once the game is running. */
  readonly players: readonly Player[]
  /** The users whom the creator has removed from the lobby: they cannot join this game again. */
  readonly removedUserIds: readonly UserId[]
  /** Whether the creator has locked the lobby, so that nobody else can join. Missing in most games. */
  readonly isLocked?: boolean
  /** In the order in which they were taken. Missing in most games; none in a lobby and in an archived game. */
  readonly seats?: readonly Seat[]
  /** Missing or null in a game that no stage shows. */
  readonly stage?: StageState | null
  /** How many questions have been opened; the last of them is the current one. */
  readonly askedCount: number
  /** Whether the current question has closed. */
  readonly isClosed: boolean
  /** By question index, then player. A leaver's answers stay. Answers to closed questions never change again. */
  readonly answers: readonly Readonly<Record<PlayerId, StoredAnswer>>[]
  /** Start of the current status, question or reveal; an outage moves it together with the end. */
  readonly phaseStartedAtMs: EpochMs
  /** End of the countdown, of the 20 s or of the reveal; else null. */
  readonly phaseEndsAtMs: EpochMs | null
  /** How much time the current question has been given back for outages. */
  readonly creditedMs: number
  /** Instant of the last change; later steps never use an earlier one. */
  readonly changedAtMs: EpochMs
  /** Grows by 1 with every change: the same version means the same state. */
  readonly version: number
}

/**
 * A question drawn for one game, with ids and an order of answers made for that game. Stored once, when the game
 * starts, and passed to every call. Only `shown` leaves the server before the question has closed.
 */
export interface GameQuestion {
  readonly shown: Question
  readonly correctAnswerId: AnswerId
  readonly description: string | null
}

/** Whether a question can be answered. */
export function isQuestionOpen(state: GameState): boolean {
  return state.status === 'running' && !state.isClosed
}

/** A user's player in this game, or null if they never joined, have left, or deleted their account. */
export function findPlayer(state: GameState, userId: UserId): Player | null {
  return state.players.find((player) => player.userId === userId && player.isAttached) ?? null
}

const NO_SEATS: readonly Seat[] = []

/** The seats of those who watch the game. */
export function seatsOf({ seats }: GameState): readonly Seat[] {
  return seats ?? NO_SEATS
}

/** The seat of a user who watches the game; null for anybody else. */
export function findSeat(state: GameState, userId: UserId): Seat | null {
  return seatsOf(state).find((seat) => seat.userId === userId) ?? null
}

/** The users who watch the game. */
export function watcherIdsOf(state: GameState): UserId[] {
  return seatsOf(state).map(({ userId }) => userId)
}

/** The players still in the game: all but those who have left the results or deleted their account. */
export function attachedPlayers(players: readonly Player[]): Player[] {
  return players.filter(({ isAttached }) => isAttached)
}

/** The users who get the game's updates: it is their current game, or was until it was archived. */
export function attachedUserIds(state: GameState): UserId[] {
  return attachedPlayers(state.players).map(({ userId }) => userId)
}
