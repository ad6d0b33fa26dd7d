import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Groups } from './groups.ts'

test('groups behave like a set for each key, whatever is added and removed', () => {
  const members = ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  const step = fc.record({ isAdd: fc.boolean(), key: fc.constantFrom('x', 'y'), member: fc.constantFrom(...members) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const groups = new Groups<{ name: string }>()
      const model = { x: new Set<object>(), y: new Set<object>() }
      for (const { isAdd, key, member } of steps) {
        const expected = model[key]
        if (isAdd) {
          const isFirst = expected.size === 0
          expected.add(member)
          expect(groups.add(key, member)).toBe(isFirst)
        } else {
          const isLast = expected.delete(member) && expected.size === 0
          expect(groups.delete(key, member)).toBe(isLast)
        }
        const seen: object[] = []
        expect(groups.forEach(key, (each) => void seen.push(each))).toBe(expected.size)
        expect(new Set(seen)).toEqual(expected)
        expect(groups.count(key)).toBe(expected.size)
      }
    }),
  )
})

test('members may go while the group is walked', () => {
  const groups = new Groups<{ name: string }>()
  const members = ['a', 'b', 'c'].map((name) => ({ name }))
  for (const member of members) groups.add('x', member)
  const seen: string[] = []
  groups.forEach('x', (member) => {
    seen.push(member.name)
    groups.delete('x', member)
  })
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(groups.count('x')).toBe(0)
})
