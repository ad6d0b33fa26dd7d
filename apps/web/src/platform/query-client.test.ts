import { expect, test } from 'vitest'
import { ApiError } from './http.ts'
import { retryDelayMs, shouldRetry } from './query-client.ts'

const outage = new ApiError(503, 'unavailable', '')
const refused = new ApiError(404, 'not_found', '')
const noAnswer = new ApiError(0, 'network', '')

test('a query is retried three times, with doubling waits from 1 s', () => {
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, outage))).toEqual([true, true, true, false])
  expect([0, 1, 2, 9].map((index) => retryDelayMs(index, outage))).toEqual([1000, 2000, 4000, 30_000])
})

test('temporary failures are retried, refusals are not', () => {
  expect(shouldRetry(0, noAnswer)).toBe(true)
  expect(shouldRetry(0, new ApiError(429, 'rate_limited', ''))).toBe(true)
  expect(shouldRetry(0, refused)).toBe(false)
})

test('Retry-After is respected up to 30 s', () => {
  const limited = (retryAfterMs: number) => new ApiError(429, 'rate_limited', '', { retryAfterMs })
  expect(retryDelayMs(0, limited(5000))).toBe(5000)
  expect(retryDelayMs(0, limited(90_000))).toBe(30_000)
})
