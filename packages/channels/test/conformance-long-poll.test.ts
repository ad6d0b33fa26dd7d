import { afterEach, expect, test } from 'vitest'
import { LongPoll } from 'phoenix'
import { defineChannel, ok } from '../src/index.ts'
import { signSessionToken } from '../src/long-poll-session.ts'
import { cleanUp, Harness, messagesIn, type Wire } from './harness.ts'
import type { User } from './room.ts'

afterEach(cleanUp)

const secret = 'a test secret'

/** A server with short windows and a manual sweep. */
function start(limits: object = {}, options: object = {}): Promise<Harness> {
  return Harness.start({
    ...options,
    limits: { longPollWindowMs: 50, foreignTokenWaitMs: 5, sweepMs: 60_000, ...limits },
  })
}

/** A session that has joined "room:1" and received the reply. */
async function joined(harness: Harness): Promise<string> {
  const session = await harness.openPoll()
  await harness.post(session, [['1', '1', 'room:1', 'phx_join', {}]])
  await harness.poll('GET', session)
  return session
}

/** The official client over long-poll. */
function longPollClient(harness: Harness, options: object = {}) {
  return harness.client({ transport: LongPoll, ...options })
}

const echo = (n: number): Wire => ['1', `${n}`, 'room:1', 'echo', { n }]

test('the first GET gets 410 and a token, POST 200, GET 200 and messages, all with HTTP 200', async () => {
  const harness = await start()
  const opened = await harness.poll('GET', 'vsn=2.0.0&')
  expect([opened.http, opened.body]).toEqual([200, { status: 410, token: expect.any(String), messages: [] }])
  const session = `vsn=2.0.0&token=${opened.body.token}`
  const posted = await harness.post(session, [['1', '1', 'room:1', 'phx_join', {}]])
  expect([posted.http, posted.body]).toEqual([200, { status: 200 }])
  const got = await harness.poll('GET', session)
  expect([got.http, got.body.status, got.body.token]).toEqual([200, 200, opened.body.token])
  expect(messagesIn(got)).toEqual([['1', '1', 'room:1', 'phx_reply', { status: 'ok', response: {} }]])
})

test('a GET without messages gets 204 after the window', async () => {
  const harness = await start({ longPollWindowMs: 5 })
  const session = await harness.openPoll()
  const { http, body } = await harness.poll('GET', session)
  expect([http, body.status, body.messages]).toEqual([200, 204, []])
})

test('a waiting GET is answered as soon as there is a message, with all messages of the same tick', async () => {
  const harness = await start({ longPollWindowMs: 60_000 })
  const session = await joined(harness)
  const hanging = harness.poll('GET', session)
  await harness.post(session, [['1', '2', 'room:1', 'shout', {}]])
  expect(messagesIn(await hanging).map(([, , , event]) => event)).toEqual(['shout', 'phx_reply'])
})

test('a batch is handled in order, its stale push dropped and its binary message decoded', async () => {
  const binary = defineChannel<User>({
    join: () => ok(),
    events: { echo: (payload) => ok({ ...payload }) },
    handleBinary: (event, data) => ok({ event, bytes: [...data] }),
  })
  const harness = await start({}, { endpoint: { channels: { 'room:*': binary } } })
  const session = await joined(harness)
  const frame = Buffer.from([0, 1, 1, 6, 4, ...Buffer.from('13room:1blob'), 7, 8])
  const stale: Wire = ['0', '9', 'room:1', 'echo', {}]
  await harness.post(session, [echo(2), stale, frame.toString('base64'), echo(4)])
  const replies = messagesIn(await harness.poll('GET', session))
  expect(replies.map(([, ref]) => ref)).toEqual(['2', '3', '4'])
  expect(replies[1]?.[4]).toEqual({ status: 'ok', response: { event: 'blob', bytes: [7, 8] } })
})

test('a body of any other content type is one text message', async () => {
  const harness = await start()
  const session = await joined(harness)
  const init = { headers: { 'content-type': 'application/json' } }
  expect((await harness.post(session, [echo(2)], init)).body).toEqual({ status: 200 })
  expect((await harness.post(session, [echo(3), echo(4)], init)).body).toEqual({ status: 410 })
})

test('of a batch of 101 lines the first 100 are handled', async () => {
  const harness = await start()
  const session = await joined(harness)
  const lines = Array.from({ length: 101 }, (_, index) => echo(index + 2))
  expect((await harness.post(session, lines)).body).toEqual({ status: 200 })
  const replies = messagesIn(await harness.poll('GET', session))
  expect(replies.map(([, ref]) => ref)).toEqual(lines.slice(0, 100).map(([, ref]) => ref))
})

test('150 pushes of the client in one tick are sent in two batches, in order', async () => {
  const harness = await start()
  const channel = longPollClient(harness).channel('room:1')
  await new Promise((resolve) => channel.join().receive('ok', resolve))
  const order: number[] = []
  const pushes = Array.from(
    { length: 150 },
    (_, n) =>
      new Promise<void>((resolve) =>
        channel.push('echo', { n }).receive('ok', () => {
          order.push(n)
          resolve()
        }),
      ),
  )
  await Promise.all(pushes)
  expect(order).toEqual(Array.from({ length: 150 }, (_, n) => n))
})

test('a session without a GET for too long ends and its channels terminate', async () => {
  const harness = await start({ longPollWindowMs: 10_000 })
  const session = await joined(harness)
  harness.nowMs += 14_000
  harness.channels.sweep()
  expect((await harness.post(session, [echo(2)])).body).toEqual({ status: 200 })
  harness.nowMs += 1_000
  harness.channels.sweep()
  expect((await harness.post(session, [echo(3)])).body).toEqual({ status: 410 })
  expect(harness.room.log).toContain('terminate room:1 disconnected')
  const { body } = await harness.poll('GET', session)
  expect(body.status).toBe(410)
  expect(session).not.toContain(body.token)
})

test('a waiting GET keeps its session alive', async () => {
  const harness = await start({ longPollWindowMs: 60_000 })
  const session = await joined(harness)
  const begun = harness.requests.begun
  const hanging = harness.poll('GET', session)
  await expect.poll(() => harness.requests.begun).toBe(begun + 1)
  harness.nowMs += 200_000
  harness.channels.sweep()
  await harness.post(session, [echo(2)])
  expect((await hanging).body.status).toBe(200)
})

test('a handler that takes longer than the window gets 408', async () => {
  const harness = await start({ longPollWindowMs: 20 })
  const session = await joined(harness)
  expect((await harness.post(session, [['1', '2', 'room:1', 'wait', {}]])).body).toEqual({ status: 408 })
  harness.room.release()
  expect((await harness.poll('GET', session)).body.status).toBe(200)
})

test('a refused connect is 403, after which the client can disconnect', async () => {
  const harness = await start()
  expect((await harness.poll('GET', 'vsn=2.0.0&token=nobody')).body).toEqual({ status: 403 })
  const client = longPollClient(harness, { params: { token: 'nobody' }, reconnectAfterMs: () => 60_000 })
  const errors: unknown[] = []
  client.onError((cause) => void errors.push(cause))
  const closed = await new Promise<{ code: number }>((resolve) => client.onClose(resolve))
  expect([errors, closed.code]).toEqual([[403], 1008])
})

test('the session token is read from the header, or else from the query', async () => {
  const harness = await start({ longPollWindowMs: 5 })
  const token = (await harness.poll('GET')).body.token ?? ''
  const headers = { 'x-phoenix-longpoll-token': token }
  expect((await harness.poll('GET', `vsn=2.0.0&token=${token}`)).body.status).toBe(204)
  expect((await harness.poll('GET', 'vsn=2.0.0', { headers })).body.status).toBe(204)
  expect((await harness.poll('GET', 'vsn=2.0.0&token=stale', { headers })).body.status).toBe(204)
  expect(
    (await harness.poll('POST', 'vsn=2.0.0&token=stale', { headers, body: JSON.stringify(echo(1)) })).body,
  ).toEqual({
    status: 200,
  })
})

test('an auth parameter named token does not conflict with the session token', async () => {
  const names: unknown[] = []
  const connect = ({ params }: { params: Record<string, unknown> }) => {
    names.push(params['token'])
    return { id: null, assigns: { name: 'x' } }
  }
  const harness = await start({ longPollWindowMs: 5 }, { endpoint: { connect } })
  const token = (await harness.poll('GET', 'token=auth&vsn=2.0.0&')).body.token ?? ''
  expect((await harness.poll('GET', `token=auth&vsn=2.0.0&token=${token}`)).body.status).toBe(204)
  harness.nowMs += 1_000_000
  harness.channels.sweep()
  expect((await harness.poll('GET', `token=auth&vsn=2.0.0&token=${token}`)).body.status).toBe(410)
  await harness.poll('GET', `vsn=2.0.0&token=${token}`)
  expect(names).toEqual(['auth', 'auth', undefined])
})

test('the client connects over long-poll with a parameter named token', async () => {
  const harness = await start()
  const channel = longPollClient(harness, { params: { token: 'berta' } }).channel('room:1')
  await new Promise((resolve) => channel.join().receive('ok', resolve))
  expect(harness.room.open[0]?.assigns).toEqual({ name: 'berta' })
})

test('responses are not cacheable and have the configured headers', async () => {
  const harness = await start({ longPollWindowMs: 5 }, { responseHeaders: { 'x-content-type-options': 'nosniff' } })
  const session = await harness.openPoll()
  const answers = [
    await harness.poll('GET', session),
    await harness.post(session, [echo(1)]),
    await harness.post('vsn=2.0.0', [echo(1)]),
    await harness.poll('GET', 'vsn=1.0.0'),
    await harness.poll('OPTIONS'),
    await harness.poll('PUT'),
  ]
  const { headers: ofUpgrade } = await harness.dial('vsn=1.0.0').refused
  expect(ofUpgrade['x-content-type-options']).toBe('nosniff')
  for (const { headers } of answers) {
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
  }
  expect(answers[0]?.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('after a server restart the client opens a new session and rejoins, without a retry loop', async () => {
  const requests: number[] = []
  const harness = await start({ longPollWindowMs: 60_000 })
  const client = longPollClient(harness)
  const codes: number[] = []
  client.onClose(({ code }) => void codes.push(code))
  const channel = client.channel('room:1')
  let joins = 0
  channel.join().receive('ok', () => void (joins += 1))
  await expect.poll(() => joins).toBe(1)
  // The first GET, the join, the GET that brings its reply, and one that waits.
  await expect.poll(() => harness.requests.begun).toBe(4)
  await harness.stop()
  const next = await Harness.start(
    {
      limits: { longPollWindowMs: 50, foreignTokenWaitMs: 5 },
      endpoint: { connect: () => (requests.push(1), { id: null, assigns: { name: 'x' } }) },
    },
    harness.port,
  )
  await expect.poll(() => joins).toBe(2)
  expect(next.endpoint.registry.count('room:1')).toBe(1)
  expect(requests).toHaveLength(1)
  expect(codes).toContain(3410)
})

test('a client whose WebSocket is refused falls back to long-poll and remembers it', async () => {
  const refuseWebSocket = ({ transport }: { transport: string }) =>
    transport === 'websocket' ? { refused: 403 as const } : { id: null, assigns: { name: 'x' } }
  const harness = await start({}, { endpoint: { connect: refuseWebSocket } })
  const stored: Record<string, string> = {}
  const sessionStorage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => (stored[key] = value),
  }
  const channel = harness.client({ longPollFallbackMs: 2_500, sessionStorage }).channel('room:1')
  await new Promise((resolve) => channel.join().receive('ok', resolve))
  expect(stored).toEqual({ 'phx:fallback:LongPoll': 'true' })
})

test('over long-poll the auth token is a header of the first GET', async () => {
  const harness = await start()
  const channel = longPollClient(harness, { authToken: 'berta' }).channel('room:1')
  await new Promise((resolve) => channel.join().receive('ok', resolve))
  expect(harness.room.open[0]?.assigns).toEqual({ name: 'berta' })
})

test('a client that gets 500 retries', async () => {
  let attempts = 0
  const connect = () => {
    attempts += 1
    if (attempts < 3) throw new Error('no database')
    return { id: null, assigns: { name: 'x' } }
  }
  const harness = await start({}, { endpoint: { connect } })
  const channel = longPollClient(harness).channel('room:1')
  await new Promise((resolve) => channel.join().receive('ok', resolve))
  expect(attempts).toBe(3)
})

test('a crash, a disconnect and a broadcast reach a long-poll client', async () => {
  const harness = await start({ longPollWindowMs: 5_000 })
  const client = longPollClient(harness)
  const channel = client.channel('room:1')
  let joins = 0
  channel.join().receive('ok', () => void (joins += 1))
  await expect.poll(() => joins).toBe(1)
  channel.push('crash', {})
  await expect.poll(() => joins).toBe(2)
  const news = new Promise((resolve) => channel.on('news', resolve))
  harness.endpoint.broadcast('room:1', 'news', { a: 1 })
  expect(await news).toEqual({ a: 1 })
  harness.endpoint.disconnect('user:anna')
  await expect.poll(() => joins).toBe(3)
})

test('disconnect answers the waiting GET with 410 immediately', async () => {
  const harness = await start({ longPollWindowMs: 60_000 })
  const session = await harness.openPoll()
  const hanging = harness.poll('GET', session)
  await expect.poll(() => harness.endpoint.disconnect('user:anna')).toBe(1)
  expect((await hanging).body.status).toBe(410)
})

test('drain ends long-poll sessions and answers their waiting GET immediately', async () => {
  const harness = await start({ longPollWindowMs: 60_000 })
  const session = await joined(harness)
  const begun = harness.requests.begun
  const hanging = harness.poll('GET', session)
  await expect.poll(() => harness.requests.begun).toBe(begun + 1)
  await harness.channels.drain()
  expect((await hanging).body.status).toBe(410)
  expect((await harness.post(session, [echo(1)])).body).toEqual({ status: 410 })
})

test('a preflight is answered for allowed origins', async () => {
  const harness = await start()
  const origin = `http://${harness.host}`
  const headers = { origin, 'access-control-request-headers': 'content-type,x-phoenix-authtoken' }
  const { http, headers: got } = await harness.poll('OPTIONS', 'vsn=2.0.0', { headers })
  expect(http).toBe(200)
  expect(got.get('access-control-allow-origin')).toBe(origin)
  expect(got.get('access-control-allow-headers')).toBe('content-type,x-phoenix-authtoken')
  expect(got.get('access-control-allow-methods')).toBe('get, post, options')
  expect(got.get('access-control-max-age')).toBe('3600')
})

/** A correctly signed token for a session that doesn't exist. */
function forge(claim: { nodeId?: string; issuedAtMs?: number; mount?: string }): string {
  const { nodeId = 'here', issuedAtMs = Date.now(), mount = '/socket' } = claim
  return signSessionToken(secret, mount, { nodeId, sessionId: 'gone', issuedAtMs })
}

test.each([
  ['forged', () => 'forged'],
  ['dead', () => forge({})],
  ['signed for another mount', () => forge({ mount: '/other' })],
  ['signed by someone else', () => signSessionToken('x', '/socket', { nodeId: 'here', sessionId: 'a', issuedAtMs: 0 })],
])('with a session token that is %s a GET opens a new session and a POST gets 410', async (_, token) => {
  const harness = await start({}, { nodeId: 'here' })
  const query = `vsn=2.0.0&token=anna&token=${token()}`
  expect((await harness.poll('GET', query)).body).toEqual({ status: 410, token: expect.any(String), messages: [] })
  expect((await harness.post(query, [echo(1)])).body).toEqual({ status: 410 })
})

test('a session with an expired token is not found', async () => {
  let epochMs = 0
  const harness = await start({ sessionTokenMaxAgeMs: 1_000, longPollWindowMs: 5 }, { epochMs: () => epochMs })
  const session = await harness.openPoll()
  epochMs = 999
  expect((await harness.poll('GET', session)).body.status).toBe(204)
  epochMs = 1_000
  expect((await harness.poll('GET', session)).body.status).toBe(410)
})

test('a request with a token of another node gets a delayed 410 without a new session', async () => {
  const harness = await start({}, { nodeId: 'here' })
  const query = `vsn=2.0.0&token=${forge({ nodeId: 'there' })}`
  expect((await harness.poll('GET', query)).body).toEqual({ status: 410 })
  expect((await harness.post(query, [echo(1)])).body).toEqual({ status: 410 })
  expect(harness.channels.socketCount).toBe(0)
})

test.each([
  ['a line that is no base64', 'no base64!'],
  ['a JSON object', '{}'],
  ['a message of four elements', '["1","2","room:1","echo"]'],
  ['a line over the frame limit', `["1","2","room:1","echo",{"a":"${'x'.repeat(9_000)}"}]`],
  ['binary where no channel takes it', 'AAEBBgQ='],
])('%s ends the session: POST 410, GET 410, other sockets unaffected', async (_, line) => {
  const harness = await start({ maxFrameBytes: 8_192 })
  const [session, other] = [await joined(harness), await joined(harness)]
  expect((await harness.post(session, [echo(2), line, echo(3)])).body).toEqual({ status: 410 })
  expect((await harness.poll('GET', session)).body.status).toBe(410)
  expect(harness.room.log).toContain('terminate room:1 disconnected')
  expect((await harness.post(other, [echo(2)])).body).toEqual({ status: 200 })
})

test('one message over the rate limit ends the session', async () => {
  const harness = await start({ maxMessages: 100, rateWindowMs: 20_000 })
  const session = await harness.openPoll()
  const lines = Array.from({ length: 100 }, (_, n) => echo(n))
  expect((await harness.post(session, lines)).body).toEqual({ status: 200 })
  expect((await harness.post(session, [echo(1)])).body).toEqual({ status: 410 })
  expect((await harness.poll('GET', session)).body.status).toBe(410)
})

test('a body over 64 KiB gets HTTP 413, with or without a content-length', async () => {
  const harness = await start()
  const session = await joined(harness)
  expect((await harness.post(session, ['x'.repeat(2 * 1024 * 1024)])).http).toBe(413)
  const stream = new Blob(['x'.repeat(65_537)]).stream()
  const init = { body: stream, duplex: 'half', headers: { 'content-type': 'application/x-ndjson' } } as RequestInit
  expect((await harness.poll('POST', session, init)).http).toBe(413)
  expect((await harness.post(session, [echo(2)])).body).toEqual({ status: 200 })
})

test('of two concurrent GETs the first gets 204 and the second gets the messages', async () => {
  const harness = await start({ longPollWindowMs: 300 })
  const session = await joined(harness)
  const pollTwice = async () => {
    const { begun } = harness.requests
    const first = harness.poll('GET', session)
    await expect.poll(() => harness.requests.begun).toBe(begun + 1)
    const second = harness.poll('GET', session)
    await expect.poll(() => harness.requests.begun).toBe(begun + 2)
    harness.endpoint.broadcast('room:1', 'news', {})
    return { first, status: (await second).body.status }
  }
  let { first, status } = await pollTwice()
  while (status === 204) {
    // On a machine that stalled, both windows ended before there was a message.
    await harness.poll('GET', session)
    ;({ first, status } = await pollTwice())
  }
  expect(status).toBe(200)
  // Later messages wait for the next GET: the first one only waits out its window.
  harness.endpoint.broadcast('room:1', 'more', {})
  expect((await first).body.status).toBe(204)
  expect(messagesIn(await harness.poll('GET', session))[0]?.[3]).toBe('more')
})

test('a third concurrent GET ends the first', async () => {
  const harness = await start({ longPollWindowMs: 60_000 })
  const session = await joined(harness)
  const first = harness.poll('GET', session)
  const others = [harness.poll('GET', session), harness.poll('GET', session)]
  await Promise.race([first, ...others])
  harness.endpoint.disconnect('user:anna')
  const statuses = (await Promise.all([first, ...others])).map(({ body }) => Number(body.status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 410, 410])
})

test('an unsupported method gets HTTP 400', async () => {
  const harness = await start()
  for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await harness.poll(method)).http).toBe(400)
})

test('a client that does not poll loses superseded messages, then its session', async () => {
  const harness = await start({ maxQueuedBytes: 1_000, slowConsumerMs: 10_000, longPollWindowMs: 60_000 })
  const session = await joined(harness)
  for (let n = 1; n <= 50; n += 1) {
    harness.endpoint.broadcast('room:1', 'snapshot', { n, text: 'x'.repeat(100) }, { supersedes: 'snapshot' })
  }
  const messages = messagesIn(await harness.poll('GET', session))
  expect(messages.map(([, , , , payload]) => (payload as { n: number }).n)).toEqual([50])
  for (let n = 1; n <= 10; n += 1) harness.endpoint.broadcast('room:1', 'fact', { text: 'x'.repeat(100) })
  harness.channels.sweep()
  expect(harness.channels.socketCount).toBe(1)
  harness.nowMs += 10_000
  harness.channels.sweep()
  expect((await harness.post(session, [echo(1)])).body).toEqual({ status: 410 })
})

test('a client that aborts its GET misses no later messages', async () => {
  const harness = await start({ longPollWindowMs: 5_000 })
  const session = await joined(harness)
  const begun = harness.requests.begun
  const abort = new AbortController()
  const hanging = harness.poll('GET', session, { signal: abort.signal })
  await expect.poll(() => harness.requests.begun).toBe(begun + 1)
  abort.abort()
  await expect(hanging).rejects.toThrow()
  await expect.poll(() => harness.requests.aborted).toBe(1)
  harness.endpoint.broadcast('room:1', 'news', {})
  expect(messagesIn(await harness.poll('GET', session))[0]?.[3]).toBe('news')
})

test('binary messages are not sent to long-poll clients', async () => {
  const harness = await start()
  const session = await joined(harness)
  harness.endpoint.broadcast('room:1', 'blob', Buffer.from([1]))
  harness.endpoint.broadcast('room:1', 'text', {})
  expect(messagesIn(await harness.poll('GET', session)).map(([, , , event]) => event)).toEqual(['text'])
})
