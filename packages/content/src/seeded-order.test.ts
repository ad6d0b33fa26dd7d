import { expect, test } from 'vitest'
import { seededOrder } from './seeded-order.ts'

test('the order comes from the seed, not from how the texts stood before', () => {
  expect(seededOrder('a', ['x', 'y', 'z', 'w'])).toEqual(seededOrder('a', ['w', 'z', 'y', 'x']))
})

test('each text comes first about as often', () => {
  const firsts = Array.from({ length: 400 }, (_, seed) => seededOrder(String(seed), ['x', 'y', 'z', 'w'])[0])
  for (const text of ['x', 'y', 'z', 'w']) expect(firsts.filter((first) => first === text).length).toBeGreaterThan(60)
})
