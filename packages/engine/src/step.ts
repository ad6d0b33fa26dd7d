import type { GameUpdateReason } from '@quizmaster/contract/channels/active-game'
import type { ErrorCode } from '@quizmaster/contract/errors'
import type { UserId } from '@quizmaster/contract/ids'
import type { EpochMs, GameState } from './game-state.ts'

/** Why an event changed nothing. `answer_unknown` is the 422 on the field `answer` (contract 3). */
export type Refusal = ErrorCode | 'answer_unknown'

export type Effect =
  /** Send each attached player their view; with `to`, tell that leaver that they are in no game. */
  | { readonly type: 'publish'; readonly reason: GameUpdateReason; readonly to?: UserId }
  /** Points for the ledger, whole and 0 or more, cause `game:{id}`. */
  | { readonly type: 'award'; readonly userId: UserId; readonly points: number }

export interface Step {
  readonly state: GameState
  readonly effects: readonly Effect[]
  readonly refused: Refusal | null
}

/** Good as it is: nothing changes. */
export function accept(state: GameState): Step {
  return { state, effects: [], refused: null }
}

/** Nothing changes, and whoever asked is told why. */
export function refuse(state: GameState, refused: Refusal): Step {
  return { state, effects: [], refused }
}

/** The one place where a version grows. */
export function change(state: GameState, atMs: EpochMs, patch: Partial<GameState>, ...effects: Effect[]): Step {
  const changed = { ...state, ...patch, changedAtMs: atMs, version: state.version + 1 }
  return { state: changed, effects, refused: null }
}

/** A second step on what the first has left; its word on refusal counts. */
export function andThen(first: Step, next: (state: GameState) => Step): Step {
  const second = next(first.state)
  return { ...second, effects: [...first.effects, ...second.effects] }
}

/** An update for everybody in the game. */
export function publish(reason: GameUpdateReason): Effect {
  return { type: 'publish', reason }
}
