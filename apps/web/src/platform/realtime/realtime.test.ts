import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { endSession as EndSession } from '../session.ts'
import type { followTopic as FollowTopic, openRealtime as OpenRealtime } from './realtime.ts'
import { FakeLine, installLine, REFUSED } from './testing/fake-line.ts'

const TOPIC = 'user_stats:u1'
let line: FakeLine
let openRealtime: typeof OpenRealtime
let followTopic: typeof FollowTopic
let endSession: typeof EndSession
const close: (() => void)[] = []

beforeEach(async () => {
  vi.useFakeTimers()
  // Whether a WebSocket has ever opened belongs to the life of a page: each test is a page.
  vi.resetModules()
  localStorage.setItem('token', 'bearer')
  line = new FakeLine()
  installLine(line)
  ;({ openRealtime, followTopic } = await import('./realtime.ts'))
  ;({ endSession } = await import('../session.ts'))
  const { whenUnauthorized } = await import('../http.ts')
  whenUnauthorized(() => endSession())
})
afterEach(() => {
  for (const end of close.splice(0)) end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

/** Opens the sockets, of which only that for the stats is looked at, and follows a topic on it. */
async function openPage(sync: () => Promise<void> = async () => {}) {
  const heard: unknown[] = []
  const synced = vi.fn(sync)
  close.push(
    openRealtime(),
    followTopic<{ points: unknown }>('stats', TOPIC, {
      sync: synced,
      events: { points: (payload) => heard.push(payload) },
    }),
  )
  await vi.advanceTimersByTimeAsync(100)
  return { heard, synced }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Every try is made for both services; the waits between those of one. */
const waitsBetween = (times: number[]) => {
  const ofOne = times.filter((_, index) => index % 2 === 0)
  return ofOne.slice(1).map((time, index) => Math.round((time - (ofOne[index] ?? 0)) / 100) / 10)
}

test('a browser that blocks its storage is connected too', async () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const { synced } = await openPage()
  vi.restoreAllMocks()
  expect(synced).toHaveBeenCalledOnce()
})

test('a token is fetched before the first connection and goes with it outside of the address', async () => {
  const { synced } = await openPage()
  expect(line.tokenCalls).toHaveLength(2)
  expect(line.tries.map(({ transport }) => transport)).toEqual(['websocket', 'websocket'])
  expect(line.tries.map(({ token }) => token).toSorted()).toEqual(['token-1', 'token-2'])
  expect(synced).toHaveBeenCalledOnce()
})

test('events of the topic are heard, those of another are not', async () => {
  const { heard } = await openPage()
  line.send(TOPIC, 'points', { now: 10 })
  line.send('user_stats:u2', 'points', { now: 99 })
  expect(heard).toEqual([{ now: 10 }])
})

test('a line that breaks comes back after 1, 2, 5, then 10 s, and the state is read again', async () => {
  const { synced } = await openPage()
  await pass(15_000)
  line.webSockets = 'refused'
  line.drop()
  const brokeMs = line.atMs
  await pass(40_000)
  const times = [brokeMs, brokeMs, ...line.triedAtMs('websocket').slice(2)]
  expect(waitsBetween(times)).toEqual([1, 2, 5, 10, 10, 10])
  line.webSockets = 'opens'
  await pass(10_000)
  expect(synced).toHaveBeenCalledTimes(2)
})

test('a server that takes every connection and drops it at once is not hammered', async () => {
  await openPage()
  for (let turn = 0; turn < 600; turn += 1) {
    line.drop()
    await pass(100)
  }
  const waits = waitsBetween(line.triedAtMs('websocket'))
  expect(waits.slice(0, 4).map(Math.floor)).toEqual([1, 2, 5, 10])
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
  expect(waits.length).toBeLessThan(10)
})

test('after three opens that failed in a row a new token is asked for, and the fourth goes with it', async () => {
  await openPage()
  await pass(15_000)
  line.webSockets = 'refused'
  line.drop()
  await pass(3_500)
  expect(line.tokenCalls).toHaveLength(2)
  await pass(5_500)
  expect(line.tokenCalls).toHaveLength(4)
  const before = line.tries.length
  await pass(10_000)
  expect(line.tries.slice(before).map(({ token }) => token)).toEqual(['token-3', 'token-4'])
})

test('a session that has ended is signed out by it, and nothing is tried any more', async () => {
  await openPage()
  line.webSockets = 'refused'
  line.tokenStatus = 401
  line.drop()
  await pass(9_000)
  expect(localStorage.getItem('token')).toBeNull()
  const tries = line.tries.length
  await pass(120_000)
  expect(line.tries).toHaveLength(tries)
  expect(line.tokenCalls.length).toBeLessThanOrEqual(4)
})

test('a server that is away is asked for a token after 1, 2, 5, then 10 s', async () => {
  line.tokenStatus = 0
  await openPage()
  await pass(28_500)
  expect(waitsBetween(line.tokenCalls)).toEqual([1, 2, 5, 10, 10])
  line.tokenStatus = 200
  await pass(10_000)
  expect(line.open.size).toBe(2)
})

test('the token is renewed every 8 minutes, without a new connection', async () => {
  await openPage()
  await pass(24 * 60_000)
  expect(line.tokenCalls).toHaveLength(2 * 4)
  expect(line.tries).toHaveLength(2)
  line.drop()
  await pass(1_500)
  expect(line.tries.slice(2).map(({ token }) => token)).toEqual(['token-7', 'token-8'])
})

test('where WebSocket is refused and tokens are given, long-poll takes over', async () => {
  line.webSockets = 'refused'
  const { synced } = await openPage()
  await pass(6_000)
  expect(waitsBetween(line.triedAtMs('websocket'))).toEqual([1, 2])
  expect(line.triedAtMs('longpoll')).toHaveLength(2)
  expect(synced).toHaveBeenCalledOnce()
  await pass(120_000)
  expect(line.triedAtMs('websocket')).toHaveLength(6)
})

test.each(['swallowed', 'blocked'] as const)('where upgrades are %s long-poll takes over too', async (fate) => {
  line.webSockets = fate
  const { synced } = await openPage()
  await pass(36_000)
  expect(line.triedAtMs('websocket')).toHaveLength(6)
  expect(synced).toHaveBeenCalledOnce()
})

test('there is no long-poll while no token is to be had', async () => {
  line.webSockets = 'refused'
  await openPage()
  line.tokenStatus = 0
  await pass(120_000)
  expect(line.triedAtMs('longpoll')).toEqual([])
})

test('once a WebSocket has opened there is no long-poll in this life of the page', async () => {
  await openPage()
  line.webSockets = 'refused'
  line.drop()
  await pass(180_000)
  expect(line.triedAtMs('longpoll')).toEqual([])
  line.webSockets = 'opens'
  await pass(10_100)
  expect(line.open.size).toBe(2)
})

test('a refusal of long-poll asks for a new token each time, and both roads are tried without haste', async () => {
  line.webSockets = 'refused'
  line.longPolls = 'forbidden'
  await openPage()
  await pass(180_000)
  const waits = waitsBetween(line.tries.map(({ atMs }) => atMs))
  expect(waits.slice(5).filter((wait) => wait < 10)).toEqual([])
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
  const polls = line.tries.filter(({ transport }) => transport === 'longpoll').map(({ token }) => token)
  expect(polls.length).toBeGreaterThan(8)
  expect(new Set(polls).size).toBe(polls.length)
  line.longPolls = 'opens'
  await pass(60_000)
  expect(line.pushed).toContain('phx_join')
})

test('a refusal of long-poll signs out whose session is over', async () => {
  line.webSockets = 'refused'
  await openPage()
  await pass(3_500)
  line.longPolls = 'forbidden'
  line.tokenStatus = 401
  await pass(30_000)
  expect(localStorage.getItem('token')).toBeNull()
})

test('a state that could not be read is asked for again, with waits, until it is there', async () => {
  let isBroken = true
  const { synced } = await openPage(() => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve()))
  await pass(8_500)
  expect(synced).toHaveBeenCalledTimes(4)
  isBroken = false
  await pass(60_000)
  expect(synced).toHaveBeenCalledTimes(5)
})

test('a join that is refused is tried again after 1, 2, 5, then 10 s', async () => {
  line.replies['phx_join'] = () => REFUSED
  const { synced } = await openPage()
  await pass(19_000)
  expect(line.pushed.filter((event) => event === 'phx_join')).toHaveLength(5)
  expect(synced).not.toHaveBeenCalled()
})

test('leaving the app closes the sockets for good, and coming back opens them anew', async () => {
  const { synced } = await openPage()
  for (const end of close.splice(0)) end()
  await pass(120_000)
  expect(line.open.size).toBe(0)
  expect(line.tries).toHaveLength(2)
  expect(line.tokenCalls).toHaveLength(2)
  await openPage()
  expect(line.open.size).toBe(2)
  expect(synced).toHaveBeenCalledOnce()
})

test('the end of the session closes the sockets', async () => {
  await openPage()
  endSession()
  await pass(1_000)
  expect(line.open.size).toBe(0)
})
