import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

test('a task waits for earlier tasks of its key, even if they fail, and not for other keys', async () => {
  const queue = new KeyedQueue()
  const log: string[] = []
  let fail: (() => void) | undefined
  const first = queue.run('a', () => new Promise<void>((_, reject) => (fail = () => reject(new Error('no')))))
  const second = queue.run('a', () => void log.push('a2'))
  void queue.run('b', () => void log.push('b1'))
  expect(log).toEqual(['b1'])
  fail?.()
  await expect(first).rejects.toThrow('no')
  await second
  expect(log).toEqual(['b1', 'a2'])
})

test('a task without a predecessor runs synchronously', () => {
  const queue = new KeyedQueue()
  const log: string[] = []
  expect(queue.run('a', () => void log.push('a1'))).toBeUndefined()
  expect(log).toEqual(['a1'])
})
