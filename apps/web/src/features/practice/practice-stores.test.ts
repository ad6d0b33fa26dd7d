import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../platform/session.ts'
import {
  beginJourney,
  noStorage,
  storedJourney,
  usePracticeState,
  useShownTopics,
  useTopicChoice,
} from './practice-stores.ts'
import { buildQuestion, buildTopic } from '../questions/testing/build-question.ts'

const rivers = buildTopic('Rivers')
const questions = [buildQuestion('q1'), buildQuestion('q2')]

beforeEach(() => localStorage.clear())
afterEach(() => endSession())

function storedState(key: string): unknown {
  return JSON.parse(localStorage.getItem(key) ?? 'null')
}

test('the choice, the shown topics and the journey are stored under their keys in the format of zustand', () => {
  useTopicChoice.setState({ topics: [rivers], all: true })
  useShownTopics.setState({ topics: [rivers] })
  usePracticeState.setState({ topics: null })
  expect(storedState('userTopicsStore')).toEqual({ state: { topics: [rivers], all: true }, version: 0 })
  expect(storedState('topicsStore')).toEqual({ state: { topics: [rivers] }, version: 0 })
  expect(storedState('practiceStateStore')).toEqual({ state: { topics: null }, version: 0 })
})

test('the end of the session empties the stores and removes their keys', () => {
  useTopicChoice.setState({ topics: [rivers], all: true })
  beginJourney([rivers.id])
  endSession()
  expect(useTopicChoice.getState()).toEqual({ topics: [], all: false })
  expect(usePracticeState.getState().topics).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

test('a choice stored by another version of the app is validated as usual, without a console error', async () => {
  const complain = vi.spyOn(console, 'error')
  localStorage.setItem('userTopicsStore', JSON.stringify({ state: { topics: [rivers], all: false }, version: 7 }))
  localStorage.setItem('practiceStateStore', '{"state":{"topics":[]},"version":7}')
  vi.resetModules()
  const stores = await import('./practice-stores.ts')
  expect(stores.useTopicChoice.getState()).toEqual({ topics: [rivers], all: false })
  expect(stores.usePracticeState.getState().topics).toBeUndefined()
  expect(complain).not.toHaveBeenCalled()
})

test.each([
  ['userTopicsStore', '{"state":{"topics":null,"all":true},"version":0}'],
  ['userTopicsStore', '{"state":{"topics":[{"id":1}],"all":true},"version":0}'],
  ['userTopicsStore', 'not json'],
])('stored text that is not a choice (%s: %s) counts as absent', async (key, text) => {
  localStorage.setItem(key, text)
  vi.resetModules()
  const stores = await import('./practice-stores.ts')
  expect(stores.useTopicChoice.getState()).toEqual({ topics: [], all: false })
})

test('a stored choice is restored', async () => {
  localStorage.setItem('userTopicsStore', JSON.stringify({ state: { topics: [rivers], all: false }, version: 0 }))
  vi.resetModules()
  const stores = await import('./practice-stores.ts')
  expect(stores.useTopicChoice.getState()).toEqual({ topics: [rivers], all: false })
})

test("a player's place is stored as a list and an index under their own keys", () => {
  storedJourney.save({ questions, index: 1 })
  expect(localStorage.getItem('currentQuestionIndex')).toBe('1')
  expect(JSON.parse(localStorage.getItem('randomQuestionsList') ?? '')).toEqual(questions)
  expect(storedJourney.load()).toEqual({ questions, index: 1 })
})

test('an invalid stored question list counts as absent', () => {
  const question = { id: 'a', text: 'b', topic: { id: 't', text: 'c' }, answers: [] }
  const answers = ['p', 'q', 'r', 's'].map((id) => ({ id, text: id }))
  const invalid = [question, { ...question, answers, source: { name: {} } }, { ...question, answers, source: null }]
  for (const text of ['{', '{}', '[1]', ...invalid.map((one) => JSON.stringify([one]))]) {
    localStorage.setItem('randomQuestionsList', text)
    expect(storedJourney.load()).toBeNull()
  }
})

test('a new journey drops the list of the old one', () => {
  storedJourney.save({ questions, index: 1 })
  beginJourney([rivers.id])
  expect(storedJourney.load()).toBeNull()
  expect(usePracticeState.getState().topics).toEqual([rivers.id])
})

test("a visitor's journey stores nothing", () => {
  noStorage.save({ questions, index: 1 })
  expect(localStorage.length).toBe(0)
  expect(noStorage.load()).toBeNull()
})
