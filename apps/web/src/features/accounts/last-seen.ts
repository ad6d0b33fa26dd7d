import { timeAgo } from '../../ui/time-ago.ts'
import { strings } from './strings.ts'

/** The server notes a session's use only every few minutes. */
const NOW_MS = 10 * 60_000

/** When a device was last seen, in words: "Active now", "Last seen yesterday"; times in epoch ms. */
export function lastSeenInWords(atMs: number, nowMs: number): string {
  return nowMs - atMs < NOW_MS ? strings.activeNow : strings.lastSeen(timeAgo(atMs, nowMs))
}
