import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { allowOrigins, refuse, type ConnectInfo } from '../src/index.ts'
import { cleanUp, Harness } from './harness.ts'
import { RawTcp } from './raw-tcp.ts'

afterEach(cleanUp)

const bearer = (token: string) => `base64url.bearer.phx.${btoa(token).replaceAll('=', '')}`

test('bad credentials are refused with 403 before the upgrade', async () => {
  const harness = await Harness.start()
  expect((await harness.dial('vsn=2.0.0&token=nobody').refused).status).toBe(403)
  expect(harness.channels.socketCount).toBe(0)
})

test('connect can refuse with another status', async () => {
  const harness = await Harness.start({ endpoint: { connect: () => refuse(429) } })
  expect((await harness.dial().refused).status).toBe(429)
})

test('requests that are not admitted are refused before anything else, whatever they ask for', async () => {
  const harness = await Harness.start({ admits: ({ method }) => method === 'DELETE' })
  expect((await harness.dial().refused).status).toBe(429)
  expect((await harness.dial('vsn=garbage').refused).status).toBe(429)
  for (const method of ['GET', 'POST']) {
    expect(await harness.poll(method)).toMatchObject({ http: 200, body: { status: 500 } })
  }
  expect((await harness.poll('OPTIONS')).http).toBe(429)
  expect((await fetch(`http://${harness.host}/socket/websocket`)).status).toBe(429)
  expect((await harness.poll('DELETE')).http).toBe(400)
})

test('a connect that throws is a 500 and is reported', async () => {
  const harness = await Harness.start({ endpoint: { connect: () => Promise.reject(new Error('no database')) } })
  expect((await harness.dial().refused).status).toBe(500)
  expect((await harness.poll('GET')).body).toEqual({ status: 500 })
  expect(harness.errors.map(({ during }) => during)).toEqual(['/socket connect', '/socket connect'])
})

test.each(['', 'vsn=1.0.0', 'vsn=123.1.1', 'vsn=garbage', 'vsn=2', 'vsn=2.0.0&vsn=9.9.9'])(
  'version "%s" is refused with 403',
  async (query) => {
    const harness = await Harness.start()
    expect((await harness.dial(query).refused).status).toBe(403)
    expect((await harness.poll('GET', query)).body).toEqual({ status: 403 })
  },
)

test.each([
  ['https://app.example.com', 101],
  ['https://www.example.org', 101],
  ['capacitor://localhost', 101],
  ['https://evil.example', 403],
  ['https://example.org', 403],
  ['https://app.example.com.evil.example', 403],
  ['http://app.example.com', 403],
  ['null', 403],
  ['https://app.example.com/page', 403],
  ['https://someone@app.example.com', 403],
  ['not an origin', 403],
])('origin %s gets %i', async (origin, status) => {
  const checkOrigin = allowOrigins(['https://app.example.com', '//*.example.org', 'capacitor://localhost'])
  const harness = await Harness.start({ endpoint: { checkOrigin } })
  const dialled = harness.dial('vsn=2.0.0', { origin })
  if (status === 101) await dialled.opened
  else expect((await dialled.refused).status).toBe(status)
  const { body, headers } = await harness.poll('GET', 'vsn=2.0.0', { headers: { origin } })
  expect(body.status).toBe(status === 101 ? 410 : 403)
  expect(headers.get('access-control-allow-origin')).toBe(status === 101 ? origin : null)
})

test('by default clients without an Origin and pages of the same host may connect', async () => {
  const harness = await Harness.start()
  await harness.raw()
  await harness.raw('vsn=2.0.0', { origin: `http://${harness.host}` })
  expect((await harness.dial('vsn=2.0.0', { origin: 'http://127.0.0.1:1' }).refused).status).toBe(403)
})

test('the auth token is read from the subprotocols, and "phoenix" is selected', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw('vsn=2.0.0', {}, ['phoenix', bearer('bea~>>')])
  expect(raw.ws.protocol).toBe('phoenix')
  await raw.join('room:1')
  expect(harness.room.open[0]?.assigns).toEqual({ name: 'bea~>>' })
})

test('subprotocols without "phoenix" are refused with 403', async () => {
  const harness = await Harness.start()
  expect((await harness.dial('vsn=2.0.0', {}, ['mqtt']).refused).status).toBe(403)
})

test('a reconnecting client sends its newest token', async () => {
  const seen: (string | null)[] = []
  const harness = await Harness.start({
    endpoint: { connect: ({ authToken }) => (seen.push(authToken), { id: 'me', assigns: { name: 'me' } }) },
  })
  const tokens = ['first', 'second']
  const client = harness.client({ authToken: () => tokens.shift() })
  await new Promise<void>((resolve) => client.onOpen(() => resolve()))
  harness.endpoint.disconnect('me')
  await expect.poll(() => seen).toEqual(['first', 'second'])
})

test('a GET without upgrade headers gets 400 with a text, other methods 400 without', async () => {
  const harness = await Harness.start()
  const url = `http://${harness.host}/socket/websocket?vsn=2.0.0`
  const got = await fetch(url)
  expect([got.status, (await got.text()).length > 0]).toEqual([400, true])
  const posted = await fetch(url, { method: 'POST', body: 'x' })
  expect([posted.status, await posted.text()]).toEqual([400, ''])
})

test.each([
  ['POST', '/socket/websocket', 'websocket', 400],
  ['GET', '/socket/websocket', 'h2c', 400],
  ['GET', '/socket/longpoll', 'websocket', 400],
  ['GET', '/elsewhere/websocket', 'websocket', 404],
])('an upgrade by %s %s to %s gets %i', async (method, path, upgrade, status) => {
  const harness = await Harness.start()
  const headers = {
    connection: 'Upgrade',
    upgrade,
    'sec-websocket-version': '13',
    'sec-websocket-key': 'x3JJHMbDL1EzLkh9GBhXDw==',
  }
  const got = await new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port: harness.port, method, path: `${path}?vsn=2.0.0`, headers })
    req.on('response', (res) => resolve(res.statusCode)).on('error', reject)
    req.end()
  })
  expect(got).toBe(status)
})

test('a mount path can be nested, and the endpoints of a server are independent', async () => {
  const harness = await Harness.start({ mount: '/services/stats/socket' })
  const other = harness.channels.endpoint<null>('/services/gameplay/socket', {
    connect: () => ({ id: null, assigns: null }),
    channels: {},
  })
  const raw = await harness.raw()
  await raw.join('room:1')
  expect(other.broadcast('room:1', 'news', {})).toBe(0)
  expect(await raw.rest()).toEqual([])
})

test('connect gets the parameters, including nested ones, and the client address', async () => {
  const seen: ConnectInfo[] = []
  const harness = await Harness.start({
    addressOf: (req) => String(req.headers['x-forwarded-for']),
    endpoint: { connect: (info) => (seen.push(info), { id: null, assigns: { name: 'x' } }) },
  })
  await harness.raw('a=1&b[c][d]=2&__proto__[x]=3&vsn=2.0.0&', { headers: { 'x-forwarded-for': '10.0.0.7' } })
  expect(JSON.parse(JSON.stringify(seen[0]?.params))).toEqual(
    JSON.parse('{"a":"1","b":{"c":{"d":"2"}},"__proto__":{"x":"3"},"vsn":"2.0.0"}'),
  )
  expect(seen[0]).toMatchObject({ transport: 'websocket', authToken: null, remoteAddress: '10.0.0.7', origin: null })
  expect(({} as { x?: string }).x).toBeUndefined()
})

test('one socket too many of an id is refused with 429, on long-poll with 500, until one closes', async () => {
  const harness = await Harness.start({ limits: { maxSocketsPerId: 2 } })
  const first = await harness.raw()
  await harness.openPoll()
  expect((await harness.dial().refused).status).toBe(429)
  expect((await harness.poll('GET')).body).toEqual({ status: 500 })
  await harness.raw('vsn=2.0.0&token=berta')
  first.ws.close()
  await first.closed
  await expect.poll(() => harness.channels.socketCount).toBe(2)
  await harness.raw()
})

test('one socket too many from an address gets 429, one too many on the endpoint 503', async () => {
  const harness = await Harness.start({
    addressOf: (req) => String(req.headers['x-from']),
    limits: { maxSocketsPerAddress: 1, maxSockets: 2 },
  })
  const from = (address: string) => ({ headers: { 'x-from': address } })
  const first = await harness.raw('vsn=2.0.0', from('a'))
  expect((await harness.dial('vsn=2.0.0', from('a')).refused).status).toBe(429)
  await harness.raw('vsn=2.0.0', from('b'))
  expect((await harness.dial('vsn=2.0.0', from('c')).refused).status).toBe(503)
  first.ws.close()
  await expect.poll(() => harness.channels.socketCount).toBe(1)
  await harness.raw('vsn=2.0.0', from('a'))
})

test('a client that disconnects during connect leaves nothing behind', async () => {
  const waiting: (() => void)[] = []
  const harness = await Harness.start({
    endpoint: {
      connect: () => new Promise((resolve) => waiting.push(() => resolve({ id: null, assigns: { name: 'x' } }))),
    },
  })
  const dialled = harness.dial()
  await expect.poll(() => waiting).toHaveLength(1)
  dialled.ws.terminate()
  await dialled.closed
  waiting[0]?.()
  await expect.poll(() => harness.openConnections).toBe(0)
  expect(harness.channels.socketCount).toBe(0)
  expect(harness.errors).toEqual([])
})

test('a client that disconnects during connect can still be refused', async () => {
  const waiting: (() => void)[] = []
  const harness = await Harness.start({
    endpoint: { connect: () => new Promise((resolve) => waiting.push(() => resolve({ refused: 403 }))) },
  })
  const tcp = RawTcp.dial(harness.port)
  await expect.poll(() => waiting).toHaveLength(1)
  tcp.socket.resetAndDestroy()
  await tcp.closeCode()
  waiting[0]?.()
  await expect.poll(() => harness.openConnections).toBe(0)
  expect(harness.errors).toEqual([])
})

test('compression is never negotiated', async () => {
  const raw = await (await Harness.start()).raw('vsn=2.0.0', { perMessageDeflate: true })
  expect(raw.ws.extensions).toBe('')
})
