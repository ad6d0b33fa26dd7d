import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batched } from './batched.ts'

const PACE_MS = 3

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Statements that finish when the test says so. */
function newLoader(options: Parameters<typeof batched>[1] = {}) {
  const statements: { keys: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = []
  const load = batched<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        statements.push({ keys, finish: () => resolve(keys.map((key) => `result ${key}`)), fail: reject })
      }),
    options,
  )
  return { load, statements, batches: () => statements.map(({ keys }) => keys) }
}

const nextTick = () => vi.advanceTimersByTimeAsync(0)
const nextBatch = () => vi.advanceTimersByTimeAsync(PACE_MS)

test('a single key is sent at once', async () => {
  const { load, statements, batches } = newLoader()
  const result = load(1)
  await nextTick()
  expect(batches()).toEqual([[1]])
  statements[0]?.finish()
  expect(await result).toBe('result 1')
  await nextBatch()
  void load(2)
  await nextTick()
  expect(batches()).toEqual([[1], [2]])
})

test('keys that arrive soon after a statement share the next one, and each gets its own result', async () => {
  const { load, statements, batches } = newLoader()
  const first = load(1)
  await nextTick()
  const results = Promise.all([first, load(2), load(3)])
  statements[0]?.finish()
  await vi.advanceTimersByTimeAsync(PACE_MS - 1)
  expect(batches()).toEqual([[1]])
  await nextBatch()
  expect(batches()).toEqual([[1], [2, 3]])
  statements[1]?.finish()
  expect(await results).toEqual(['result 1', 'result 2', 'result 3'])
})

test('the same key is loaded again by each call', async () => {
  const { load, statements, batches } = newLoader()
  const first = load(1)
  await nextTick()
  const second = load(1)
  statements[0]?.finish()
  expect(await first).toBe('result 1')
  await nextBatch()
  expect(batches()).toEqual([[1], [1]])
  statements[1]?.finish()
  expect(await second).toBe('result 1')
})

test('at most two statements run at once, and one that hangs does not stop the others', async () => {
  const { load, statements, batches } = newLoader()
  void load(1)
  await nextBatch()
  const second = load(2)
  await nextBatch()
  const third = load(3)
  await nextBatch()
  expect(batches()).toEqual([[1], [2]])
  statements[1]?.finish()
  expect(await second).toBe('result 2')
  await nextBatch()
  expect(batches()).toEqual([[1], [2], [3]])
  statements[2]?.finish()
  expect(await third).toBe('result 3')
})

test('a failed statement rejects its own callers only', async () => {
  const { load, statements } = newLoader()
  const first = load(1)
  await nextTick()
  const results = Promise.allSettled([first, load(2), load(3)])
  await nextBatch()
  statements[1]?.fail(new Error('no database'))
  statements[0]?.finish()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  const after = load(4)
  await nextBatch()
  statements[2]?.finish()
  expect(await after).toBe('result 4')
})

test('a thousand keys are sent in batches of at most 200, in the order of the calls', async () => {
  const batches: (readonly number[])[] = []
  const load = batched<number, number>(async (keys) => {
    batches.push(keys)
    return keys
  })
  const keys = Array.from({ length: 1_000 }, (_, key) => key)
  const results = Promise.all(keys.map((key) => load(key)))
  await vi.runAllTimersAsync()
  expect(await results).toEqual(keys)
  expect(batches.flat()).toEqual(keys)
  expect(Math.max(...batches.map(({ length }) => length))).toBe(200)
})

test.each([
  ['two statements by default', {}, [[1], [2]]],
  ['as many statements as allowed', { maxConcurrent: Infinity }, [[1], [2], [3]]],
])('%s run at once', async (_, options, expected) => {
  const { load, batches } = newLoader(options)
  for (const key of [1, 2, 3]) {
    void load(key)
    await nextBatch()
  }
  expect(batches()).toEqual(expected)
})
