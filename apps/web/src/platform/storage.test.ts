import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage, textStorage } from './storage.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('a token, an address and an invitation are kept as they are', () => {
  storage.set('token', 'abc')
  storage.set('joinGameId', '12345678')
  expect(localStorage.getItem('token')).toBe('abc')
  expect(localStorage.getItem('joinGameId')).toBe('12345678')
})

test('numbers are kept in decimal and a spoilt one counts as absent', () => {
  storage.set('currentQuestionIndex', 7)
  expect(localStorage.getItem('currentQuestionIndex')).toBe('7')
  localStorage.setItem('currentQuestionIndex', '-1')
  expect(storage.get('currentQuestionIndex')).toBeNull()
})

test('a question list that somebody has spoilt counts as absent', () => {
  const question = { id: 'a', text: 'b', topic: { id: 't', text: 'c' }, answers: [] }
  const answers = ['p', 'q', 'r', 's'].map((id) => ({ id, text: id }))
  const spoilt = [question, { ...question, answers, source: { name: {} } }, { ...question, answers, source: null }]
  for (const text of ['{', '{}', '[1]', ...spoilt.map((one) => JSON.stringify([one]))]) {
    localStorage.setItem('randomQuestionsList', text)
    expect(storage.get('randomQuestionsList')).toBeNull()
  }
})

test('the mark of a fresh subscription counts by its presence alone', () => {
  localStorage.setItem('isJustSubscribed', 'whatever')
  expect(storage.get('isJustSubscribed')).toBe(true)
  storage.set('isJustSubscribed', true)
  expect(localStorage.getItem('isJustSubscribed')).toBe('true')
})

test('a browser that blocks its storage keeps the values for as long as the page lives', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse)
  }
  storage.set('token', 'abc')
  expect(storage.get('token')).toBe('abc')
  storage.remove('token')
  expect(storage.get('token')).toBeNull()
})

test('clearing takes every key of the product, spares those named and leaves what is not ours', () => {
  localStorage.setItem('foreign', 'stays')
  storage.set('token', 'abc')
  storage.set('email', 'a@b.cd')
  storage.set('joinGameId', '12345678')
  storage.set('questionsTillNextAd', 3)
  textStorage.setItem('userTopicsStore', '{}')
  storage.clearAll({ keep: ['joinGameId'] })
  expect(Object.keys(localStorage).toSorted()).toEqual(['foreign', 'joinGameId'])
})
