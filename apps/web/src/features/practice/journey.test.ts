import { expect, test } from 'vitest'
import { canContinue, isSameTopics, journeyTopics, nextPosition, positionOf } from './journey.ts'
import { buildQuestion, buildTopic } from '../questions/testing/build-question.ts'

const rivers = buildTopic('Rivers')
const jazz = buildTopic('Jazz')
const questions = [buildQuestion('q1'), buildQuestion('q2')]
const position = { questions, index: 1 }

test('a journey takes the ids of the chosen topics', () => {
  expect(journeyTopics({ topics: [rivers, jazz], all: false })).toEqual([rivers.id, jazz.id])
})

test('"all topics" is null on the wire, even if single topics are chosen', () => {
  expect(journeyTopics({ topics: [rivers], all: true })).toBeNull()
})

test('no choice is undefined, not null', () => {
  expect(journeyTopics({ topics: [], all: false })).toBeUndefined()
})

test.each([
  [null, null, true],
  [null, [], false],
  [[rivers.id, jazz.id], [jazz.id, rivers.id], true],
  [[rivers.id], [rivers.id, jazz.id], false],
  [[rivers.id, jazz.id], [rivers.id], false],
  [[rivers.id], null, false],
])('topics %j and %j are the same: %s', (one, other, same) => {
  expect(isSameTopics(one, other)).toBe(same)
})

test('a journey continues if a list is stored for exactly the chosen topics', () => {
  expect(canContinue([jazz.id, rivers.id], [rivers.id, jazz.id], position)).toBe(true)
  expect(canContinue(null, null, position)).toBe(true)
})

test('a new journey starts for other topics, without a list, or without a choice', () => {
  expect(canContinue([rivers.id], [jazz.id], position)).toBe(false)
  expect(canContinue([rivers.id], null, position)).toBe(false)
  expect(canContinue([rivers.id], [rivers.id], null)).toBe(false)
  expect(canContinue([rivers.id], undefined, position)).toBe(false)
  expect(canContinue(undefined, undefined, position)).toBe(false)
})

test('the next question follows until the end of the list, where a new chunk is needed', () => {
  expect(nextPosition({ questions, index: 0 })).toEqual({ questions, index: 1 })
  expect(nextPosition({ questions, index: 1 })).toBeNull()
})

test('a stored place is used as it is', () => {
  expect(positionOf(questions, 1)).toEqual({ questions, index: 1 })
  expect(positionOf(questions, null)).toEqual({ questions, index: 0 })
})

test('stored values that do not identify a question count as no place', () => {
  expect(positionOf(null, 0)).toBeNull()
  expect(positionOf([], 0)).toBeNull()
  expect(positionOf(questions, 2)).toBeNull()
})
