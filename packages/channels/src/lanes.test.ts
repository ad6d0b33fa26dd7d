import { expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

test('work of a key waits for the work before it, also when that fails; other keys do not', async () => {
  const lanes = new Lanes()
  const log: string[] = []
  let fail: (() => void) | undefined
  const first = lanes.run('a', () => new Promise<void>((_, reject) => (fail = () => reject(new Error('no')))))
  const second = lanes.run('a', () => void log.push('a2'))
  void lanes.run('b', () => void log.push('b1'))
  expect(log).toEqual(['b1'])
  fail?.()
  await expect(first).rejects.toThrow('no')
  await second
  expect(log).toEqual(['b1', 'a2'])
})

test('with nothing under way work runs in the same tick', () => {
  const lanes = new Lanes()
  const log: string[] = []
  expect(lanes.run('a', () => void log.push('a1'))).toBeUndefined()
  expect(log).toEqual(['a1'])
})
