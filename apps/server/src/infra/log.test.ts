import { expect, test } from 'vitest'
import { maskEmail } from './log.ts'

test.each([
  ['alice@example.com', 'a***@example.com'],
  ['', '***'],
  // A surrogate pair must not be split: PostgreSQL rejects half of one.
  ['😀', '😀***'],
  ['😀@example.com', '😀***@example.com'],
])('maskEmail(%j) is %j', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})
