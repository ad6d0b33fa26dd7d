import type { Question } from '@quizmaster/contract/http/gameplay'
import type { GameStatus } from '@quizmaster/contract/http/games'
import type { AnswerId, GameId, PlayerId, TopicId, UserId } from '@quizmaster/contract/ids'

/** A moment, in milliseconds since 1970. Always handed in: the engine has no clock. */
export type EpochMs = number

export interface Player {
  readonly id: PlayerId
  readonly userId: UserId
  /** As it stood at the join (contract 3); "Deleted player" once the account has been erased. */
  readonly name: string
  /** Of closed questions only. */
  readonly points: number
  /** Of closed questions only; a question without an answer counts 20,000. */
  readonly totalMs: number
  /** False once the player has left the finished game, or was erased: the row in the results stays (contract 6). */
  readonly isAttached: boolean
}

export interface StoredAnswer {
  readonly answer: AnswerId | null
  /** The time that counts and is shown, 0 to 20,000. */
  readonly timeMs: number
  /** Null until the question has closed. */
  readonly points: number | null
  /** False where the server wrote the null. */
  readonly isAnswered: boolean
}

export interface GameSettings {
  readonly topics: readonly TopicId[]
  readonly questionCount: number
}

/**
 * All of a game that changes: plain JSON, stored as it is. Its questions stand apart (`GameQuestion`), so nothing in
 * here tells which answer of an open question is right.
 */
export interface GameState {
  readonly id: GameId
  readonly creatorId: UserId
  readonly status: GameStatus
  readonly settings: GameSettings
  /** As they are shown: in order of joining, from running on in ranking order. */
  readonly players: readonly Player[]
  /** How many questions have been opened; the last of them is the current one. */
  readonly askedCount: number
  /** Whether the current question has closed. */
  readonly isClosed: boolean
  /** By question index, then player. A leaver's answers stay. Those of closed questions never change again. */
  readonly answers: readonly Readonly<Record<PlayerId, StoredAnswer>>[]
  /** Start of the present status, question or reveal; an outage moves it with the end. */
  readonly phaseStartedAtMs: EpochMs
  /** End of the countdown, of the 20 s or of the reveal; else null. */
  readonly phaseEndsAtMs: EpochMs | null
  /** What the players of the current question got back for outages. */
  readonly creditedMs: number
  /** Instant of the last change: time never runs back behind it. */
  readonly changedAtMs: EpochMs
  /** Grows by 1 with every change; the same version is the same state. */
  readonly version: number
}

/**
 * A question as drawn for one game, its ids and the order of its answers made for that game. Handed in to every call,
 * written once at the start. Only `shown` leaves the server before the question has closed.
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

/** The player a user is in this game, or null: never was, has left, or is detached from the results. */
export function findPlayer(state: GameState, userId: UserId): Player | null {
  return state.players.find((player) => player.userId === userId && player.isAttached) ?? null
}

/** Who can still play: all but those who left the results or were erased. */
export function attachedPlayers(players: readonly Player[]): Player[] {
  return players.filter(({ isAttached }) => isAttached)
}

/** Who gets the game's updates: the users whose active game it is, or was until it was archived. */
export function attachedUserIds(state: GameState): UserId[] {
  return attachedPlayers(state.players).map(({ userId }) => userId)
}
