import type { Week, Weeks } from '@quizmaster/contract/http/daily'
import { DAY_GRACE_HOURS, KEPT_WEEK_DAYS } from '@quizmaster/contract/limits'
import { addDays, daysBetween, type LocalDate, localTimeAt, mondayOf } from '../../infra/local-date.ts'

const WEEK_DAYS = 7
const SHOWN_WEEKS = 12

/** The earliest date whose ten can still be finished on time: yesterday until 3:00, and then today. */
export function earliestOnTimeDate(atMs: number, timeZone: string): LocalDate {
  const { date, hour } = localTimeAt(atMs, timeZone)
  return hour < DAY_GRACE_HOURS ? addDays(date, -1) : date
}

/** Whether the ten of a date count for its week if they are finished now. */
export function countsForWeek(date: LocalDate, atMs: number, timeZone: string): boolean {
  return date >= earliestOnTimeDate(atMs, timeZone)
}

/** A pause from one date up to, but not including, another. */
export interface Pause {
  from: LocalDate
  until: LocalDate
}

interface PlayedDays {
  /** The dates whose ten were finished in time. */
  played: ReadonlySet<LocalDate>
  pauses: readonly Pause[]
  /** The player's date. */
  today: LocalDate
  /** See `earliestOnTimeDate`. */
  earliestOnTime: LocalDate
}

/**
 * The weeks of a player. Five days keep a week; consecutive kept weeks are a run. A week with a paused day doesn't end
 * a run, and neither does one that has not ended itself.
 */
export function countWeeks(days: PlayedDays): Omit<Weeks, 'are_shown'> {
  const { played, pauses, today, earliestOnTime } = days
  const thisMonday = mondayOf(today)
  const firstPlayed = [...played].reduce((first, date) => (date < first ? date : first), today)
  const weekCount = daysBetween(mondayOf(firstPlayed), thisMonday) / WEEK_DAYS
  const weeks = Array.from({ length: weekCount + 1 }, (_, age) => weekOf(days, addDays(thisMonday, -WEEK_DAYS * age)))
  let run = 0
  let best = 0
  for (const week of weeks.toReversed()) {
    const hasEnded = addDays(week.starts_on, WEEK_DAYS - 1) < earliestOnTime
    if (week.is_kept) run += 1
    else if (hasEnded && !isPausedIn(pauses, week.starts_on)) run = 0
    best = Math.max(best, run)
  }
  const [this_week = weekOf(days, thisMonday), ...past] = weeks
  return {
    run,
    best,
    is_kept: this_week.is_kept,
    paused_until: pauses.find((pause) => isIn(pause, today))?.until ?? null,
    this_week,
    past: past.slice(0, SHOWN_WEEKS),
  }
}

function weekOf({ played, pauses, today, earliestOnTime }: PlayedDays, monday: LocalDate): Week {
  const dates = Array.from({ length: WEEK_DAYS }, (_, day) => addDays(monday, day))
  const stateOf = (date: LocalDate) => {
    if (played.has(date)) return 'played'
    if (pauses.some((pause) => isIn(pause, date))) return 'paused'
    if (date > today) return 'to_come'
    return date >= earliestOnTime ? 'today' : 'rest'
  }
  const played_count = dates.filter((date) => played.has(date)).length
  return { starts_on: monday, days: dates.map(stateOf), played_count, is_kept: played_count >= KEPT_WEEK_DAYS }
}

function isIn({ from, until }: Pause, date: LocalDate): boolean {
  return from <= date && date < until
}

function isPausedIn(pauses: readonly Pause[], monday: LocalDate): boolean {
  const next = addDays(monday, WEEK_DAYS)
  return pauses.some(({ from, until }) => from < next && until > monday)
}
