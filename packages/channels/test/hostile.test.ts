import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineChannel, ok } from '../src/index.ts'
import { cleanUp, Harness, type RawSocket } from './harness.ts'
import { maskedFrame, RawTcp } from './raw-tcp.ts'
import type { User } from './room.ts'

/** The seed is fixed, so that a run fails because of a change and not by chance. */
const SEED = 20_250_331

let harness: Harness
let bystander: RawSocket

const blobs = defineChannel<User>({ join: () => ok(), handleBinary: (_event, data) => ok(data) })

beforeAll(async () => {
  harness = await Harness.start({ limits: { maxFrameBytes: 8_192, maxSocketsPerId: Infinity } })
  harness.channels.endpoint<User>('/binary', {
    connect: () => ({ id: null, assigns: { name: 'b' } }),
    channels: { 'room:*': blobs },
  })
  bystander = await harness.raw()
  await bystander.join('room:bystander')
})
afterAll(cleanUp)

/** Checks that other clients still get their messages and that the application reported no error. */
async function expectUnharmed(): Promise<void> {
  expect(await bystander.rest()).toEqual([])
  expect((await bystander.ask(['1', '2', 'room:bystander', 'echo', { a: 1 }]))[4]).toMatchObject({ status: 'ok' })
  expect(harness.errors).toEqual([])
}

const text = (body: string) => maskedFrame(0x81, Buffer.from(body))

test.each([
  ['an unmasked frame', Buffer.from([0x81, 0x02, 0x68, 0x69]), 1002],
  ['a reserved bit', maskedFrame(0xc1, Buffer.from('[]')), 1002],
  ['a reserved opcode', maskedFrame(0x83, Buffer.from('[]')), 1002],
  ['a ping over 125 bytes', maskedFrame(0x89, Buffer.alloc(126)), 1002],
  ['a continuation of nothing', maskedFrame(0x80, Buffer.from('[]')), 1002],
  ['a declared 200 MiB', Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x0c, 0x80, 0, 0, 1, 2, 3, 4]), 1009],
  ['a declared 2^63 bytes', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]), 1009],
  ['a close with a code of its own', maskedFrame(0x88, Buffer.from([0x0f, 0xa1])), 4001],
  ['a close with a code that does not exist', maskedFrame(0x88, Buffer.from([0, 1])), 1002],
])('%s closes that connection only', async (_, bytes, code) => {
  const tcp = await RawTcp.upgrade(harness.port)
  tcp.write(bytes)
  tcp.socket.on('data', () => undefined)
  expect(await Promise.race([tcp.closeCode(), closeAfterServer(tcp)])).toBe(code)
  await expectUnharmed()
})

/** Closes a raw connection once it has the server's close frame, as `ws` does by itself. */
async function closeAfterServer(tcp: RawTcp): Promise<number> {
  await new Promise((resolve) => tcp.socket.once('data', resolve))
  tcp.socket.end()
  return tcp.closeCode()
}

test('a message sent byte by byte arrives, and one that never ends times out', async () => {
  const tcp = await RawTcp.upgrade(harness.port)
  for (const byte of text('[null,"1","phoenix","heartbeat",{}]')) tcp.write(Uint8Array.of(byte))
  await new Promise((resolve) => tcp.socket.once('data', resolve))
  tcp.write(text('[null,"1"').subarray(0, 8))
  await bystander.rest()
  harness.nowMs += 60_000
  await bystander.rest()
  harness.nowMs += 60_000
  await bystander.rest()
  harness.channels.sweep()
  expect(await closeAfterServer(tcp)).toBe(1002)
  await expectUnharmed()
})

test('a connection that closes at any byte leaves nothing behind', async () => {
  const before = harness.channels.socketCount
  const join = text('["1","1","room:1","phx_join",{}]')
  for (let length = 0; length <= join.length; length += 7) {
    const tcp = await RawTcp.upgrade(harness.port)
    tcp.write(join.subarray(0, length))
    tcp.socket.resetAndDestroy()
  }
  await expect.poll(() => harness.channels.socketCount).toBe(before)
  expect(harness.endpoint.registry.count('room:1')).toBe(0)
  await expectUnharmed()
})

test('unusual topics get an error, and the socket stays open', async () => {
  const raw = await harness.raw()
  const topics = [
    'secret',
    'room',
    'ROOM:1',
    ' room:1',
    '__proto__',
    'constructor',
    '',
    '*',
    'x'.repeat(5_000),
    5,
    null,
    {},
    [[]],
  ]
  for (const topic of topics) {
    const [joinRef, ref, echoed, event, reply] = await raw.ask(['1', '2', topic, 'phx_join', {}])
    expect([joinRef, ref, echoed, event]).toEqual([null, '2', topic, 'phx_reply'])
    expect(reply).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
  }
  for (const topic of ['room:', 'room:*', 'room:1 ', 'room:__proto__', 'room:\u0000']) {
    expect((await raw.join(topic))[4]).toMatchObject({ status: 'ok' })
  }
})

const anyRef = fc.oneof(fc.constantFrom('1', '2', null), fc.string(), fc.integer(), fc.jsonValue())
const anyTopic = fc.oneof(
  fc.constantFrom('room:1', 'room:2', 'room:secret', 'phoenix', 'nope'),
  fc.string(),
  fc.jsonValue(),
)
const events = [
  'phx_join',
  'phx_leave',
  'phx_close',
  'phx_reply',
  'heartbeat',
  'echo',
  'refuse',
  'silence',
  'stop',
  'shout',
]
const anyEvent = fc.oneof(fc.constantFrom(...events), fc.string(), fc.jsonValue())
const anyPayload = fc.oneof(fc.constant({}), fc.jsonValue())
const anyMessage = fc.tuple(anyRef, anyRef, anyTopic, anyEvent, anyPayload).map((message) => JSON.stringify(message))
const anyText = fc.oneof({ weight: 5, arbitrary: anyMessage }, { weight: 1, arbitrary: fc.json() }, fc.string())
const anyBytes = fc.uint8Array({ maxLength: 300 })
const anyFrame = fc.oneof(
  { weight: 4, arbitrary: anyText.map((body) => text(body.slice(0, 8_000))) },
  anyBytes.map((bytes) => maskedFrame(0x82, bytes)),
  fc.tuple(fc.nat(255), anyBytes).map(([firstByte, bytes]) => maskedFrame(firstByte, bytes)),
  anyBytes.map((bytes) => Buffer.from(bytes)),
)

test.each(['/socket', '/binary'])('no sequence of frames on %s harms the process or another socket', async (mount) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 20 }), async (frames) => {
      const tcp = await RawTcp.upgrade(harness.port, `${mount}/websocket?vsn=2.0.0`)
      for (const frame of frames) tcp.write(frame)
      tcp.socket.end()
      await tcp.closeCode()
      await expectUnharmed()
    }),
    { numRuns: 150, seed: SEED },
  )
  await expect.poll(() => harness.channels.socketCount).toBe(1 + 1)
})

test('no long-poll body affects the process or another socket', async () => {
  const anyBody = fc.oneof(
    fc.array(anyText, { maxLength: 20 }).map((lines) => lines.join('\n')),
    fc.string(),
  )
  const anyType = fc.constantFrom('application/x-ndjson', 'application/json', 'text/plain; charset=x')
  await fc.assert(
    fc.asyncProperty(anyBody, anyType, async (body, type) => {
      const session = await harness.openPoll()
      const { http, body: answer } = await harness.poll('POST', session, { body, headers: { 'content-type': type } })
      expect([200, 413]).toContain(http)
      expect([200, 410, 413]).toContain(answer.status)
      const got = await harness.poll('GET', `${session}x`)
      expect(got.body.status).toBe(410)
      await expectUnharmed()
    }),
    { numRuns: 100, seed: SEED },
  )
})

test('no query string affects the process', async () => {
  // Every character that a query may contain; fc.webQueryParameters() takes 4 s to set up.
  const unit = fc.constantFrom(...Array.from("abzAZ019-._~!$&'()*+,;=:@/?[]%"), '%20', '%F0%9F%90%B3')
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string({ unit }), async (junk, query) => {
      const { body } = await harness.poll('GET', `${query}&${encodeURI(junk.toWellFormed())}&vsn=2.0.0`)
      expect([403, 410]).toContain(body.status)
    }),
    { numRuns: 100, seed: SEED },
  )
  await expectUnharmed()
})
