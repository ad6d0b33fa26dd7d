import { expect, test } from 'vitest'
import { datesOf, dayAndMonth, monthAndYear, monthsBetween, weekdayAndDay, weekdayOf, weekRange } from './dates.ts'

test('dates are written for people, with the year only where it is another', () => {
  expect(dayAndMonth('2026-03-12', '2026-11-01')).toBe('12 March')
  expect(dayAndMonth('2025-12-31', '2026-01-01')).toBe('31 December 2025')
  expect(weekdayAndDay('2026-03-12')).toBe('Thursday 12 March')
  expect(monthAndYear('2026-03')).toBe('March 2026')
  expect(weekRange('2026-03-02')).toBe('2 to 8 March')
  expect(weekRange('2026-03-30')).toBe('30 March to 5 April')
})

test('a calendar has all months and days', () => {
  expect(monthsBetween('2025-11-30', '2026-02-01')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(datesOf('2028-02')).toHaveLength(29)
  expect(datesOf('2026-03').at(-1)).toBe('2026-03-31')
  expect([weekdayOf('2026-03-09'), weekdayOf('2026-03-15')]).toEqual([0, 6])
})
