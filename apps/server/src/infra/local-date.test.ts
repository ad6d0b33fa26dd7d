import { expect, test } from 'vitest'
import { addDays, daysBetween, earliestDateAt, localTimeAt, mondayOf } from './local-date.ts'

test('a moment has the date and the hour of its time zone', () => {
  const at = Date.UTC(2026, 0, 5, 12)
  expect(localTimeAt(at, 'UTC')).toEqual({ date: '2026-01-05', hour: 12 })
  expect(localTimeAt(at, 'Pacific/Kiritimati')).toEqual({ date: '2026-01-06', hour: 2 })
  expect(localTimeAt(at, 'Pacific/Pago_Pago')).toEqual({ date: '2026-01-05', hour: 1 })
  expect(localTimeAt(Date.UTC(2026, 0, 5), 'UTC')).toEqual({ date: '2026-01-05', hour: 0 })
})

test('daylight saving moves the hour', () => {
  expect(localTimeAt(Date.UTC(2026, 2, 29, 0, 59), 'Europe/Berlin')).toEqual({ date: '2026-03-29', hour: 1 })
  expect(localTimeAt(Date.UTC(2026, 2, 29, 1), 'Europe/Berlin')).toEqual({ date: '2026-03-29', hour: 3 })
  expect(localTimeAt(Date.UTC(2026, 9, 25, 1), 'Europe/Berlin')).toEqual({ date: '2026-10-25', hour: 2 })
})

test('dates are counted across months, years and leap days', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2025-12-31', '2026-03-01')).toBe(60)
})

test('a week begins on Monday', () => {
  expect(mondayOf('2026-01-05')).toBe('2026-01-05')
  expect(mondayOf('2026-01-11')).toBe('2026-01-05')
  expect(mondayOf('1969-12-31')).toBe('1969-12-29')
})

test('the earliest date anywhere is that of UTC-12', () => {
  expect(earliestDateAt(Date.UTC(2026, 0, 5, 11, 59))).toBe('2026-01-04')
  expect(earliestDateAt(Date.UTC(2026, 0, 5, 12))).toBe('2026-01-05')
})
