import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRounds } from './in-rounds.ts'

const PACE_MS = 4

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A question that answers only when it is told to, and remembers what each statement asked. */
function heldQuestion() {
  const statements: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = []
  const ask = inRounds<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        statements.push({ keys, answer: () => resolve(keys.map((key) => `answer ${key}`)), fail: reject })
      }),
  )
  return { ask, statements, asked: () => statements.map(({ keys }) => keys) }
}

const soon = () => vi.advanceTimersByTimeAsync(PACE_MS)

test('a quiet program asks at once', async () => {
  const { ask, statements, asked } = heldQuestion()
  const answer = ask(1)
  expect(asked()).toEqual([[1]])
  statements[0]?.answer()
  expect(await answer).toBe('answer 1')
  await soon()
  void ask(2)
  expect(asked()).toEqual([[1], [2]])
})

test('a busy one gathers what comes soon after into one statement, and each gets its own answer', async () => {
  const { ask, statements, asked } = heldQuestion()
  const answers = Promise.all([1, 2, 3].map(ask))
  statements[0]?.answer()
  await vi.advanceTimersByTimeAsync(PACE_MS - 1)
  expect(asked()).toEqual([[1]])
  await soon()
  expect(asked()).toEqual([[1], [2, 3]])
  statements[1]?.answer()
  expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

test('no more than two statements are under way, and one that hangs does not stop the others', async () => {
  const { ask, statements, asked } = heldQuestion()
  void ask(1)
  await soon()
  const second = ask(2)
  await soon()
  const third = ask(3)
  await soon()
  expect(asked()).toEqual([[1], [2]])
  statements[1]?.answer()
  expect(await second).toBe('answer 2')
  await soon()
  expect(asked()).toEqual([[1], [2], [3]])
  statements[2]?.answer()
  expect(await third).toBe('answer 3')
})

test('a failed round fails those who were in it and nobody else', async () => {
  const { ask, statements } = heldQuestion()
  const answers = Promise.allSettled([1, 2, 3].map(ask))
  await soon()
  statements[1]?.fail(new Error('no database'))
  statements[0]?.answer()
  expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  const after = ask(4)
  await soon()
  statements[2]?.answer()
  expect(await after).toBe('answer 4')
})

test('a thousand at once are asked in rounds of at most 200, in the order in which they came', async () => {
  const rounds: (readonly number[])[] = []
  const ask = inRounds<number, number>(async (keys) => {
    rounds.push(keys)
    return keys
  })
  const keys = Array.from({ length: 1_000 }, (_, key) => key)
  const answers = Promise.all(keys.map((key) => ask(key)))
  await vi.runAllTimersAsync()
  expect(await answers).toEqual(keys)
  expect(rounds.flat()).toEqual(keys)
  expect(Math.max(...rounds.map(({ length }) => length))).toBe(200)
})
