import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'

/** A calendar date such as `2026-03-12`. Dates compare as strings. */
export type LocalDate = string

export interface LocalTime {
  date: LocalDate
  /** 0 to 23. */
  hour: number
}

/** Creating a format takes longer than using it. Limited, because a time zone can be written in many ways: `utc`. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function formatIn(timeZone: string): Intl.DateTimeFormat {
  // This locale writes dates as in ISO 8601.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/** The date and the hour of a moment in a time zone. @param timeZone an IANA name */
export function localTimeAt(atMs: number, timeZone: string): LocalTime {
  const [date = '', time = ''] = formatIn(timeZone).format(atMs).split(' ')
  return { date, hour: Number(time.slice(0, 2)) }
}

/** The date of a moment in a time zone. @param timeZone an IANA name */
export function localDateAt(atMs: number, timeZone: string): LocalDate {
  return localTimeAt(atMs, timeZone).date
}

/** The date in the westernmost time zone: the earliest date anywhere. */
export function earliestDateAt(atMs: number): LocalDate {
  return dateOf(Math.floor((atMs - 12 * HOUR_MS) / DAY_MS))
}

/** The date in the easternmost time zone: the latest date anywhere. */
export function latestDateAt(atMs: number): LocalDate {
  return dateOf(Math.floor((atMs + 14 * HOUR_MS) / DAY_MS))
}

/** When a date begins in a time zone, in epoch milliseconds. @param timeZone an IANA name */
export function startOfDate(date: LocalDate, timeZone: string): number {
  // Searches for the first minute that is not on an earlier date. Zones are at most 14 hours from UTC.
  let before = dayNumber(date) * DAY_MS - 15 * HOUR_MS
  let after = before + 30 * HOUR_MS
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (localDateAt(middle, timeZone) >= date) after = middle
    else before = middle
  }
  return after
}

/** The date this many days later, or earlier if negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOf(dayNumber(date) + days)
}

/** How many days one date is after another. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The Monday of a date's week. */
export function mondayOf(date: LocalDate): LocalDate {
  // 1 January 1970 was a Thursday.
  return addDays(date, -((((dayNumber(date) + 3) % 7) + 7) % 7))
}

function dayNumber(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

function dateOf(day: number): LocalDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
