import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSharedClock, type SharedClock } from './clock.ts'

const EPOCH_MS = 1_700_000_000_000

/** The clocks of a database and a process; `elapse` advances both. */
function newClocks() {
  const times = { databaseMs: EPOCH_MS, processMs: 5 }
  return {
    times,
    /** The network delay of a query and of its result. */
    delay: { queryMs: 0, resultMs: 0 },
    isDown: false,
    elapse(ms: number) {
      times.databaseMs += ms
      times.processMs += ms
    },
    async readDatabase() {
      if (this.isDown) throw new Error('no database')
      this.elapse(this.delay.queryMs)
      const result = times.databaseMs
      this.elapse(this.delay.resultMs)
      return result
    },
  }
}

const opened: SharedClock[] = []
async function open(clocks: ReturnType<typeof newClocks>) {
  const clock = await openSharedClock(
    () => clocks.readDatabase(),
    () => clocks.times.processMs,
  )
  opened.push(clock)
  return clock
}
const nextReading = () => vi.advanceTimersByTimeAsync(10_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const clock of opened.splice(0)) clock.stop()
  vi.useRealTimers()
})

test('the shared clock follows the database, not the clock of the machine', async () => {
  const clocks = newClocks()
  const clock = await open(clocks)
  vi.setSystemTime(0)
  expect(clock.now()).toBe(EPOCH_MS)
  clocks.elapse(1_234)
  expect(clock.now()).toBe(EPOCH_MS + 1_234)
})

test('the reading with the shortest round trip is used', async () => {
  const clocks = newClocks()
  clocks.delay = { queryMs: 0, resultMs: 80 }
  const clock = await open(clocks)
  expect(clock.now()).toBe(clocks.times.databaseMs - 40)
  clocks.delay = { queryMs: 1, resultMs: 1 }
  await nextReading()
  expect(clock.now()).toBe(clocks.times.databaseMs)
  clocks.delay = { queryMs: 400, resultMs: 0 }
  await nextReading()
  expect(clock.now()).toBe(clocks.times.databaseMs)
})

test('after the database clock jumps the new time is used, even if its readings take longer', async () => {
  const clocks = newClocks()
  const clock = await open(clocks)
  clocks.times.databaseMs += 60_000
  clocks.delay = { queryMs: 20, resultMs: 20 }
  await nextReading()
  expect(clock.now()).toBe(clocks.times.databaseMs)
})

test('the clock keeps running while the database is down', async () => {
  const clocks = newClocks()
  const clock = await open(clocks)
  clocks.isDown = true
  clocks.elapse(7_000)
  await nextReading()
  expect(clock.now()).toBe(EPOCH_MS + 7_000)
})
