import { DAY_MS } from '../../infra/clock.ts'
const WEEK_MS = 7 * DAY_MS
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Monday 00:00 UTC of the week in which a moment lies, epoch milliseconds (contract 3, leaderboard). */
export function weekStart(atMs: number): number {
  return Math.floor((atMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS
}
