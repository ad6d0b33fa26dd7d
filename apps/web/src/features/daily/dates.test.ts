import { expect, test } from 'vitest'
import { dayAndMonth, monthAndYear, monthsBetween, weekdayAndDay, weekRange, weeksOf } from './dates.ts'

test("dates are formatted with the year only if it differs from today's", () => {
  expect(dayAndMonth('2026-03-12', '2026-11-01')).toBe('12 March')
  expect(dayAndMonth('2025-12-31', '2026-01-01')).toBe('31 December 2025')
  expect(weekdayAndDay('2026-03-12')).toBe('Thursday 12 March')
  expect(monthAndYear('2026-03')).toBe('March 2026')
  expect(weekRange('2026-03-02')).toBe('2 to 8 March')
  expect(weekRange('2026-03-30')).toBe('30 March to 5 April')
})

test('the calendar contains all months, weeks and days', () => {
  expect(monthsBetween('2025-11-30', '2026-02-01')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(
    weeksOf('2028-02')
      .flat()
      .filter((date) => date.startsWith('2028-02')),
  ).toHaveLength(29)
  expect(weeksOf('2026-03').map((week) => [week[0], week[6]])).toEqual([
    ['2026-02-23', '2026-03-01'],
    ['2026-03-02', '2026-03-08'],
    ['2026-03-09', '2026-03-15'],
    ['2026-03-16', '2026-03-22'],
    ['2026-03-23', '2026-03-29'],
    ['2026-03-30', '2026-04-05'],
  ])
})
