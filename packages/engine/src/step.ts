import type { GameUpdateReason } from '@quizmaster/contract/channels/active-game'
import type { ErrorCode } from '@quizmaster/contract/errors'
import type { PlayerId, UserId } from '@quizmaster/contract/ids'
import type { EpochMs, GameState } from './game-state.ts'

/** Why an event was refused. `answer_unknown` becomes a 422 on the field `answer` (contract 3). */
export type RefusalCode = ErrorCode | 'answer_unknown'

/** Points that a player has earned: a whole number above 0. */
export interface Award {
  readonly userId: UserId
  readonly playerId: PlayerId
  readonly points: number
}

/** A user who has left, or whom the creator has removed. */
export interface Leaver {
  readonly userId: UserId
  readonly reason: Extract<GameUpdateReason, 'player_left' | 'player_removed'>
}

/** The effects of a step besides the new state: what else to save, and who must be notified after the commit. */
export interface StepEffects {
  /** Whether somebody joined or left, or the game was archived, so that nobody is in it any more. */
  readonly changesMembers: boolean
  readonly awards: readonly Award[]
  /** The reason of the update to send to every attached player; null if they see no change. */
  readonly update: GameUpdateReason | null
  /** Users who are no longer in the game: each is notified that they are in none. */
  readonly leavers: readonly Leaver[]
  /** Users who have taken, renamed or lost a seat: each is sent the game that they watch, or that they watch none. */
  readonly watchers: readonly UserId[]
}

export interface Step extends StepEffects {
  readonly state: GameState
  readonly refused: RefusalCode | null
}

const NO_EFFECTS: StepEffects = { changesMembers: false, awards: [], update: null, leavers: [], watchers: [] }

/** Accepts an event without changing anything. */
export function accept(state: GameState): Step {
  return { state, refused: null, ...NO_EFFECTS }
}

/** Refuses an event without changing anything. */
export function refuse(state: GameState, refused: RefusalCode): Step {
  return { state, refused, ...NO_EFFECTS }
}

/** Changes the state. The only place where the version grows. */
export function change(
  state: GameState,
  atMs: EpochMs,
  patch: Partial<GameState>,
  effects: Partial<StepEffects> = {},
): Step {
  const changed = { ...state, ...patch, changedAtMs: atMs, version: state.version + 1 }
  return { state: changed, refused: null, ...NO_EFFECTS, ...effects }
}

/** Both steps as one. The second decides whether the event is refused. */
export function andThen(first: Step, next: (state: GameState) => Step): Step {
  const second = next(first.state)
  return {
    state: second.state,
    refused: second.refused,
    changesMembers: first.changesMembers || second.changesMembers,
    awards: [...first.awards, ...second.awards],
    update: lastUpdate(first.update, second.update),
    leavers: [...first.leavers, ...second.leavers],
    watchers: [...first.watchers, ...second.watchers],
  }
}

/**
 * An update shows the whole game, so of several only the last is sent. `answer_committed` does not replace another
 * reason, because it may be sent a moment later and an opened or closed question must not wait.
 */
function lastUpdate(first: StepEffects['update'], second: StepEffects['update']): StepEffects['update'] {
  if (second === null) return first
  return second === 'answer_committed' ? (first ?? second) : second
}
