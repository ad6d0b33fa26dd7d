import { strings } from './strings.ts'

const MINUTE_MS = 60_000
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const
/** The server notes a session's use only every few minutes. */
const NOW_MS = 10 * MINUTE_MS

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** When a device was last seen, in words: "Active now", "Last seen yesterday"; times in epoch ms. */
export function lastSeenInWords(atMs: number, nowMs: number): string {
  const agoMs = nowMs - atMs
  if (agoMs < NOW_MS) return strings.activeNow
  const [unit, unitMs] = UNITS.find(([, ms]) => agoMs >= ms) ?? UNITS[2]
  return strings.lastSeen(words.format(-Math.floor(agoMs / unitMs), unit))
}
