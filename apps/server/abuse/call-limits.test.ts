import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { type RawAnswer, requestHead, sendRaw } from '../src/testing/raw-http.ts'
import { listen } from '../src/testing/realtime-client.ts'

// A client tries to make more calls than the limit allows by spelling their path in another way, or by making requests
// that the limit doesn't count.

const CALLS_PER_MINUTE = 1_200
const REQUESTS_PER_MINUTE = 12_000
const CALL = '/services/gameplay/api/topic/random_list?count=1'
const CLOSE = { connection: 'close' }
const UPGRADE = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
}

/** The ways to write the path of a call that reach its route. */
const SPELLINGS = [
  CALL,
  CALL.replace('services', '%73ervices'),
  CALL.replace('/gameplay/', '/%67ameplay/'),
  `http://localhost${CALL}`,
  `HTTP://somewhere.example:80${CALL}`,
  `http://localhost${CALL.replace('services', '%73ervices')}`,
]

let app: TestApp
let http: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  app = await buildApp({ env: { TRUST_PROXY: '1' } })
  http = await listen(app)
})
afterAll(async () => {
  await http.close()
  await app.close()
})

/** Sends a request many times over one connection. */
function repeat(count: number, target: string, address: string): Promise<RawAnswer[]> {
  const head = requestHead(target, { address })
  return sendRaw(http.port, [...Array<string>(count - 1).fill(head), requestHead(target, { address, headers: CLOSE })])
}

function countByStatus(answers: readonly RawAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test.each(SPELLINGS)('%s is counted as a call', async (target) => {
  const address = `10.4.0.${SPELLINGS.indexOf(target)}`
  const answers = await repeat(CALLS_PER_MINUTE + 5, target, address)
  expect(countByStatus(answers)).toEqual({ 200: CALLS_PER_MINUTE, 429: 5 })
  expect(answers.at(-1)?.headers['retry-after']).toMatch(/^\d+$/)
  expect(JSON.parse(answers.at(-1)?.body ?? '')).toMatchObject({ code: 'rate_limited' })
})

test('all spellings share one count', async () => {
  const share = CALLS_PER_MINUTE / SPELLINGS.length
  for (const target of SPELLINGS) {
    expect(countByStatus(await repeat(share, target, '10.4.1.1'))).toEqual({ 200: share })
  }
  for (const target of SPELLINGS) expect(countByStatus(await repeat(1, target, '10.4.1.1'))).toEqual({ 429: 1 })
})

test('no spelling makes an answer cacheable, not even for a path that is not a call', async () => {
  const targets = [...SPELLINGS, '/%73ervices/user/api/nope', 'http://localhost/services/nope', '/services/%00', '/%']
  for (const target of targets) {
    const [answer] = await repeat(1, target, '10.4.2.1')
    expect(answer?.headers['cache-control'], target).toBe('no-store')
  }
})

test('addresses of one IPv6 /64 are one client, and a /48 may make ten times the calls of one', async () => {
  for (let network = 0; network < 10; network += 1) {
    const share = CALLS_PER_MINUTE / 2
    const first = await repeat(share, CALL, `2001:db8:4:${network}::1`)
    const second = await repeat(share + 1, CALL, `2001:db8:4:${network}:ffff::2`)
    expect(countByStatus([...first, ...second])).toEqual({ 200: CALLS_PER_MINUTE, 429: 1 })
  }
  expect(countByStatus(await repeat(1, CALL, '2001:db8:4:a::1'))).toEqual({ 429: 1 })
  expect(countByStatus(await repeat(1, CALL, '2001:db8:5:a::1'))).toEqual({ 200: 1 })
})

test('a second count covers everything from an address: refusals, files, upgrades and long-poll', async () => {
  const address = '10.4.3.1'
  const refused = requestHead('/services/user/api/sessions', { address })
  const missing = requestHead('/assets/nope.js', { address })
  const upgrade = '/services/gameplay/socket/websocket?vsn=2.0.0'
  const longPoll = '/services/gameplay/socket/longpoll?vsn=2.0.0'
  const others = [
    requestHead(longPoll, { address }),
    requestHead(longPoll, { address, method: 'OPTIONS' }),
    requestHead('/services/gameplay/socket/websocket', { address }),
  ]
  const fill = Array.from({ length: REQUESTS_PER_MINUTE - others.length - 1 }, (_, n) => (n % 2 ? refused : missing))
  // An upgrade that is refused ends its connection.
  const [first] = await sendRaw(http.port, [requestHead(upgrade, { address, headers: UPGRADE })])
  expect(first?.status).toBe(403)
  const heads = [...fill, ...others, requestHead('/healthz', { address, headers: CLOSE })]
  const answers = await sendRaw(http.port, heads)
  expect(countByStatus(answers.slice(0, fill.length))).toEqual({ 401: fill.length >> 1, 404: (fill.length + 1) >> 1 })
  expect(answers.slice(fill.length).map(({ status }) => status)).toEqual([200, 200, 400, 429])

  for (const target of [CALL, '/', '/services/user/api/sessions', '/healthz', '/%']) {
    const [answer] = await repeat(1, target, address)
    expect(answer, target).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  }
  expect(await sendRaw(http.port, [requestHead(upgrade, { address, headers: UPGRADE })])).toMatchObject([
    { status: 429 },
  ])
  expect(await sendRaw(http.port, [requestHead('/nowhere', { address, headers: UPGRADE })])).toMatchObject([
    { status: 429 },
  ])
  expect(countByStatus(await repeat(1, '/services/gameplay/socket/websocket', address))).toEqual({ 429: 1 })
  // The client of the Phoenix protocol hangs on any other HTTP status.
  const [polled] = await repeat(1, longPoll, address)
  expect(polled).toMatchObject({ status: 200, body: '{"status":500}' })
  expect(countByStatus(await repeat(1, CALL, '10.4.3.2'))).toEqual({ 200: 1 })
})
