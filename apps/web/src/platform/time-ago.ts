import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** How long ago a time was, such as "2 hours ago" or "yesterday"; "a moment ago" below a minute. */
export function timeAgo(atMs: number, nowMs: number): string {
  const agoMs = nowMs - atMs
  const unit = UNITS.find(([, ms]) => agoMs >= ms)
  return unit ? RELATIVE.format(-Math.floor(agoMs / unit[1]), unit[0]) : 'a moment ago'
}

/** Date and time. */
export function momentText(atMs: number): string {
  return MOMENT.format(atMs)
}

/** Date only. */
export function dayText(atMs: number): string {
  return DAY.format(atMs)
}
