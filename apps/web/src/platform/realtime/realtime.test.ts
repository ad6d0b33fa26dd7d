import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { onTopicsUp as OnTopicsUp } from '../connection.ts'
import type { endSession as EndSession } from '../session.ts'
import type {
  followTopic as FollowTopic,
  openRealtime as OpenRealtime,
  resumeRealtime as ResumeRealtime,
} from './realtime.ts'
import { FakeNetwork, installNetwork, REFUSED } from './testing/fake-network.ts'

const TOPIC = 'user_stats:u1'
let network: FakeNetwork
let openRealtime: typeof OpenRealtime
let followTopic: typeof FollowTopic
let resumeRealtime: typeof ResumeRealtime
let endSession: typeof EndSession
let onTopicsUp: typeof OnTopicsUp
const close: (() => void)[] = []

beforeEach(async () => {
  vi.useFakeTimers()
  // No jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  // Whether a WebSocket has ever opened is remembered per page, so each test needs fresh modules.
  vi.resetModules()
  localStorage.setItem('token', 'bearer')
  network = new FakeNetwork()
  installNetwork(network)
  ;({ openRealtime, followTopic, resumeRealtime } = await import('./realtime.ts'))
  ;({ endSession } = await import('../session.ts'))
  ;({ onTopicsUp } = await import('../connection.ts'))
})
afterEach(() => {
  for (const end of close.splice(0)) end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

/** Opens the sockets and follows a topic on the stats socket. */
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
/** The waits in s between the attempts of one service; both services try at the same times. */
const waitsBetween = (times: number[]) => {
  const ofOne = times.filter((_, index) => index % 2 === 0)
  return ofOne.slice(1).map((time, index) => Math.round((time - (ofOne[index] ?? 0)) / 100) / 10)
}

test('connects in a browser that blocks its storage', async () => {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const { synced } = await openPage()
  vi.restoreAllMocks()
  expect(synced).toHaveBeenCalledOnce()
})

test('a token is fetched before the first connection and is not part of its URL', async () => {
  const { synced } = await openPage()
  expect(network.tokenCalls).toHaveLength(2)
  expect(network.tries.map(({ transport }) => transport)).toEqual(['websocket', 'websocket'])
  expect(network.tries.map(({ token }) => token).toSorted()).toEqual(['token-1', 'token-2'])
  expect(synced).toHaveBeenCalledOnce()
})

test('only events of the topic are handled', async () => {
  const { heard } = await openPage()
  network.send(TOPIC, 'points', { now: 10 })
  network.send('user_stats:u2', 'points', { now: 99 })
  expect(heard).toEqual([{ now: 10 }])
})

test('a lost connection is retried after 1, 2, 5, then 10 s, and the state is read again', async () => {
  const { synced } = await openPage()
  await pass(15_000)
  network.webSockets = 'refused'
  network.drop()
  const brokeMs = network.atMs
  await pass(40_000)
  const times = [brokeMs, brokeMs, ...network.triedAtMs('websocket').slice(2)]
  expect(waitsBetween(times)).toEqual([1, 2, 5, 10, 10, 10])
  network.webSockets = 'opens'
  await pass(10_000)
  expect(synced).toHaveBeenCalledTimes(2)
})

test('a server that drops each connection at once is retried with growing waits', async () => {
  await openPage()
  for (let turn = 0; turn < 600; turn += 1) {
    network.drop()
    await pass(100)
  }
  const waits = waitsBetween(network.triedAtMs('websocket'))
  expect(waits.slice(0, 4).map(Math.floor)).toEqual([1, 2, 5, 10])
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
  expect(waits.length).toBeLessThan(10)
})

test('after three failed opens in a row a new token is fetched and used for the fourth', async () => {
  await openPage()
  await pass(15_000)
  network.webSockets = 'refused'
  network.drop()
  await pass(3_500)
  expect(network.tokenCalls).toHaveLength(2)
  await pass(5_500)
  expect(network.tokenCalls).toHaveLength(4)
  const before = network.tries.length
  await pass(10_000)
  expect(network.tries.slice(before).map(({ token }) => token)).toEqual(['token-3', 'token-4'])
})

test('a 401 for the token call signs the user out and stops all attempts', async () => {
  await openPage()
  network.webSockets = 'refused'
  network.tokenStatus = 401
  network.drop()
  await pass(9_000)
  expect(localStorage.getItem('token')).toBeNull()
  const tries = network.tries.length
  await pass(120_000)
  expect(network.tries).toHaveLength(tries)
  expect(network.tokenCalls.length).toBeLessThanOrEqual(4)
})

test('the token call is retried after 1, 2, 5, then 10 s', async () => {
  network.tokenStatus = 0
  await openPage()
  await pass(28_500)
  expect(waitsBetween(network.tokenCalls)).toEqual([1, 2, 5, 10, 10])
  network.tokenStatus = 200
  await pass(10_000)
  expect(network.open.size).toBe(2)
})

test('the token is renewed every 8 minutes, without a new connection', async () => {
  await openPage()
  await pass(24 * 60_000)
  expect(network.tokenCalls).toHaveLength(2 * 4)
  expect(network.tries).toHaveLength(2)
  network.drop()
  await pass(1_500)
  expect(network.tries.slice(2).map(({ token }) => token)).toEqual(['token-7', 'token-8'])
})

test('long-poll takes over if WebSocket is refused while tokens are issued', async () => {
  network.webSockets = 'refused'
  const { synced } = await openPage()
  await pass(6_000)
  expect(waitsBetween(network.triedAtMs('websocket'))).toEqual([1, 2])
  expect(network.triedAtMs('longpoll')).toHaveLength(2)
  expect(synced).toHaveBeenCalledOnce()
  await pass(120_000)
  expect(network.triedAtMs('websocket')).toHaveLength(6)
})

test.each(['swallowed', 'blocked'] as const)('long-poll takes over if WebSocket upgrades are %s', async (fate) => {
  network.webSockets = fate
  const { synced } = await openPage()
  await pass(36_000)
  expect(network.triedAtMs('websocket')).toHaveLength(6)
  expect(synced).toHaveBeenCalledOnce()
})

test('there is no long-poll while no token can be fetched', async () => {
  network.webSockets = 'refused'
  await openPage()
  network.tokenStatus = 0
  await pass(120_000)
  expect(network.triedAtMs('longpoll')).toEqual([])
})

test('once a WebSocket has opened, the page never uses long-poll', async () => {
  await openPage()
  network.webSockets = 'refused'
  network.drop()
  await pass(180_000)
  expect(network.triedAtMs('longpoll')).toEqual([])
  network.webSockets = 'opens'
  await pass(10_100)
  expect(network.open.size).toBe(2)
})

test('each refused long-poll fetches a new token, and the transports take turns with waits', async () => {
  network.webSockets = 'refused'
  network.longPolls = 'forbidden'
  await openPage()
  await pass(180_000)
  const waits = waitsBetween(network.tries.map(({ atMs }) => atMs))
  expect(waits.slice(5).filter((wait) => wait < 10)).toEqual([])
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
  const polls = network.tries.filter(({ transport }) => transport === 'longpoll').map(({ token }) => token)
  expect(polls.length).toBeGreaterThan(8)
  expect(new Set(polls).size).toBe(polls.length)
  network.longPolls = 'opens'
  await pass(60_000)
  expect(network.pushed).toContain('phx_join')
})

test('a refused long-poll signs the user out if the session has ended', async () => {
  network.webSockets = 'refused'
  await openPage()
  await pass(3_500)
  network.longPolls = 'forbidden'
  network.tokenStatus = 401
  await pass(30_000)
  expect(localStorage.getItem('token')).toBeNull()
})

test('a failed sync is retried with waits until it succeeds', async () => {
  let isBroken = true
  const { synced } = await openPage(() => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve()))
  await pass(8_500)
  expect(synced).toHaveBeenCalledTimes(4)
  isBroken = false
  await pass(60_000)
  expect(synced).toHaveBeenCalledTimes(5)
})

test('a refused join is retried after 1, 2, 5, then 10 s', async () => {
  network.replies['phx_join'] = () => REFUSED
  const { synced } = await openPage()
  await pass(19_000)
  expect(network.pushed.filter((event) => event === 'phx_join')).toHaveLength(5)
  expect(synced).not.toHaveBeenCalled()
})

test('closing realtime stops all attempts, and opening it again reconnects', async () => {
  const { synced } = await openPage()
  for (const end of close.splice(0)) end()
  await pass(120_000)
  expect(network.open.size).toBe(0)
  expect(network.tries).toHaveLength(2)
  expect(network.tokenCalls).toHaveLength(2)
  await openPage()
  expect(network.open.size).toBe(2)
  expect(synced).toHaveBeenCalledOnce()
})

test('the end of the session closes the sockets', async () => {
  await openPage()
  endSession()
  await pass(1_000)
  expect(network.open.size).toBe(0)
})

test('a device that wakes up keeps connections over which the server answers', async () => {
  const { synced } = await openPage()
  resumeRealtime()
  await pass(10_000)
  expect(network.triedAtMs('websocket')).toHaveLength(2)
  expect(synced).toHaveBeenCalledOnce()
})

test('a device that wakes up replaces dead connections within seconds, with a new token', async () => {
  const { synced } = await openPage()
  const { heartbeat, ...others } = network.replies
  network.replies = others
  resumeRealtime()
  await pass(2_000)
  network.replies = { ...others, ...(heartbeat && { heartbeat }) }
  await pass(1_500)
  expect(network.triedAtMs('websocket')).toHaveLength(4)
  expect(network.tries.at(-1)?.token).toMatch(/^token-[34]$/)
  expect(synced).toHaveBeenCalledTimes(2)
})

test('a device that wakes up reconnects without waiting for the next retry', async () => {
  const { synced } = await openPage()
  network.webSockets = 'refused'
  network.drop()
  await pass(20_000)
  network.webSockets = 'opens'
  const tries = network.triedAtMs('websocket').length
  resumeRealtime()
  await pass(500)
  expect(network.triedAtMs('websocket').length).toBe(tries + 2)
  expect(synced).toHaveBeenCalledTimes(2)
})

test('after a minute in the background dead connections are replaced within a second, with a new token', async () => {
  const { synced } = await openPage()
  network.cut()
  resumeRealtime(60_000)
  await pass(1_000)
  expect(network.tries.slice(2).map(({ token }) => token)).toEqual(['token-3', 'token-4'])
  expect(network.tokenCalls).toHaveLength(4)
  expect(synced).toHaveBeenCalledTimes(2)
})

test('a topic does not count as down while its connection is replaced after the background, unless that takes long', async () => {
  await openPage()
  const up = vi.fn()
  close.push(onTopicsUp(up))
  network.cut()
  resumeRealtime(60_000)
  await pass(10_000)
  expect(network.open.size).toBe(2)
  expect(up).not.toHaveBeenCalled()

  network.cut()
  network.webSockets = 'refused'
  resumeRealtime(60_000)
  await pass(3_000)
  network.webSockets = 'opens'
  await pass(10_000)
  expect(network.open.size).toBe(2)
  expect(up).toHaveBeenCalledOnce()
})

test('a slow connection is kept after a moment in the background', async () => {
  const { synced } = await openPage()
  network.replyMs = 1_500
  resumeRealtime(1_000)
  await pass(5_000)
  expect(network.triedAtMs('websocket')).toHaveLength(2)
  expect(synced).toHaveBeenCalledOnce()
})

test('a device that wakes up several times in a row replaces its connections once', async () => {
  const { synced } = await openPage()
  network.cut()
  for (let turn = 0; turn < 5; turn += 1) {
    resumeRealtime(60_000)
    await pass(100)
  }
  await pass(10_000)
  expect(network.triedAtMs('websocket')).toHaveLength(4)
  expect(synced).toHaveBeenCalledTimes(2)
})

test('no connection is opened for a visitor when the device wakes up', async () => {
  resumeRealtime()
  await pass(5_000)
  expect(network.tries).toEqual([])
})
