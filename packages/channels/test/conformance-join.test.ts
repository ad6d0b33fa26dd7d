import { afterEach, expect, test } from 'vitest'
import { cleanUp, Harness } from './harness.ts'

afterEach(cleanUp)

const unmatched = { status: 'error', response: { reason: 'unmatched topic' } }

test('a join reply is ok, with the same join_ref and ref', async () => {
  const raw = await (await Harness.start()).raw()
  expect(await raw.ask(['7', '8', 'room:1', 'phx_join', {}])).toEqual([
    '7',
    '8',
    'room:1',
    'phx_reply',
    { status: 'ok', response: {} },
  ])
})

test('a join reply contains the returned data', async () => {
  const client = (await Harness.start()).client()
  const response = await new Promise((resolve) => {
    client
      .channel('room:1', { data: { seats: 3 } })
      .join()
      .receive('ok', resolve)
  })
  expect(response).toEqual({ seats: 3 })
})

test('a refused join gets its reason, and the client retries later', async () => {
  const harness = await Harness.start()
  const client = harness.client()
  const waits: number[] = []
  Object.assign(client, { rejoinAfterMs: (tries: number) => (waits.push(tries), 5) })
  const channel = client.channel('room:secret')
  const reasons: unknown[] = []
  channel.join().receive('error', (reason) => void reasons.push(reason))
  await expect.poll(() => reasons.length).toBeGreaterThanOrEqual(2)
  expect(reasons[0]).toEqual({ reason: 'unauthorized' })
  channel.leave()
  expect(harness.endpoint.registry.count('room:secret')).toBe(0)
})

test('a join that throws gets "join crashed", and the socket stays open', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw()
  const [, , , , reply] = await raw.join('room:1', '1', { crash: true })
  expect(reply).toEqual({ status: 'error', response: { reason: 'join crashed' } })
  expect(await raw.rest()).toEqual([])
  expect(harness.errors[0]?.during).toBe('/socket join room:1')
})

test('a topic without a route is unmatched, with a null join_ref', async () => {
  const raw = await (await Harness.start()).raw()
  expect(await raw.join('nope:1')).toEqual([null, '1', 'nope:1', 'phx_reply', unmatched])
})

test('a push before the join is unmatched, with a null join_ref', async () => {
  const raw = await (await Harness.start()).raw()
  expect(await raw.ask(['1', '2', 'room:1', 'echo', {}])).toEqual([null, '2', 'room:1', 'phx_reply', unmatched])
})

test('a leave is answered, then the channel closes, and later pushes are unmatched', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw()
  await raw.join('room:1', '4')
  expect(await raw.ask(['4', '5', 'room:1', 'phx_leave', {}])).toEqual([
    '4',
    '5',
    'room:1',
    'phx_reply',
    { status: 'ok', response: {} },
  ])
  expect(await raw.next()).toEqual(['4', '4', 'room:1', 'phx_close', {}])
  expect(await raw.ask(['4', '6', 'room:1', 'echo', {}])).toEqual([null, '6', 'room:1', 'phx_reply', unmatched])
  expect(harness.room.log).toEqual(['join room:1', 'terminate room:1 left'])
})

test('a leave of a topic that was not joined only gets a reply', async () => {
  const raw = await (await Harness.start()).raw()
  expect(await raw.ask(['3', '5', 'room:1', 'phx_leave', {}])).toEqual([
    '3',
    '5',
    'room:1',
    'phx_reply',
    { status: 'ok', response: {} },
  ])
  expect(await raw.rest()).toEqual([])
})

test('a leave and a push with a stale join_ref are dropped', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw()
  await raw.join('room:1', '4')
  raw.send(['3', '5', 'room:1', 'phx_leave', {}])
  raw.send(['3', '6', 'room:1', 'echo', {}])
  expect(await raw.rest()).toEqual([])
  expect(harness.endpoint.registry.count('room:1')).toBe(1)
})

test('a push without a join_ref is handled, and its reply has the join_ref of the channel', async () => {
  const raw = await (await Harness.start()).raw()
  await raw.join('room:1', '4')
  expect(await raw.ask([null, '5', 'room:1', 'echo', { a: 1 }])).toEqual([
    '4',
    '5',
    'room:1',
    'phx_reply',
    { status: 'ok', response: { a: 1 } },
  ])
})

test('a join without a join_ref is accepted, and pushes with one are stale', async () => {
  const raw = await (await Harness.start()).raw()
  expect((await raw.ask([null, '1', 'room:1', 'phx_join', {}]))[0]).toBeNull()
  raw.send(['1', '2', 'room:1', 'echo', {}])
  expect(await raw.rest()).toEqual([])
  expect((await raw.ask([null, '3', 'room:1', 'echo', {}]))[1]).toBe('3')
})

test('a second join replaces the first, whose phx_close has the old join_ref', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw()
  await raw.join('room:1', '1')
  expect((await raw.join('room:1', '2'))[4]).toEqual({ status: 'ok', response: {} })
  expect(await raw.next()).toEqual(['1', '1', 'room:1', 'phx_close', {}])
  expect((await raw.ask(['2', '3', 'room:1', 'echo', {}]))[0]).toBe('2')
  expect(harness.room.log).toEqual(['join room:1', 'terminate room:1 replaced', 'join room:1'])
  expect(harness.endpoint.broadcast('room:1', 'once', {})).toBe(1)
})

test('of two channels of one client on one topic the first is closed and the second stays', async () => {
  const harness = await Harness.start()
  const client = harness.client()
  const first = client.channel('room:1')
  const closed = new Promise<void>((resolve) => first.onClose(() => resolve()))
  await new Promise((resolve) => first.join().receive('ok', resolve))
  const second = client.channel('room:1')
  await new Promise((resolve) => second.join().receive('ok', resolve))
  await closed
  const echoed = await new Promise((resolve) => second.push('echo', { a: 1 }).receive('ok', resolve))
  expect(echoed).toEqual({ a: 1 })
  expect([first.state, second.state]).toEqual(['closed', 'joined'])
  expect(harness.endpoint.registry.count('room:1')).toBe(1)
})

test('the 101st channel of a socket is refused', async () => {
  const raw = await (await Harness.start()).raw()
  for (let index = 1; index <= 101; index += 1) raw.send([`${index}`, `${index}`, `room:${index}`, 'phx_join', {}])
  const replies = new Map<unknown, unknown>()
  while (replies.size < 101) {
    const [joinRef, ref, , , reply] = await raw.next()
    expect(joinRef).toBe(ref)
    replies.set(ref, reply)
  }
  expect(replies.get('101')).toEqual({ status: 'error', response: { reason: 'too many channels joined' } })
  replies.delete('101')
  for (const reply of replies.values()) expect(reply).toEqual({ status: 'ok', response: {} })
})

test('the channel limit is configurable, and a duplicate join does not count twice', async () => {
  const raw = await (await Harness.start({ limits: { maxChannelsPerSocket: 1 } })).raw()
  await raw.join('room:1', '1')
  expect((await raw.join('room:2', '2'))[4]).toEqual({
    status: 'error',
    response: { reason: 'too many channels joined' },
  })
  expect((await raw.join('room:1', '3'))[4]).toEqual({ status: 'ok', response: {} })
})

test('pending joins count towards the channel limit', async () => {
  const harness = await Harness.start({ limits: { maxChannelsPerSocket: 1 } })
  const raw = await harness.raw()
  raw.send(['1', '1', 'room:1', 'phx_join', { wait: true }])
  expect((await raw.join('room:2', '2'))[4]).toMatchObject({ status: 'error' })
  harness.room.release()
  expect((await raw.next())[4]).toMatchObject({ status: 'ok' })
})

test('messages of a topic wait for its pending join, heartbeats and other topics do not', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw()
  raw.send(['1', '1', 'room:1', 'phx_join', { wait: true }])
  raw.send(['1', '2', 'room:1', 'echo', { n: 2 }])
  raw.send(['1', '3', 'room:1', 'phx_leave', {}])
  raw.send(['4', '4', 'room:2', 'phx_join', {}])
  expect((await raw.next()).slice(1, 4)).toEqual(['4', 'room:2', 'phx_reply'])
  expect(await raw.rest()).toEqual([])
  harness.room.release()
  expect((await raw.next()).slice(1, 4)).toEqual(['1', 'room:1', 'phx_reply'])
  expect((await raw.next())[4]).toEqual({ status: 'ok', response: { n: 2 } })
  expect((await raw.next()).slice(1, 4)).toEqual(['3', 'room:1', 'phx_reply'])
  expect((await raw.next()).slice(1, 4)).toEqual(['1', 'room:1', 'phx_close'])
})

test('a join that finishes after its socket has closed terminates, and the messages behind it are dropped', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw()
  raw.send(['1', '1', 'room:1', 'phx_join', { wait: true }])
  raw.send(['2', '2', 'room:1', 'phx_join', {}])
  await raw.rest()
  expect(harness.room.log).toEqual(['join room:1'])
  raw.ws.close()
  await expect.poll(() => harness.channels.socketCount).toBe(0)
  harness.room.release()
  await expect.poll(() => harness.room.log).toContain('terminate room:1 disconnected')
  await new Promise((resolve) => setImmediate(resolve))
  expect(harness.room.log).toEqual(['join room:1', 'terminate room:1 disconnected'])
  expect(harness.endpoint.registry.count('room:1')).toBe(0)
})

test('a join payload that is not an object is refused', async () => {
  const harness = await Harness.start()
  const raw = await harness.raw()
  for (const payload of [null, 5, 'text', [1]]) {
    const [, , , , reply] = await raw.ask(['1', '1', 'room:1', 'phx_join', payload])
    expect(reply).toEqual({ status: 'error', response: { reason: 'invalid_payload' } })
  }
  expect(harness.room.log).toEqual([])
})
