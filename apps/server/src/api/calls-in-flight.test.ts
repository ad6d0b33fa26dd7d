import type { UserId } from '@quizmaster/contract/ids'
import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { createCallsInFlight } from './calls-in-flight.ts'

const ada = 'ada' as UserId
const bob = 'bob' as UserId

/** Calls that run until they are ended. */
function openCalls() {
  const calls = createCallsInFlight()
  const started: { name: string; end: () => void }[] = []
  const run = (userId: UserId, name: string) =>
    calls.run(userId, () => new Promise<string>((resolve) => void started.push({ name, end: () => resolve(name) })))
  return { calls, run, started, names: () => started.map(({ name }) => name) }
}

test('six calls of an account run at once while the rest wait, and other accounts are not held up', async () => {
  const { run, started, names } = openCalls()
  const all = Array.from({ length: 8 }, (_, n) => run(ada, `ada ${n}`))
  void run(bob, 'bob')
  await Promise.resolve()
  expect(names()).toEqual(['ada 0', 'ada 1', 'ada 2', 'ada 3', 'ada 4', 'ada 5', 'bob'])
  started[2]?.end()
  expect(await all[2]).toBe('ada 2')
  await expect.poll(names).toHaveLength(8)
  expect(names().at(-1)).toBe('ada 6')
})

test('a call that fails makes room for the next one', async () => {
  const { calls, run, names } = openCalls()
  const failing = Array.from({ length: 6 }, () => calls.run(ada, () => Promise.reject(new Error('no'))))
  const waiting = run(ada, 'waited')
  await Promise.allSettled(failing)
  await expect.poll(names).toEqual(['waited'])
  void waiting
})

test('with 50 waiting, one more is refused, until there is room again', async () => {
  const { run, started } = openCalls()
  const all = Array.from({ length: 56 }, (_, n) => run(ada, `ada ${n}`))
  await expect(run(ada, 'too many')).rejects.toEqual(new Refusal('rate_limited', { retryAfterMs: 1_000 }))
  started[0]?.end()
  await all[0]
  void run(ada, 'late')
  for (let done = 1; done < 57; done += 1) {
    await expect.poll(() => started.length).toBeGreaterThan(done)
    started[done]?.end()
  }
  expect(started.map(({ name }) => name).at(-1)).toBe('late')
})
