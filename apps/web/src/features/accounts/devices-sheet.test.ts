import { expect, test } from 'vitest'
import { lastSeenText } from './devices-sheet.tsx'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

test.each([
  [0, 'Active now'],
  // The server's clock is ahead of this device's.
  [-5 * MINUTE_MS, 'Active now'],
  [9 * MINUTE_MS, 'Active now'],
  [10 * MINUTE_MS, 'Last seen 10 minutes ago'],
  [60 * MINUTE_MS, 'Last seen 1 hour ago'],
  [24 * 60 * MINUTE_MS, 'Last seen yesterday'],
  [40 * 24 * 60 * MINUTE_MS, 'Last seen 40 days ago'],
])('%i ms ago is "%s"', (agoMs, words) => {
  expect(lastSeenText(NOW - agoMs, NOW)).toBe(words)
})
