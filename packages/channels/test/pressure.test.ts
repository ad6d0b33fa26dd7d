import { afterEach, expect, test } from 'vitest'
import { cleanUp, Harness, type RawSocket } from './harness.ts'

afterEach(cleanUp)

async function joined(harness: Harness): Promise<RawSocket> {
  const raw = await harness.raw()
  await raw.join('room:1')
  return raw
}

/** Fills the socket buffers to a client that doesn't read, until the server has to queue messages. */
function fill(harness: Harness): void {
  for (let count = 0; count < 200; count += 1)
    harness.endpoint.broadcast('room:1', 'fill', { text: 'x'.repeat(60_000) })
}

async function readUntilClosed(raw: RawSocket): Promise<{ code: number; events: unknown[]; payloads: unknown[] }> {
  const events: unknown[] = []
  const payloads: unknown[] = []
  raw.ws.on('message', (data: Buffer) => {
    const [, , , event, payload] = JSON.parse(data.toString()) as unknown[]
    events.push(event)
    payloads.push(payload)
  })
  raw.ws.resume()
  return { code: await raw.closed, events, payloads }
}

test('a hundred messages in 20 s are accepted, the next one closes with 1008, and pings count', async () => {
  const harness = await Harness.start({ limits: { maxMessages: 100, rateWindowMs: 20_000 } })
  const [raw, bystander] = [await harness.raw(), await harness.raw()]
  for (let count = 0; count < 100; count += 1) raw.send([null, `${count}`, 'phoenix', 'heartbeat', {}])
  for (let count = 0; count < 100; count += 1) await raw.next()
  harness.nowMs += 20_000
  for (let count = 0; count < 99; count += 1) raw.send([null, `${count}`, 'phoenix', 'heartbeat', {}])
  raw.ws.ping()
  for (let count = 0; count < 99; count += 1) await raw.next()
  harness.nowMs += 19_999
  raw.ws.ping()
  expect(await raw.closed).toBe(1008)
  expect(await bystander.rest()).toEqual([])
})

test('messages to channels count over all connections of an id, even closed ones; heartbeats do not', async () => {
  const harness = await Harness.start({ limits: { maxMessages: 100, rateWindowMs: 20_000 } })
  const connect = async (name: string) => {
    const raw = await harness.raw(`vsn=2.0.0&token=${name}`)
    await raw.join('room:1')
    return raw
  }
  const echo = async (raw: RawSocket, times: number) => {
    for (let count = 0; count < times; count += 1) await raw.ask(['1', '2', 'room:1', 'echo', {}])
  }
  const [first, second, other] = [await connect('anna'), await connect('anna'), await connect('bob')]
  // With the two joins, 100.
  await echo(first, 49)
  first.ws.close()
  await first.closed
  harness.channels.sweep()
  await echo(second, 49)
  await second.ask([null, '3', 'phoenix', 'heartbeat', {}])
  second.send(['1', '4', 'room:1', 'echo', {}])
  expect(await second.closed).toBe(1008)
  const third = await harness.raw('vsn=2.0.0&token=anna')
  third.send(['1', '1', 'room:1', 'phx_join', {}])
  expect(await third.closed).toBe(1008)
  await echo(other, 1)
  harness.nowMs += 20_000
  harness.channels.sweep()
  await echo(await connect('anna'), 99)
})

test('a slow client gets only the newest superseded message, all others in order, and delays nobody else', async () => {
  const harness = await Harness.start({ limits: { maxQueuedBytes: 1e9 } })
  const slow = await joined(harness)
  slow.ws.pause()
  fill(harness)
  const quick = await joined(harness)
  for (let n = 1; n <= 50; n += 1) {
    harness.endpoint.broadcast('room:1', 'snapshot', { n }, { supersedes: 'snapshot' })
    expect((await quick.next())[4]).toEqual({ n })
    if (n % 25 !== 0) continue
    harness.endpoint.broadcast('room:1', 'fact', { n })
    await quick.next()
  }
  slow.ws.resume()
  const seen: unknown[] = []
  while (seen.length < 3) {
    const [, , , event, payload] = await slow.next()
    if (event !== 'fill') seen.push([event, payload])
  }
  expect(seen).toEqual([
    ['fact', { n: 25 }],
    ['snapshot', { n: 50 }],
    ['fact', { n: 50 }],
  ])
  expect(await slow.rest()).toEqual([])
})

test('the same supersede key on two topics is independent', async () => {
  const harness = await Harness.start({ limits: { maxQueuedBytes: 1e9 } })
  const slow = await joined(harness)
  await slow.join('room:2', '2')
  slow.ws.pause()
  fill(harness)
  for (const topic of ['room:1', 'room:2']) {
    for (const n of [1, 2]) harness.endpoint.broadcast(topic, 'snapshot', { n }, { supersedes: 'snapshot' })
  }
  slow.ws.resume()
  const snapshots = (await slow.rest()).filter(([, , , event]) => event === 'snapshot')
  expect(snapshots.map(([, , topic, , payload]) => [topic, payload])).toEqual([
    ['room:1', { n: 2 }],
    ['room:2', { n: 2 }],
  ])
})

test('a client that stays over the queue limit is closed with 1013, one that catches up is not', async () => {
  const harness = await Harness.start({ limits: { maxQueuedBytes: 4_000_000, slowConsumerMs: 10_000 } })
  const slow = await joined(harness)
  const recovering = await harness.raw()
  await recovering.join('room:1')
  slow.ws.pause()
  recovering.ws.pause()
  fill(harness)
  harness.nowMs += 9_999
  harness.channels.sweep()
  expect(harness.channels.socketCount).toBe(2)
  recovering.ws.resume()
  for (let count = 0; count < 200; count += 1) await recovering.next()
  harness.nowMs += 1
  harness.channels.sweep()
  expect(harness.channels.socketCount).toBe(1)
  expect((await readUntilClosed(slow)).code).toBe(1013)
  expect(await recovering.rest()).toEqual([])
})

test('far too much queued data closes with 1013 immediately', async () => {
  const harness = await Harness.start({ limits: { maxQueuedBytes: 256 * 1024 } })
  const slow = await joined(harness)
  slow.ws.pause()
  fill(harness)
  expect(harness.channels.socketCount).toBe(0)
  const { code, events } = await readUntilClosed(slow)
  expect(code).toBe(1013)
  expect(events.length).toBeLessThan(200)
})

test('a socket that does not join in time is closed with 1008, if a deadline is set', async () => {
  const harness = await Harness.start({ limits: { joinWithinMs: 10_000 } })
  const [silent, member] = [await harness.raw(), await joined(harness)]
  harness.nowMs += 9_999
  harness.channels.sweep()
  expect(await silent.rest()).toEqual([])
  harness.nowMs += 1
  harness.channels.sweep()
  expect(await silent.closed).toBe(1008)
  await member.ask(['1', '2', 'room:1', 'phx_leave', {}])
  await member.next()
  harness.channels.sweep()
  expect(await member.rest()).toEqual([])
})

test('the sweep runs automatically', async () => {
  const harness = await Harness.start({ limits: { sweepMs: 1, idleMs: 1_000 } })
  const raw = await harness.raw()
  harness.nowMs += 1_000
  expect(await raw.closed).toBe(1002)
})

test('messages after the close are ignored', async () => {
  const harness = await Harness.start({ limits: { maxMessages: 1 } })
  const raw = await harness.raw()
  for (let n = 0; n < 50; n += 1) raw.send([`${n}`, `${n}`, 'room:1', 'phx_join', {}])
  expect(await raw.closed).toBe(1008)
  await expect.poll(() => harness.endpoint.registry.count('room:1')).toBe(0)
  expect(harness.room.log.filter((line) => line === 'join room:1')).toHaveLength(1)
})
