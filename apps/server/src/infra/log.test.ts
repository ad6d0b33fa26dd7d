import { expect, test } from 'vitest'
import { maskEmail } from './log.ts'

test.each([
  ['alice@example.com', 'a***@example.com'],
  ['', '***'],
  // Cut in two it would be no text that a database takes.
  ['😀', '😀***'],
  ['😀@example.com', '😀***@example.com'],
])('of %j a log shows %j', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})
