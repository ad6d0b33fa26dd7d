import { expect, test } from 'vitest'
import { inRounds } from './in-rounds.ts'

/** A question that answers only when it is told to, and remembers what each statement asked. */
function heldQuestion() {
  const statements: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = []
  const askMany = (keys: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      statements.push({ keys, answer: () => resolve(keys.map((key) => `answer ${key}`)), fail: reject })
    })
  const askOne = async (key: number) => (await askMany([key]))[0] ?? ''
  return { ask: inRounds({ askOne, askMany }), statements, asked: () => statements.map(({ keys }) => keys) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a quiet program asks at once', async () => {
  const { ask, statements, asked } = heldQuestion()
  const answer = ask(1)
  expect(asked()).toEqual([[1]])
  statements[0]?.answer()
  expect(await answer).toBe('answer 1')
})

test('a busy one gathers what comes meanwhile into one statement, and each gets its own answer', async () => {
  const { ask, statements, asked } = heldQuestion()
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(ask))
  expect(asked()).toEqual([[1], [2]])
  statements[0]?.answer()
  await turn()
  expect(asked()).toEqual([[1], [2], [3, 4, 5, 6]])
  for (const { answer } of statements) answer()
  expect(await answers).toEqual([1, 2, 3, 4, 5, 6].map((key) => `answer ${key}`))
})

test('a few are asked one by one, and none waits for another', async () => {
  const { ask, statements, asked } = heldQuestion()
  const [, , third, fourth] = [1, 2, 3, 4].map(ask)
  statements[0]?.answer()
  await turn()
  expect(asked()).toEqual([[1], [2], [3], [4]])
  statements[3]?.answer()
  expect(await fourth).toBe('answer 4')
  statements[2]?.answer()
  expect(await third).toBe('answer 3')
})

test('a statement that hangs does not stop the others', async () => {
  const { ask, statements } = heldQuestion()
  void ask(1)
  const later = [2, 3, 4].map(ask)
  statements[1]?.answer()
  await turn()
  statements.slice(2).forEach(({ answer }) => answer())
  expect(await Promise.all(later)).toEqual(['answer 2', 'answer 3', 'answer 4'])
})

test('a failed round fails those who were in it and nobody else', async () => {
  const { ask, statements } = heldQuestion()
  const answers = Promise.allSettled([1, 2, 3, 4, 5, 6].map(ask))
  statements[0]?.answer()
  await turn()
  statements[2]?.fail(new Error('no database'))
  statements[1]?.answer()
  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ])
  const after = ask(7)
  statements[3]?.answer()
  expect(await after).toBe('answer 7')
})

test('a thousand at once are asked in rounds of at most 200, in the order in which they came', async () => {
  const asked: number[] = []
  const sizes: number[] = []
  const ask = inRounds<number, number>({
    askOne: async (key) => (asked.push(key), key),
    askMany: async (keys) => {
      sizes.push(keys.length)
      asked.push(...keys)
      return keys
    },
  })
  const keys = Array.from({ length: 1_000 }, (_, key) => key)
  expect(await Promise.all(keys.map((key) => ask(key)))).toEqual(keys)
  expect(asked).toEqual(keys)
  expect(Math.max(...sizes)).toBe(200)
})
