import type { GameStatus } from '@quizmaster/contract/http/games'
import type { AnswerId, PlayerId, StageId, TopicId, UserId } from '@quizmaster/contract/ids'
import type { EpochMs } from './game-state.ts'

/** `POST game/update`: settings, status or both, all or nothing, settings first (contract 3). */
export interface UpdateRequested {
  readonly type: 'update_requested'
  readonly userId: UserId
  readonly settings?: SettingsChange | undefined
  readonly status?: GameStatus | undefined
  /** With the status `starting`: how many times the usual time players have, for those who have more. */
  readonly timeFactors?: Readonly<Record<UserId, number>> | undefined
}

/** Fields left out stay as they are. `questionsHeld`: how many questions the topics of the changed settings hold. */
export interface SettingsChange {
  readonly topics?: readonly TopicId[] | undefined
  readonly questionCount?: number | undefined
  readonly hasClock?: boolean | undefined
  readonly isWatchable?: boolean | undefined
  readonly questionsHeld: number
}

export interface AnswerCommitted {
  readonly type: 'answer_committed'
  readonly userId: UserId
  readonly answer: AnswerId | null
  /** As the client measured it. */
  readonly timeSpentMs: number
  readonly questionIndex?: number | undefined
}

/**
 * No process was running from `fromMs` to `toMs`. Apply it before anything else after the outage; applying it twice
 * does no harm.
 */
export interface OutageNoticed {
  readonly type: 'outage_noticed'
  readonly fromMs: EpochMs
  readonly toMs: EpochMs
}

/** Nobody did anything: only the deadlines that are due pass. */
export interface TimePassed {
  readonly type: 'time_passed'
}

export interface PlayerJoined {
  readonly type: 'player_joined'
  /** `id` is new and random; a player who joins again keeps the old one. */
  readonly player: { readonly id: PlayerId; readonly userId: UserId; readonly name: string }
}

/** `userId` is the caller, who must be the creator. */
export interface PlayerRemoved {
  readonly type: 'player_removed'
  readonly userId: UserId
  readonly removedUserId: UserId
}

/** `POST game/watch`. */
export interface SeatTaken {
  readonly type: 'seat_taken'
  /** `id` is new and random. */
  readonly player: PlayerJoined['player']
}

export interface PlayerRenamed {
  readonly type: 'player_renamed'
  readonly userId: UserId
  readonly name: string
}

/** `POST game/lock`. Here and below, `userId` is the caller, who must be the creator. */
export interface LockRequested {
  readonly type: 'lock_requested'
  readonly userId: UserId
  readonly isLocked: boolean
}

/** The creator has sent the letters that a stage shows. */
export interface StageAttached {
  readonly type: 'stage_attached'
  readonly userId: UserId
  readonly stageId: StageId
}

/** The creator shows or hides the game's id on its stages. */
export interface StageUpdated {
  readonly type: 'stage_updated'
  readonly userId: UserId
  readonly isIdShown: boolean
}

export type GameEvent =
  | PlayerJoined
  | { readonly type: 'player_left'; readonly userId: UserId }
  | PlayerRemoved
  | SeatTaken
  /** The user stops watching. Never refused. */
  | { readonly type: 'seat_left'; readonly userId: UserId }
  /** A player of the lobby, or somebody with a seat, has chosen another name. Never refused. */
  | PlayerRenamed
  /** The account was deleted. The player's place stays, without the name; a seat is given up. Never refused. */
  | { readonly type: 'player_erased'; readonly userId: UserId }
  | UpdateRequested
  | AnswerCommitted
  /** The creator forced a new game (contract 6). */
  | { readonly type: 'game_replaced'; readonly userId: UserId }
  | { readonly type: 'rematch_requested'; readonly userId: UserId }
  | LockRequested
  | StageAttached
  | StageUpdated
  /** The creator stops showing the game on all stages. */
  | { readonly type: 'stages_stopped'; readonly userId: UserId }
  | TimePassed
  | OutageNoticed
