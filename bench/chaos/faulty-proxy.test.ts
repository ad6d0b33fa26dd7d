import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FaultyProxy } from './faulty-proxy.ts'

const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 60_000 })

let server: Server
let proxy: FaultyProxy
/** What the server has received. */
let received: string
const clients: Socket[] = []

beforeEach(async () => {
  received = ''
  // Echoes what it receives, in capitals.
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      received += data.toString()
      socket.write(data.toString().toUpperCase())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await FaultyProxy.start(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await proxy.stop()
  server.close()
})

/** A connection through the proxy, with the answers it has received and whether it has ended. */
function openClient(): { write(text: string): void; answers(): string; hasEnded(): boolean } {
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  clients.push(client)
  let answers = ''
  let hasEnded = false
  client.on('error', () => undefined)
  client.on('close', () => {
    hasEnded = true
  })
  client.on('data', (data) => {
    answers += data.toString()
  })
  return { write: (text) => void client.write(text), answers: () => answers, hasEnded: () => hasEnded }
}

test('an open proxy forwards both ways, and a slow one in order', async () => {
  const client = openClient()
  client.write('a')
  await until(() => client.answers() === 'A')
  await proxy.set(20)
  for (const letter of 'bcde') client.write(letter)
  await proxy.set('open')
  client.write('f')
  await until(() => client.answers() === 'ABCDEF')
})

test('a cut proxy resets connections and refuses new ones, until it is open again', async () => {
  const before = openClient()
  before.write('a')
  await until(() => before.answers() === 'A')
  await proxy.set('cut')
  await until(() => before.hasEnded())
  const meanwhile = openClient()
  await until(() => meanwhile.hasEnded())
  await proxy.set('open')
  const after = openClient()
  after.write('b')
  await until(() => after.answers() === 'B')
})

test('data sent through a silent proxy arrives once it is open again', async () => {
  const client = openClient()
  client.write('a')
  await until(() => client.answers() === 'A')
  await proxy.set('silent')
  client.write('b')
  const other = openClient()
  other.write('c')
  expect(received).toBe('a')
  await proxy.set('open')
  await until(() => client.answers() === 'AB' && other.answers() === 'C')
})

test('through a half-open proxy requests arrive, and their answers are lost with the connection', async () => {
  await proxy.set('half_open')
  const client = openClient()
  client.write('a')
  await until(() => received === 'a')
  await proxy.set('open')
  await until(() => client.hasEnded())
  expect(client.answers()).toBe('')
})

test('a retargeted proxy resets its connections', async () => {
  const other = createServer((socket) => void socket.end('other'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const before = openClient()
  before.write('a')
  await until(() => before.answers() === 'A')
  proxy.retarget(`tcp://127.0.0.1:${(other.address() as AddressInfo).port}`)
  await until(() => before.hasEnded())
  const after = openClient()
  await until(() => after.answers() === 'other')
  other.close()
})
