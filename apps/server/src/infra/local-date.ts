import { DAY_MS, HOUR_MS } from './clock.ts'

/** A date of the calendar, `2026-03-12`. Dates compare like their text. */
export type LocalDate = string

export interface LocalTime {
  date: LocalDate
  /** 0 to 23. */
  hour: number
}

/** What calendar and clock show in a time zone. @param timeZone an IANA name */
export function localTimeAt(atMs: number, timeZone: string): LocalTime {
  // This locale writes dates as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [date = '', time = ''] = format.format(atMs).split(' ')
  return { date, hour: Number(time.slice(0, 2)) }
}

/** The date of a moment in a time zone. @param timeZone an IANA name */
export function localDateAt(atMs: number, timeZone: string): LocalDate {
  return localTimeAt(atMs, timeZone).date
}

/** The date on the clocks of the westernmost time zone: nowhere is it earlier. */
export function earliestDateAt(atMs: number): LocalDate {
  return dateOf(Math.floor((atMs - 12 * HOUR_MS) / DAY_MS))
}

/** The date so many days later, or earlier. */
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
