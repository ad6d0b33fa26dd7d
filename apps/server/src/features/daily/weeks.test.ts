import { expect, test } from 'vitest'
import { addDays } from '../../infra/local-date.ts'
import { countsForWeek, countWeeks, earliestOnTimeDate } from './weeks.ts'

/** Monday. */
const START = '2026-01-05'

/** Dates from START: each word is a week, each `x` a day played. */
function playedIn(weeks: string): Set<string> {
  const dates = weeks
    .split(' ')
    .flatMap((week, number) =>
      week.split('').flatMap((day, at) => (day === 'x' ? addDays(START, 7 * number + at) : [])),
    )
  return new Set(dates)
}

const weeksOn = (
  today: string,
  weeks: string,
  pauses: { from: string; until: string }[] = [],
  earliestOnTime = today,
) => countWeeks({ played: playedIn(weeks), pauses, today, earliestOnTime })

test('nobody has a run before five days in a week', () => {
  expect(weeksOn(START, '')).toEqual({
    run: 0,
    best: 0,
    is_kept: false,
    paused_until: null,
    this_week: {
      starts_on: START,
      days: ['today', 'to_come', 'to_come', 'to_come', 'to_come', 'to_come', 'to_come'],
      played_count: 0,
      is_kept: false,
    },
    past: [],
  })
  expect(weeksOn('2026-01-08', 'xxxx---').run).toBe(0)
  expect(weeksOn('2026-01-09', 'xxxxx--')).toMatchObject({ run: 1, best: 1, is_kept: true })
})

test('any five days of seven keep a week', () => {
  expect(weeksOn('2026-01-19', 'x-xx-xx -xxxxx-')).toMatchObject({ run: 2, best: 2, is_kept: false })
  expect(weeksOn('2026-01-19', 'x-xx-xx -xxx-x-')).toMatchObject({ run: 0, best: 1 })
})

test('a broken run remains as the best, and a new one begins beside it', () => {
  const broken = 'xxxxxxx xxxxxxx xxxxx-- xx----- xxxxx--'
  expect(weeksOn('2026-02-09', broken)).toMatchObject({ run: 1, best: 3 })
})

test('a week that has not ended breaks nothing', () => {
  expect(weeksOn('2026-01-18', 'xxxxx-- x------')).toMatchObject({ run: 1 })
  expect(weeksOn('2026-01-19', 'xxxxx-- x------')).toMatchObject({ run: 0, best: 1 })
  expect(weeksOn('2026-01-19', 'xxxxx-- xxxx---', [], '2026-01-18')).toMatchObject({ run: 1 })
})

test('a week with a paused day breaks nothing, and counts with its five days', () => {
  const pause = { from: '2026-01-14', until: '2026-01-27' }
  expect(weeksOn('2026-02-02', 'xxxxx-- xx----- ------- xxxxx--', [pause])).toMatchObject({
    run: 2,
    best: 2,
  })
  expect(weeksOn('2026-01-19', 'xxxxx-- xxxxx--', [pause]).run).toBe(2)
  expect(weeksOn('2026-02-09', 'xxxxx-- xx----- ------- -------', [pause]).run).toBe(0)
})

test('the days of a week are played, rest, paused, today or to come', () => {
  const { this_week, past, paused_until } = weeksOn('2026-01-15', 'xx-xxxx x-x----', [
    { from: '2026-01-16', until: '2026-01-18' },
  ])
  expect(this_week.days).toEqual(['played', 'rest', 'played', 'today', 'paused', 'paused', 'to_come'])
  expect(past).toEqual([
    {
      starts_on: START,
      days: ['played', 'played', 'rest', 'played', 'played', 'played', 'played'],
      played_count: 6,
      is_kept: true,
    },
  ])
  expect(paused_until).toBeNull()
  expect(weeksOn('2026-01-16', '', [{ from: '2026-01-16', until: '2026-01-18' }]).paused_until).toBe('2026-01-18')
})

test('the latest twelve weeks before this one are shown, and all of them count', () => {
  const { run, past } = weeksOn(addDays(START, 7 * 41), Array.from({ length: 41 }, () => 'xxxxx--').join(' '))
  expect([run, past.length, past[0]?.starts_on]).toEqual([41, 12, addDays(START, 7 * 40)])
})

test('a day ends at 3:00 local time, also when the clocks change', () => {
  const at = (text: string) => Date.parse(text)
  expect(earliestOnTimeDate(at('2026-01-06T02:59:00Z'), 'UTC')).toBe('2026-01-05')
  expect(earliestOnTimeDate(at('2026-01-06T03:00:00Z'), 'UTC')).toBe('2026-01-06')
  // In Berlin 2:00 becomes 3:00 on 29 March, and 3:00 becomes 2:00 on 25 October.
  expect(earliestOnTimeDate(at('2026-03-29T00:59:00Z'), 'Europe/Berlin')).toBe('2026-03-28')
  expect(earliestOnTimeDate(at('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe('2026-03-29')
  expect(earliestOnTimeDate(at('2026-10-25T01:59:00Z'), 'Europe/Berlin')).toBe('2026-10-24')
  expect(earliestOnTimeDate(at('2026-10-25T02:00:00Z'), 'Europe/Berlin')).toBe('2026-10-25')
})

test('ten count for the week if they are finished before the day ends', () => {
  const night = Date.parse('2026-01-06T01:00:00Z')
  expect(countsForWeek('2026-01-05', night, 'UTC')).toBe(true)
  expect(countsForWeek('2026-01-06', night, 'UTC')).toBe(true)
  expect(countsForWeek('2026-01-04', night, 'UTC')).toBe(false)
  expect(countsForWeek('2026-01-05', night, 'Asia/Tokyo')).toBe(false)
})
