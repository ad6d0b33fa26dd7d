import { COUNTDOWN_MS } from '@quizmaster/contract/limits'

/** The number that a countdown shows: 3, 2, 1, then 1 until the question opens. */
export function countdownSeconds(leftMs: number): number {
  return Math.min(COUNTDOWN_MS / 1000, Math.max(1, Math.ceil(leftMs / 1000)))
}
