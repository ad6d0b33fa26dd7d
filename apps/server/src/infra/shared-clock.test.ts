import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSharedClock, type SharedClock } from './shared-clock.ts'

const EPOCH_MS = 1_700_000_000_000

/** A database and a process; `elapse` lets time pass for both. */
function world() {
  const times = { databaseMs: EPOCH_MS, processMs: 5 }
  return {
    times,
    /** What an answer takes on its way there and back. */
    way: { thereMs: 0, backMs: 0 },
    isGone: false,
    elapse(ms: number) {
      times.databaseMs += ms
      times.processMs += ms
    },
    async ask() {
      if (this.isGone) throw new Error('no database')
      this.elapse(this.way.thereMs)
      const answer = times.databaseMs
      this.elapse(this.way.backMs)
      return answer
    },
  }
}

const clocks: SharedClock[] = []
async function open(around: ReturnType<typeof world>) {
  const clock = await openSharedClock(
    () => around.ask(),
    () => around.times.processMs,
  )
  clocks.push(clock)
  return clock
}
const nextReading = () => vi.advanceTimersByTimeAsync(10_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.stop()
  vi.useRealTimers()
})

test('it tells the time of the database, whatever the clock of the machine says', async () => {
  const around = world()
  const clock = await open(around)
  vi.setSystemTime(0)
  expect(clock.now()).toBe(EPOCH_MS)
  around.elapse(1_234)
  expect(clock.now()).toBe(EPOCH_MS + 1_234)
})

test('the answer with the shortest way counts', async () => {
  const around = world()
  around.way = { thereMs: 0, backMs: 80 }
  const clock = await open(around)
  expect(clock.now()).toBe(around.times.databaseMs - 40)
  around.way = { thereMs: 1, backMs: 1 }
  await nextReading()
  expect(clock.now()).toBe(around.times.databaseMs)
  around.way = { thereMs: 400, backMs: 0 }
  await nextReading()
  expect(clock.now()).toBe(around.times.databaseMs)
})

test('a database with another time is followed, though its answers take longer', async () => {
  const around = world()
  const clock = await open(around)
  around.times.databaseMs += 60_000
  around.way = { thereMs: 20, backMs: 20 }
  await nextReading()
  expect(clock.now()).toBe(around.times.databaseMs)
})

test('while the database is gone the time goes on', async () => {
  const around = world()
  const clock = await open(around)
  around.isGone = true
  around.elapse(7_000)
  await nextReading()
  expect(clock.now()).toBe(EPOCH_MS + 7_000)
})
