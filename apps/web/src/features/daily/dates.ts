import { DAY_MS } from '../../platform/durations.ts'

/** Dates are strings such as `2026-03-12`, without a time zone; they are formatted as UTC. */
function format(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(Date.parse(date))
}

/** "12 March", with the year if it differs from today's. */
export function dayAndMonth(date: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return format(date, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
}

/** "Thursday 12 March". */
export function weekdayAndDay(date: string): string {
  return format(date, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '')
}

/** "March 2026", of a month written as `2026-03`. */
export function monthAndYear(month: string): string {
  return format(`${month}-01`, { month: 'long', year: 'numeric' })
}

/** "2 to 8 March", or "30 March to 5 April", for the week that begins on a date. */
export function weekRange(monday: string): string {
  const sunday = daysAfter(monday, 6)
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  const from = format(monday, { day: 'numeric', ...(isOneMonth ? {} : { month: 'long' }) })
  return `${from} to ${format(sunday, { day: 'numeric', month: 'long' })}`
}

/** The weeks of a month written as `2026-03`, each from Monday to Sunday, with days of the adjacent months. */
export function weeksOf(month: string): string[][] {
  const weeks: string[][] = []
  const first = `${month}-01`
  const weekday = (new Date(Date.parse(first)).getUTCDay() + 6) % 7
  for (let monday = daysAfter(first, -weekday); monday.slice(0, 7) <= month; monday = daysAfter(monday, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => daysAfter(monday, days)))
  return weeks
}

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The months from one date to another, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = last.slice(0, 7); month >= first.slice(0, 7); month = before(month)) months.push(month)
  return months
}

function before(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}
