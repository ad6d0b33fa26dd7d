import { ANSWER_MS, NETWORK_MS } from '@quizmaster/contract/limits'
import type { GameQuestion, StoredAnswer } from './game-state.ts'

const FULL_POINTS = 1_000
/** An answer at the deadline still earns half. */
const NO_POINTS_AT_MS = 2 * ANSWER_MS
const POINTS_AN_AWARD = 100

/** Points for a right answer after 0 to 20,000 ms: 1000 down to 500 (contract 6). */
export function pointsFor(timeMs: number): number {
  return Math.round(FULL_POINTS * (1 - timeMs / NO_POINTS_AT_MS))
}

/** What a game's points are worth in the ledger (contract 5). */
export function awardFor(gamePoints: number): number {
  return Math.round(gamePoints / POINTS_AN_AWARD)
}

/** The time that counts: the client's word, but never less than the server saw pass minus the network's share. */
export function effectiveTimeMs(clientMs: number, elapsedMs: number): number {
  const leastMs = Math.max(0, elapsedMs - NETWORK_MS)
  return Math.min(ANSWER_MS, clientMs > leastMs ? clientMs : leastMs)
}

/** The whole entry of a closed question: points for what was given, a written null where nothing was. */
export function scoredAnswer(
  given: StoredAnswer | undefined,
  question: GameQuestion | undefined,
): StoredAnswer & { points: number } {
  if (!given) return { answer: null, timeMs: ANSWER_MS, points: 0, isAnswered: false }
  const isRight = given.answer !== null && given.answer === question?.correctAnswerId
  return { ...given, points: isRight ? pointsFor(given.timeMs) : 0 }
}
