import { expect, test } from 'vitest'
import { defaultLimits } from './limits.ts'
import { Outbox } from './outbox.ts'
import { OutgoingMessage } from './outgoing-message.ts'

let nowMs = 0
const host = {
  limits: { ...defaultLimits, maxQueuedBytes: 100, slowConsumerMs: 1_000 },
  nowMs: () => nowMs,
}

function takeAll(outbox: Outbox): unknown[] {
  const taken: unknown[] = []
  for (let message = outbox.take(); message; message = outbox.take()) taken.push(message.data)
  return taken
}

test('messages are taken in order, and a newer one replaces the older one with its key, at the end', () => {
  const outbox = new Outbox(host)
  for (const [data, key] of [
    ['a1', 'a'],
    ['x', null],
    ['b1', 'b'],
    ['a2', 'a'],
    ['y', null],
    ['a3', 'a'],
  ] as const) {
    outbox.add(new OutgoingMessage(data, key), 10)
  }
  expect(outbox.bytes).toBe(40)
  expect(takeAll(outbox)).toEqual(['x', 'b1', 'y', 'a3'])
  expect([outbox.bytes, outbox.isEmpty]).toEqual([0, true])
})

test('a numeric key does not collide with messages without a key', () => {
  const outbox = new Outbox(host)
  outbox.add(new OutgoingMessage('unkeyed'), 1)
  outbox.add(new OutgoingMessage('keyed', '0'), 1)
  expect(takeAll(outbox)).toEqual(['unkeyed', 'keyed'])
})

test('a peer is too slow once too much has been queued for a second, without a break', () => {
  nowMs = 0
  const outbox = new Outbox(host)
  outbox.add(new OutgoingMessage('a'), 60)
  outbox.add(new OutgoingMessage('b'), 41)
  expect([outbox.isTooSlow(999), outbox.isTooSlow(1_000)]).toEqual([false, true])
  nowMs = 500
  outbox.take()
  outbox.add(new OutgoingMessage('c'), 60)
  expect([outbox.isTooSlow(1_499), outbox.isTooSlow(1_500)]).toEqual([false, true])
})

test('a newer message with the same key does not start the second again', () => {
  nowMs = 0
  const outbox = new Outbox(host)
  outbox.add(new OutgoingMessage('a1', 'a'), 101)
  nowMs = 500
  outbox.add(new OutgoingMessage('a2', 'a'), 101)
  expect(outbox.isTooSlow(1_000)).toBe(true)
})

test('more than four times too much is over the hard limit', () => {
  const outbox = new Outbox(host)
  outbox.add(new OutgoingMessage('a'), 400)
  expect(outbox.isOverHardLimit).toBe(false)
  outbox.add(new OutgoingMessage('b'), 1)
  expect(outbox.isOverHardLimit).toBe(true)
})
