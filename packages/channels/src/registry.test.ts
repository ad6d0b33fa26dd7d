import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MultiMap } from './registry.ts'

/** The seed is fixed, so that a run fails because of a change and not by chance. */
const SEED = 20_250_331

test('a multimap behaves like one set per key', () => {
  const members = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  const step = fc.record({ isAdd: fc.boolean(), key: fc.constantFrom('x', 'y'), member: fc.constantFrom(...members) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const map = new MultiMap<{ name: string }>()
      const model = { x: new Set<object>(), y: new Set<object>() }
      for (const { isAdd, key, member } of steps) {
        const expected = model[key]
        if (isAdd) {
          const isFirst = expected.size === 0
          expected.add(member)
          expect(map.add(key, member)).toBe(isFirst)
        } else {
          const isLast = expected.delete(member) && expected.size === 0
          expect(map.delete(key, member)).toBe(isLast)
        }
        const seen: object[] = []
        expect(map.forEach(key, (each) => void seen.push(each))).toBe(expected.size)
        expect(new Set(seen)).toEqual(expected)
        expect(map.count(key)).toBe(expected.size)
      }
    }),
    { seed: SEED },
  )
})

test('members can be removed during forEach', () => {
  const map = new MultiMap<{ name: string }>()
  const members = ['a', 'b', 'c'].map((name) => ({ name }))
  for (const member of members) map.add('x', member)
  const seen: string[] = []
  map.forEach('x', (member) => {
    seen.push(member.name)
    map.delete('x', member)
  })
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(map.count('x')).toBe(0)
})
