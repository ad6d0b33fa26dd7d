import { ANSWER_GRACE_MS, ANSWER_MS, NO_CLOCK_MS } from '@quizmaster/contract/limits'
import { attachedPlayers, type EpochMs, type GameState, type Player } from './game-state.ts'

/** Whether the time of an answer counts. Without a clock a right answer earns the same at any time. */
export function hasClock({ settings }: Pick<GameState, 'settings'>): boolean {
  return settings.hasClock !== false
}

/** What a player's own clock shows when a question opens, in ms. */
export function answerMsOf(state: GameState, { timeFactor = 1 }: Player): number {
  return hasClock(state) ? ANSWER_MS * timeFactor : NO_CLOCK_MS
}

/** How long a question is open for players with the usual clock, in ms. It is the only length that all are told. */
export function usualAnswerMs(state: GameState): number {
  return hasClock(state) ? ANSWER_MS : NO_CLOCK_MS
}

/** When a player's own clock for the open question ends. */
export function answerEndsAtMs(state: GameState, player: Player): EpochMs {
  return state.phaseStartedAtMs + answerMsOf(state, player)
}

/** An answer of this player to the open question counts if it comes before this instant. */
export function answersUntilMs(state: GameState, player: Player): EpochMs {
  return answerEndsAtMs(state, player) + ANSWER_GRACE_MS
}

/**
 * When the open question closes if nobody answers it any more: with the longest clock of those in the game who have not
 * answered. A player who has answered or left delays nobody.
 */
export function closesAtMs(state: GameState): EpochMs {
  const usualMs = (state.phaseEndsAtMs ?? state.phaseStartedAtMs) + ANSWER_GRACE_MS
  if (!state.isRelaxed) return usualMs
  const awaited = unanswered(state).map((player) => answersUntilMs(state, player))
  return awaited.length > 0 ? Math.max(...awaited) : usualMs
}

/** Whether anybody in the game can still answer the open question. */
export function isAnyoneAwaited(state: GameState, atMs: EpochMs): boolean {
  const waiting = unanswered(state)
  return state.isRelaxed ? waiting.some((player) => atMs < answersUntilMs(state, player)) : waiting.length > 0
}

function unanswered(state: GameState): Player[] {
  const entries = state.answers[state.askedCount - 1]
  return attachedPlayers(state.players).filter(({ id }) => entries?.[id] === undefined)
}

/** The players without their time factors, which are not needed once a game is over. */
export function withoutTimeFactors(players: readonly Player[]): readonly Player[] {
  if (players.every(({ timeFactor }) => timeFactor === undefined)) return players
  return players.map(({ timeFactor: _dropped, ...player }) => player)
}
