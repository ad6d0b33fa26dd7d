import type { Server } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionLimits, createHttpServer, listen } from './http-server.ts'

const QUICK: ConnectionLimits = { headersMs: 100, requestMs: 200, checkEveryMs: 20, maxPerAddress: Infinity }
const WHOLE = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

let http: Server
let clients: Socket[] = []
afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  await new Promise((resolve) => void http.close(resolve))
})

async function start(limits: ConnectionLimits): Promise<number> {
  http = createHttpServer((request, response) => request.resume().on('end', () => response.end('done')), limits)
  return listen(http, { port: 0, host: '127.0.0.1', setting: 'PORT' })
}

/** Opens a connection and sends these bytes. */
async function open(port: number, bytes: string): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  clients.push(client)
  await new Promise((resolve) => client.once('connect', resolve))
  client.write(bytes)
  return client
}

/** All that the server sends until it closes the connection. */
function answerOf(client: Socket): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    client.on('data', (chunk) => (answer += chunk.toString()))
    client.on('close', () => resolve(answer))
  })
}

test.each([
  ['says nothing', ''],
  ['never ends its headers', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ['never ends its body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{'],
])('a client that %s is cut off with a 408', async (_, bytes) => {
  const answer = await answerOf(await open(await start(QUICK), bytes))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"bad_request"')
})

test('an IPv6 /48 has ten times the connections of an address', () => {
  http = createHttpServer(() => undefined, { ...QUICK, maxPerAddress: 1 })
  const accept = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    http.emit('connection', socket)
    return socket
  }
  const accepted = Array.from({ length: 10 }, (_, n) => accept(`2001:db8:1:${n}::1`))
  expect(accepted.map(({ destroyed }) => destroyed)).toEqual(Array(10).fill(false))
  expect(accept('2001:db8:1:1::2').destroyed).toBe(true)
  expect(accept('2001:db8:1:a::1').destroyed).toBe(true)
  expect(accept('2001:db8:2:a::1').destroyed).toBe(false)
})

test('connections beyond the limit of an address are closed, until others have ended', async () => {
  const port = await start({ ...QUICK, headersMs: 60_000, requestMs: 60_000, maxPerAddress: 3 })
  const kept = [await open(port, ''), await open(port, ''), await open(port, '')]
  expect(await answerOf(await open(port, WHOLE))).toBe('')
  const answers = kept.map(
    (client) => new Promise((resolve) => void client.once('data', (data) => resolve(data.toString()))),
  )
  for (const client of kept) client.write(WHOLE)
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  const [first] = kept
  first?.destroy()
  await expect
    .poll(async () => answerOf(await open(port, WHOLE.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))))
    .toMatch(/^HTTP\/1\.1 200 /)
})
