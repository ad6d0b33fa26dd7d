import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { Player } from '../src/testing/play.ts'
import { listen } from '../src/testing/realtime-client.ts'

// An attacker opens sockets only to hold them.

const LIMITS = { maxSocketsPerAddress: 3, maxSocketsPerNetwork: 5 }

let app: TestApp
let http: Awaited<ReturnType<typeof listen>>
const sockets: WebSocket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await http.close()
  await app.close()
})

async function start(options: Parameters<typeof buildApp>[0]): Promise<(address: string) => WebSocket> {
  app = await buildApp({ env: { TRUST_PROXY: '1' }, ...options })
  http = await listen(app)
  const player = await Player.signIn(app, 'holder@example.com')
  const { body } = await app.call('GET', 'gameplay/api/token/generate', { token: player.token })
  const url = `ws://127.0.0.1:${http.port}/services/gameplay/socket/websocket?token=${body.token}&vsn=2.0.0`
  return (address) => {
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } })
    sockets.push(socket)
    return socket
  }
}

/** 101 once the socket is open, or the status with which it was refused. */
function outcomeOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0))
    socket.once('error', () => undefined)
  })
}

test('an address holds a limited number of sockets, and so does an IPv6 /48', async () => {
  const open = await start({ socketLimits: LIMITS })
  const outcomes: number[] = []
  const addresses = [
    '10.9.0.1',
    '10.9.0.1',
    '10.9.0.1',
    '10.9.0.1',
    '10.9.0.2',
    '2001:db8:9:1::1',
    '2001:db8:9:1:2::1',
    '2001:db8:9:1:3::1',
    '2001:db8:9:1:4::1',
    '2001:db8:9:2::1',
    '2001:db8:9:3::1',
    '2001:db8:9:4::1',
    '2001:db8:a:1::1',
  ]
  for (const address of addresses) outcomes.push(await outcomeOf(open(address)))
  expect(outcomes).toEqual([101, 101, 101, 429, 101, 101, 101, 101, 429, 101, 101, 429, 101])
})

test('a socket that has ended makes room for another', async () => {
  const open = await start({ socketLimits: { ...LIMITS, maxSocketsPerAddress: 1 } })
  const first = open('10.9.0.1')
  expect(await outcomeOf(first)).toBe(101)
  expect(await outcomeOf(open('10.9.0.1'))).toBe(429)
  first.close()
  await expect.poll(() => outcomeOf(open('10.9.0.1'))).toBe(101)
})

test('a socket that joins no channel is closed', async () => {
  const open = await start({ socketLimits: { joinWithinMs: 10, sweepMs: 10 } })
  const socket = open('10.9.0.1')
  const closed = new Promise((resolve) => void socket.once('close', (code, reason) => resolve([code, String(reason)])))
  expect(await closed).toEqual([1008, 'no channel joined'])
})
