import { afterEach, expect, test } from 'vitest'
import { cleanUp, Harness, type RawSocket, type Wire } from './harness.ts'

afterEach(cleanUp)

async function joined(harness: Harness, topic = 'room:1'): Promise<RawSocket> {
  const raw = await harness.raw()
  await raw.join(topic)
  return raw
}

test.each(['crash', 'crash_late', 'unencodable'])(
  'a handler that fails (%s) ends only its channel, with phx_error',
  async (event) => {
    const harness = await Harness.start()
    const raw = await joined(harness)
    await raw.join('room:2', '2')
    expect(await raw.ask(['1', '3', 'room:1', event, {}])).toEqual([
      '1',
      '1',
      'room:1',
      'phx_error',
      { reason: 'channel_crash' },
    ])
    expect((await raw.ask(['1', '4', 'room:1', 'echo', {}]))[4]).toMatchObject({
      response: { reason: 'unmatched topic' },
    })
    expect((await raw.ask(['2', '5', 'room:2', 'echo', {}]))[4]).toMatchObject({ status: 'ok' })
    expect(harness.room.log).toContain('terminate room:1 crashed')
    expect(harness.errors).toHaveLength(1)
  },
)

test('the client rejoins after a channel crash', async () => {
  const harness = await Harness.start()
  const channel = harness.client().channel('room:1')
  let joins = 0
  channel.join().receive('ok', () => void (joins += 1))
  channel.push('crash', {})
  await expect.poll(() => joins).toBe(2)
  expect(channel.state).toBe('joined')
})

test('an unknown event is refused, and the channel stays joined', async () => {
  const raw = await joined(await Harness.start())
  for (const event of ['nope', 'toString', '__proto__', 'phx_close', 5, null]) {
    const [joinRef, ref, , , reply] = await raw.ask(['1', '2', 'room:1', event, {}])
    expect([joinRef, ref, reply]).toEqual(['1', '2', { status: 'error', response: { reason: 'unknown_event' } }])
  }
  expect((await raw.ask(['1', '3', 'room:1', 'echo', {}]))[4]).toMatchObject({ status: 'ok' })
})

test('a refused push gets its reason, and the channel stays joined', async () => {
  const raw = await joined(await Harness.start())
  const [, , , , refused] = await raw.ask(['1', '2', 'room:1', 'refuse', {}])
  expect(refused).toEqual({ status: 'error', response: { reason: 'not_today' } })
  expect((await raw.ask(['1', '3', 'room:1', 'echo', {}]))[4]).toMatchObject({ status: 'ok' })
})

test('a push whose payload is not an object is refused, and the channel stays joined', async () => {
  const raw = await joined(await Harness.start())
  for (const payload of [null, 1, 'text', [{}], true]) {
    const [, , , , reply] = await raw.ask(['1', '2', 'room:1', 'echo', payload])
    expect(reply).toEqual({ status: 'error', response: { reason: 'invalid_payload' } })
  }
  expect((await raw.ask(['1', '3', 'room:1', 'echo', {}]))[4]).toMatchObject({ status: 'ok' })
})

test('a channel stopped by the server closes at the client, which does not rejoin', async () => {
  const harness = await Harness.start()
  const channel = harness.client().channel('room:1')
  await new Promise((resolve) => channel.join().receive('ok', resolve))
  const closed = new Promise<void>((resolve) => channel.onClose(() => resolve()))
  harness.room.open[0]?.stop()
  await closed
  expect(channel.state).toBe('closed')
  expect(harness.room.log).toEqual(['join room:1', 'terminate room:1 stopped'])
  expect(harness.room.open[0]?.push('too_late', {})).toBe(false)
})

test('a handler can stop its channel without a reply', async () => {
  const raw = await joined(await Harness.start())
  expect(await raw.ask(['1', '2', 'room:1', 'stop', {}])).toEqual(['1', '1', 'room:1', 'phx_close', {}])
})

test('stop with a reply sends the reply first', async () => {
  const raw = await joined(await Harness.start())
  expect((await raw.ask(['1', '2', 'room:1', 'stop_with_reply', {}]))[4]).toEqual({
    status: 'ok',
    response: { bye: true },
  })
  expect(await raw.next()).toEqual(['1', '1', 'room:1', 'phx_close', {}])
})

test('a late reply carries the ref of its push', async () => {
  const channel = (await Harness.start()).client().channel('room:1')
  channel.join()
  const replies = await Promise.all(
    [1, 2, 3].map((n) => new Promise((resolve) => channel.push('later', { n }).receive('ok', resolve))),
  )
  expect(replies).toEqual([1, 2, 3].map((n) => ({ n, late: true })))
})

test('a server push has the join_ref and a null ref', async () => {
  const raw = await joined(await Harness.start())
  expect(await raw.ask(['1', '2', 'room:1', 'push_back', { a: 1 }])).toEqual(['1', null, 'room:1', 'pushed', { a: 1 }])
})

test('a broadcast reaches each member once, with null refs', async () => {
  const harness = await Harness.start()
  const [first, second, outsider] = [await joined(harness), await joined(harness), await joined(harness, 'room:2')]
  expect(harness.endpoint.broadcast('room:1', 'news', { a: 1 })).toBe(2)
  const news: Wire = [null, null, 'room:1', 'news', { a: 1 }]
  expect([await first.next(), await second.next()]).toEqual([news, news])
  expect(await outsider.rest()).toEqual([])
  expect([await first.rest(), await second.rest()]).toEqual([[], []])
})

test('a broadcast sent by a handler arrives before its reply', async () => {
  const raw = await joined(await Harness.start())
  raw.send(['1', '2', 'room:1', 'shout', { text: 'hi' }])
  expect(await raw.next()).toEqual([null, null, 'room:1', 'shout', { text: 'hi', from: 'anna' }])
  expect((await raw.next())[1]).toBe('2')
})

test('messages of every frame length class arrive complete', async () => {
  const harness = await Harness.start()
  const raw = await joined(harness)
  for (const length of [0, 40, 90, 200, 65_400, 65_600, 200_000]) {
    const text = 'é'.repeat(length / 2)
    harness.endpoint.broadcast('room:1', 'long', { text })
    expect((await raw.next())[4]).toEqual({ text })
  }
})

test('a heartbeat reply has a null join_ref and the same ref', async () => {
  const raw = await (await Harness.start()).raw()
  for (const ref of ['5', 5, null]) {
    expect(await raw.ask(['1', ref, 'phoenix', 'heartbeat', {}])).toEqual([
      null,
      ref,
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
  }
  expect((await raw.ask([null, '6', 'phoenix', 'phx_join', {}]))[4]).toMatchObject({
    response: { reason: 'unmatched topic' },
  })
})

test('the client can ping', async () => {
  const client = (await Harness.start()).client()
  await new Promise<void>((resolve) => client.onOpen(() => resolve()))
  expect(await new Promise((resolve) => client.ping(resolve))).toBeGreaterThanOrEqual(0)
})

test('array elements after the fifth are ignored', async () => {
  const raw = await joined(await Harness.start())
  raw.send(JSON.stringify(['1', '2', 'room:1', 'echo', { a: 1 }, 'more']))
  expect((await raw.next())[4]).toEqual({ status: 'ok', response: { a: 1 } })
})

test('two hundred pipelined pushes are answered in order, including a slow one', async () => {
  const harness = await Harness.start()
  const raw = await joined(harness)
  for (let n = 1; n <= 200; n += 1) raw.send(['1', `${n}`, 'room:1', n === 100 ? 'wait' : 'echo', { n }])
  const replies: Wire[] = []
  for (let n = 1; n < 100; n += 1) replies.push(await raw.next())
  expect(await raw.rest()).toEqual([])
  harness.room.release()
  while (replies.length < 200) replies.push(await raw.next())
  expect(replies.map(([, ref]) => Number(ref))).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
})

test('hooks are called for the first and last member of a topic', async () => {
  const seen: string[] = []
  const harness = await Harness.start({
    endpoint: {
      onFirstMember: (topic) => void seen.push(`+${topic}`),
      onLastMember: (topic) => void seen.push(`-${topic}`),
    },
  })
  const [first, second] = [await joined(harness), await joined(harness)]
  await first.ask(['1', '2', 'room:1', 'phx_leave', {}])
  expect(seen).toEqual(['+room:1'])
  second.ws.close()
  await expect.poll(() => seen).toEqual(['+room:1', '-room:1'])
})

test('a join waits for onFirstMember, and fails if it rejects', async () => {
  let open: (() => void) | undefined
  const harness = await Harness.start({
    endpoint: {
      onFirstMember: (topic) =>
        topic === 'room:bad' ? Promise.reject(new Error('no bus')) : new Promise<void>((resolve) => (open = resolve)),
    },
  })
  const [first, second] = [await harness.raw(), await harness.raw()]
  first.send(['1', '1', 'room:1', 'phx_join', {}])
  second.send(['1', '1', 'room:1', 'phx_join', {}])
  await expect.poll(() => harness.endpoint.registry.count('room:1')).toBe(2)
  expect([await first.rest(), await second.rest()]).toEqual([[], []])
  open?.()
  expect([(await first.next())[4], (await second.next())[4]]).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  expect((await first.join('room:bad', '9'))[4]).toEqual({ status: 'error', response: { reason: 'join crashed' } })
  expect(harness.endpoint.registry.count('room:bad')).toBe(0)
})
