import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTES = 60_000

test('a time is shown in the largest unit that has passed', () => {
  const told = [0, 0.9, 1, 59, 60, 119, 120, 24 * 60, 72 * 60].map((minutes) => timeAgo(NOW - minutes * MINUTES, NOW))
  expect(told).toEqual([
    'a moment ago',
    'a moment ago',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '1 hour ago',
    '2 hours ago',
    'yesterday',
    '3 days ago',
  ])
})

test('a device clock behind the server gives "a moment ago", not a time in the future', () => {
  expect(timeAgo(NOW + 5 * MINUTES, NOW)).toBe('a moment ago')
})
