import { expect, test } from 'vitest'
import { middleScore } from './daily-result.tsx'

test('the middle score is the highest score that at least half of the players reached', () => {
  const counts = [0, 1, 3, 8, 19, 38, 55, 71, 62, 38, 17]
  expect(middleScore({ players: 312, counts })).toBe(7)
  expect(middleScore({ players: 20, counts: [20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] })).toBe(0)
  expect(middleScore({ players: 20, counts: [10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10] })).toBe(10)
})
