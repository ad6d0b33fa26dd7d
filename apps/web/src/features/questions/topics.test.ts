import { expect, test } from 'vitest'
import { buildTopic } from './testing/build-question.ts'
import { appendUnknown, chosenFirst, toggleTopic } from './topics.ts'

const a = buildTopic('a')
const b = buildTopic('b')
const c = buildTopic('c')
const d = buildTopic('d')

test('the first press chooses a topic, the second deselects it', () => {
  const once = toggleTopic({ topics: [a], all: false }, b)
  expect(once).toEqual({ topics: [a, b], all: false })
  expect(toggleTopic(once, { ...b })).toEqual({ topics: [a], all: false })
})

test('on opening, the chosen topics come first and none is repeated', () => {
  expect(chosenFirst([c, d], [a, b, c])).toEqual([c, d, a, b])
})

test('more topics are appended, without those already shown', () => {
  expect(appendUnknown([a, b], [c, b, { ...a, text: 'again' }, c])).toEqual([a, b, c])
})

test('appending no new topics returns the same list', () => {
  const shown = [a, b]
  expect(appendUnknown(shown, [b, a])).toBe(shown)
})
