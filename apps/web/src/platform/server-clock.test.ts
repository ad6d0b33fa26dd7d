import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setVisibility } from '../testing/set-visibility.ts'
import { addRoundTrip, addServerTime, pageNowMs, serverNowMs } from './server-clock.ts'
import { endSession } from './session.ts'

/** The server's clock is this far ahead of the device's, which is wrong by days. */
const LEAD_MS = 200_000_000

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  endSession()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const trueNowMs = () => Date.now() + LEAD_MS

/** A round trip that takes this long there and this long back. */
function roundTrip(thereMs: number, backMs: number) {
  const startedAtMs = pageNowMs()
  vi.advanceTimersByTime(thereMs)
  const serverTimeMs = trueNowMs()
  vi.advanceTimersByTime(backMs)
  addRoundTrip(startedAtMs, serverTimeMs)
}
const errorMs = () => Math.round(serverNowMs() - trueNowMs())

test("a wrong device clock does not matter once the server's time is known", () => {
  roundTrip(30, 30)
  expect(errorMs()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(errorMs()).toBe(0)
})

test('the middle of the round trip counts, and half of it is the error', () => {
  roundTrip(100, 20)
  expect(errorMs()).toBe(40)
})

test('the smallest round trip of the last five counts', () => {
  roundTrip(10, 10)
  for (let turn = 0; turn < 4; turn += 1) roundTrip(400, 0)
  expect(errorMs()).toBe(0)
  roundTrip(400, 0)
  expect(errorMs()).toBe(200)
})

test('setting the device clock during a game changes nothing', () => {
  roundTrip(10, 10)
  const before = serverNowMs()
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(Math.round(serverNowMs() - before)).toBe(0)
})

test('before any round trip, a message gives the earliest possible time, and the latest such time counts', () => {
  const sentAtMs = trueNowMs()
  vi.advanceTimersByTime(300)
  addServerTime(sentAtMs)
  expect(errorMs()).toBe(-300)
  addServerTime(trueNowMs() - 50)
  expect(errorMs()).toBe(-50)
  roundTrip(10, 10)
  expect(errorMs()).toBe(0)
})

test('a slow message does not set an accurate clock back', () => {
  roundTrip(10, 10)
  addServerTime(trueNowMs() - 5_000)
  expect(errorMs()).toBe(0)
})

test("after a sleep in which the page's clock stood still, the next message corrects it", () => {
  roundTrip(10, 10)
  const afterSleepMs = trueNowMs() + 60_000
  addServerTime(afterSleepMs)
  expect(Math.round(serverNowMs() - afterSleepMs)).toBe(0)
})

test('a round trip after a sleep counts, even if one before it was shorter', () => {
  roundTrip(5, 5)
  const startedAtMs = pageNowMs()
  vi.advanceTimersByTime(100)
  const awakeMs = trueNowMs() + 60_000
  addRoundTrip(startedAtMs, awakeMs - 50)
  expect(Math.round(serverNowMs() - awakeMs)).toBe(0)
})

/** The device sleeps: its time of day advances while the page's clock stands still. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('after a sleep, the remaining time is right before the server has answered', () => {
  roundTrip(10, 10)
  for (let turn = 0; turn < 2; turn += 1) {
    setVisibility('hidden')
    vi.advanceTimersByTime(1_000)
    sleep(60_000)
    setVisibility('visible')
    expect(errorMs()).toBe(0)
  }
  setVisibility('visible')
  expect(errorMs()).toBe(0)
})

test('setting the device clock while the page is shown does not count as a sleep', () => {
  roundTrip(10, 10)
  const before = serverNowMs()
  vi.setSystemTime(Date.now() + 3_600_000)
  setVisibility('hidden')
  setVisibility('visible')
  expect(Math.round(serverNowMs() - before)).toBe(0)
})
