import { ANSWER_MS, NETWORK_MS } from '@quizmaster/contract/limits'
import type { GameQuestion, Player, StoredAnswer } from './game-state.ts'

const FULL_POINTS = 1_000
/** An answer at the deadline still earns half. */
const NO_POINTS_AT_MS = 2 * ANSWER_MS
const POINTS_AN_AWARD = 100

/** Points for a right answer after 0 to 20,000 ms: 1000 down to 500 (contract 6). */
export function pointsFor(timeMs: number): number {
  return Math.round(FULL_POINTS * (1 - timeMs / NO_POINTS_AT_MS))
}

/** The points that a player earns for a game's points (contract 5). */
export function awardFor(gamePoints: number): number {
  return Math.round(gamePoints / POINTS_AN_AWARD)
}

/**
 * The time that counts: what the client measured, but at least what the server measured minus the network allowance. A
 * player with more time is measured on their own scale: half of their time counts as half of 20 s.
 */
export function effectiveTimeMs(clientMs: number, elapsedMs: number, timeFactor = 1): number {
  const leastMs = Math.max(0, elapsedMs - NETWORK_MS)
  const spentMs = clientMs > leastMs ? clientMs : leastMs
  return Math.min(ANSWER_MS, timeFactor === 1 ? spentMs : Math.round(spentMs / timeFactor))
}

/**
 * The entry of a closed question: the given answer with its points, or a null entry if there was none. Without a clock
 * every right answer earns the same.
 */
export function scoredAnswer(
  given: StoredAnswer | undefined,
  question: GameQuestion | undefined,
  isTimed = true,
): StoredAnswer & { points: number } {
  if (!given) return { answer: null, timeMs: ANSWER_MS, points: 0, isAnswered: false }
  const isRight = given.answer !== null && given.answer === question?.correctAnswerId
  return { ...given, points: isRight ? pointsFor(isTimed ? given.timeMs : 0) : 0 }
}

/** The players in ranking order, the leader first: the order in which they are shown once the game runs. */
export function inRankingOrder(players: readonly Player[]): Player[] {
  return players.toSorted(compareRanks)
}

/** Points descending, total time ascending, then name and id, so that every process and viewer sees the same order. */
function compareRanks(one: Player, other: Player): number {
  return (
    other.points - one.points ||
    one.totalMs - other.totalMs ||
    compareText(one.name, other.name) ||
    compareText(one.id, other.id)
  )
}

/** Compares by code unit, as a locale would differ from machine to machine. */
function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
