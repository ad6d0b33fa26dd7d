import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage, textStorage } from './storage.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('a token and an invitation are stored as plain text', () => {
  storage.set('token', 'abc')
  storage.set('joinGameId', '12345678')
  expect(localStorage.getItem('token')).toBe('abc')
  expect(localStorage.getItem('joinGameId')).toBe('12345678')
})

test('numbers are stored in decimal, and an invalid one counts as absent', () => {
  storage.set('currentQuestionIndex', 7)
  expect(localStorage.getItem('currentQuestionIndex')).toBe('7')
  localStorage.setItem('currentQuestionIndex', '-1')
  expect(storage.get('currentQuestionIndex')).toBeNull()
})

test('isJustSubscribed is true whenever it is present', () => {
  localStorage.setItem('isJustSubscribed', 'whatever')
  expect(storage.get('isJustSubscribed')).toBe(true)
  storage.set('isJustSubscribed', true)
  expect(localStorage.getItem('isJustSubscribed')).toBe('true')
})

test('in a browser that blocks its storage, values last as long as the page', () => {
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

test('clearAll removes all keys of the product except those to keep, and no others', () => {
  localStorage.setItem('foreign', 'stays')
  storage.set('token', 'abc')
  storage.set('email', 'a@b.cd')
  storage.set('joinGameId', '12345678')
  storage.set('questionsTillNextAd', 3)
  textStorage.setItem('userTopicsStore', '{}')
  storage.clearAll({ keep: ['joinGameId'] })
  expect(Object.keys(localStorage).toSorted()).toEqual(['foreign', 'joinGameId'])
})
