import { expect, test } from 'vitest'
import { seededOrder } from './texts.ts'

test('the order depends on the seed, not on the previous order', () => {
  expect(seededOrder('a', ['x', 'y', 'z', 'w'])).toEqual(seededOrder('a', ['w', 'z', 'y', 'x']))
})

test('each text comes first equally often', () => {
  const firsts = Array.from({ length: 400 }, (_, seed) => seededOrder(String(seed), ['x', 'y', 'z', 'w'])[0])
  for (const text of ['x', 'y', 'z', 'w']) expect(firsts.filter((first) => first === text).length).toBeGreaterThan(60)
})
