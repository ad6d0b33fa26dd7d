import { afterEach, expect, test } from 'vitest'
import { defineChannel, JsonText, ok } from '../src/index.ts'
import { cleanUp, Harness, type RawSocket } from './harness.ts'
import { RawTcp } from './raw-tcp.ts'
import type { User } from './room.ts'

afterEach(cleanUp)

async function joined(harness: Harness): Promise<RawSocket> {
  const raw = await harness.raw()
  await raw.join('room:1')
  return raw
}

/** Another client of the same server, which must not be affected. */
async function expectUntouched(raw: RawSocket): Promise<void> {
  expect(await raw.rest()).toEqual([])
}

test('an idle WebSocket is closed with 1002 and its channels terminate', async () => {
  const harness = await Harness.start({ limits: { idleMs: 90_000 } })
  const raw = await joined(harness)
  harness.nowMs += 60_000
  await raw.rest()
  harness.nowMs += 89_999
  harness.channels.sweep()
  await expectUntouched(raw)
  harness.nowMs += 90_000
  harness.channels.sweep()
  expect(await raw.closed).toBe(1002)
  expect(harness.room.log).toContain('terminate room:1 disconnected')
})

test('a ping resets the idle timeout', async () => {
  const harness = await Harness.start()
  const raw = await joined(harness)
  harness.nowMs += 89_000
  raw.ws.ping()
  await new Promise((resolve) => raw.ws.once('pong', resolve))
  harness.nowMs += 89_000
  harness.channels.sweep()
  await expectUntouched(raw)
})

test('when the client closes, its channels terminate and leave their topics', async () => {
  const harness = await Harness.start()
  const raw = await joined(harness)
  raw.ws.close(1000)
  await expect.poll(() => harness.room.log).toContain('terminate room:1 disconnected')
  expect(harness.endpoint.broadcast('room:1', 'news', {})).toBe(0)
  expect(harness.channels.socketCount).toBe(0)
})

test('disconnect closes all sockets of the id with 1001, and no others', async () => {
  const harness = await Harness.start()
  const [first, second] = [await joined(harness), await joined(harness)]
  const other = await harness.raw('vsn=2.0.0&token=berta')
  expect(harness.channels.disconnect('user:anna')).toBe(2)
  expect([await first.closed, await second.closed]).toEqual([1001, 1001])
  await expectUntouched(other)
})

test('disconnect can filter the sockets of an id', async () => {
  const harness = await Harness.start({
    endpoint: { connect: ({ params }) => ({ id: 'anna', assigns: { name: params['a'] === '1' ? '1' : '2' } }) },
  })
  const [first, second] = [await harness.raw('vsn=2.0.0&a=1'), await harness.raw('vsn=2.0.0&a=2')]
  expect(harness.endpoint.disconnect('anna', ({ name }) => name === '1')).toBe(1)
  expect(await first.closed).toBe(1001)
  await expectUntouched(second)
})

test('disconnected clients reconnect and rejoin', async () => {
  const harness = await Harness.start()
  const joins = [0, 0]
  for (const index of [0, 1]) {
    const push = harness.client().channel('room:1').join()
    push.receive('ok', () => void (joins[index] = (joins[index] ?? 0) + 1))
  }
  await expect.poll(() => joins).toEqual([1, 1])
  harness.endpoint.disconnect('user:anna')
  await expect.poll(() => joins).toEqual([2, 2])
})

test('drain closes all sockets with 1012, refuses new ones, and resolves when all are closed', async () => {
  const harness = await Harness.start()
  const [first, second] = [await joined(harness), await harness.raw()]
  const drained = harness.channels.drain({ batchSize: 1, batchEveryMs: 1 })
  expect([await first.closed, await second.closed]).toEqual([1012, 1012])
  await drained
  expect(harness.channels.socketCount).toBe(0)
  expect((await harness.dial().refused).status).toBe(503)
  expect((await harness.poll('GET')).body).toEqual({ status: 500 })
})

test('restartSockets closes all sockets with 1012 in batches and accepts new ones', async () => {
  const harness = await Harness.start()
  const [first, second] = [await joined(harness), await harness.raw()]
  await harness.channels.restartSockets({ batchSize: 1, batchEveryMs: 1 })
  expect([await first.closed, await second.closed]).toEqual([1012, 1012])
  await joined(harness)
  expect(harness.endpoint.registry.count('room:1')).toBe(1)
})

test('drain destroys a connection that does not answer the close frame', async () => {
  const harness = await Harness.start({ limits: { closeHandshakeMs: 60_000 } })
  const tcp = await RawTcp.upgrade(harness.port)
  await harness.channels.drain({ timeoutMs: 20 })
  expect(await tcp.closeCode()).toBe(1012)
})

test('after a server restart the client reconnects and rejoins', async () => {
  const harness = await Harness.start()
  const channel = harness.client().channel('room:1')
  let joins = 0
  channel.join().receive('ok', () => void (joins += 1))
  await expect.poll(() => joins).toBe(1)
  await harness.stop()
  const next = await Harness.start({}, harness.port)
  await expect.poll(() => joins).toBe(2)
  expect(next.endpoint.registry.count('room:1')).toBe(1)
})

test.each(['hello', '{}', '[]', '[1,2]', '["1","2","room:1","echo"]', '', '"text"', 'null', '[{},{},"a","b",{}]'])(
  'malformed text %j closes that socket with 1011',
  async (text) => {
    const harness = await Harness.start()
    const [raw, bystander] = [await joined(harness), await joined(harness)]
    raw.send(text)
    expect(await raw.closed).toBe(1011)
    await expectUntouched(bystander)
    expect(harness.room.log.filter((line) => line.startsWith('terminate'))).toHaveLength(1)
  },
)

test.each([
  ['[', ']'],
  ['["1","1",', ',"e",{}]'],
  ['["1","1",', ',"phx_join",{}]'],
  ['["1","1","room:1","phx_join",{"data":', '}]'],
])('JSON nested 50,000 deep in %s…%s affects no other socket', async (start, end) => {
  const harness = await Harness.start({ limits: { maxFrameBytes: 1_000_000 } })
  const [raw, bystander] = [await harness.raw(), await joined(harness)]
  raw.send(`${start}${'['.repeat(50_000)}${']'.repeat(50_000)}${end}`)
  await Promise.race([raw.closed, raw.next()])
  await expectUntouched(bystander)
})

test('invalid UTF-8 closes with 1007', async () => {
  const raw = await (await Harness.start()).raw()
  raw.ws.send(Buffer.from([0xff, 0xfe]), { binary: false })
  expect(await raw.closed).toBe(1007)
})

test('a WebSocket ping gets a pong with the same payload', async () => {
  const raw = await (await Harness.start()).raw()
  for (const payload of ['', 'are you there']) {
    raw.ws.ping(payload)
    expect(String(await new Promise((resolve) => raw.ws.once('pong', resolve)))).toBe(payload)
  }
})

test('a message over the size limit closes with 1009, one of exactly the limit is accepted', async () => {
  const harness = await Harness.start({ limits: { maxFrameBytes: 8192 } })
  const [raw, bystander] = [await joined(harness), await joined(harness)]
  const [head, tail] = ['["1","2","room:1","echo",{"a":"', '"}]']
  raw.send(head + 'x'.repeat(8192 - head.length - tail.length) + tail)
  expect((await raw.next())[4]).toMatchObject({ status: 'ok' })
  raw.send(head + 'x'.repeat(8193 - head.length - tail.length) + tail)
  expect(await raw.closed).toBe(1009)
  await expectUntouched(bystander)
})

test.each(['x', ''])('endless fragments of %j close with 1009', async (fragment) => {
  const raw = await (await Harness.start()).raw()
  for (let count = 0; count < 10_000; count += 1) raw.ws.send(fragment, { fin: false })
  expect(await raw.closed).toBe(1009)
})

test('a binary frame closes with 1003 if no channel handles binary', async () => {
  const raw = await joined(await Harness.start())
  raw.send(Buffer.from([0, 1, 1, 6, 4]))
  expect(await raw.closed).toBe(1003)
})

test('a broadcast of JsonText arrives like the same object', async () => {
  const harness = await Harness.start()
  const raw = await joined(harness)
  const payload = { text: 'a "quoted" \n line ✓', list: [1, null] }
  harness.endpoint.broadcast('room:1', 'news', payload)
  harness.endpoint.broadcast('room:1', 'news', new JsonText(JSON.stringify(payload)))
  const asObject = await raw.next()
  expect(asObject).toEqual([null, null, 'room:1', 'news', payload])
  expect(await raw.next()).toEqual(asObject)
})

const blobs = defineChannel<User>({
  join: () => ok(),
  handleBinary(event, data, channel) {
    if (event === 'too_long') channel.push('x'.repeat(256), data)
    if (event === 'push') channel.push('pushed', data)
    if (event === 'shout') channel.broadcast('shout', data)
    return ok(data)
  },
})

function binaryPush(event: string, data: readonly number[], joinRef = '1'): Buffer {
  const fields = [joinRef, '2', 'room:1', event]
  return Buffer.from([0, ...fields.map((field) => field.length), ...Buffer.from(fields.join('')), ...data])
}

test('binary pushes, replies and broadcasts have the layout of the protocol', async () => {
  const raw = await joined(await Harness.start({ endpoint: { channels: { 'room:*': blobs } } }))
  raw.send(binaryPush('echo', [1, 2, 3]))
  expect(await raw.nextFrame()).toEqual(
    Buffer.from('\u0001\u0001\u0001\u0006\u000212room:1ok\u0001\u0002\u0003', 'latin1'),
  )
  raw.send(binaryPush('push', [9]))
  expect(await raw.nextFrame()).toEqual(Buffer.from('\u0000\u0001\u0006\u00061room:1pushed\u0009', 'latin1'))
  await raw.nextFrame()
  raw.send(binaryPush('shout', []))
  expect(await raw.nextFrame()).toEqual(Buffer.from('\u0002\u0006\u0005room:1shout', 'latin1'))
})

test('the official client decodes binary replies', async () => {
  const harness = await Harness.start({ endpoint: { channels: { 'room:*': blobs } } })
  const channel = harness.client().channel('room:1')
  channel.join()
  const reply = await new Promise((resolve) =>
    channel.push('echo', Uint8Array.from([1, 2, 3]).buffer).receive('ok', resolve),
  )
  expect(new Uint8Array(reply as ArrayBuffer)).toEqual(Uint8Array.from([1, 2, 3]))
})

test('a binary field of 256 bytes cannot be encoded, which crashes only its channel', async () => {
  const harness = await Harness.start({ endpoint: { channels: { 'room:*': blobs } } })
  const raw = await joined(harness)
  raw.send(binaryPush('too_long', []))
  expect((await raw.next())[3]).toBe('phx_error')
  expect(harness.errors[0]?.cause).toBeInstanceOf(RangeError)
})

test.each([[[1, 1, 1, 6, 4]], [[0]], [[]], [[0, 255, 255, 255, 255, 1]]])(
  'binary that cannot be decoded (%j) closes with 1011',
  async (bytes) => {
    const raw = await joined(await Harness.start({ endpoint: { channels: { 'room:*': blobs } } }))
    raw.send(Buffer.from(bytes))
    expect(await raw.closed).toBe(1011)
  },
)
