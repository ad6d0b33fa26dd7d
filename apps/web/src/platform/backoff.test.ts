import { afterEach, expect, test, vi } from 'vitest'
import { Backoff } from './backoff.ts'

afterEach(() => void vi.restoreAllMocks())

const waits = (count: number) => {
  const backoff = new Backoff()
  return Array.from({ length: count }, () => backoff.next())
}

test('retries wait 1, 2, 5, then 10 s, and up to half as long again', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  expect(waits(5)).toEqual([1_000, 2_000, 5_000, 10_000, 10_000])
  random.mockReturnValue(1)
  expect(waits(5)).toEqual([1_500, 3_000, 7_500, 15_000, 15_000])
})

test('devices that lost their connection at the same time reconnect at different times', () => {
  expect(new Set(Array.from({ length: 20 }, () => new Backoff().next())).size).toBeGreaterThan(1)
})
