import { expect, test } from 'vitest'
import { Outbox } from './outbox.ts'
import { OutgoingMessage } from './outgoing-message.ts'

function takeAll(outbox: Outbox): unknown[] {
  const taken: unknown[] = []
  for (let message = outbox.take(); message; message = outbox.take()) taken.push(message.data)
  return taken
}

test('messages are taken in order, and a newer one replaces the older one with its key, at the end', () => {
  const outbox = new Outbox()
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
  const outbox = new Outbox()
  outbox.add(new OutgoingMessage('unkeyed'), 1)
  outbox.add(new OutgoingMessage('keyed', '0'), 1)
  expect(takeAll(outbox)).toEqual(['unkeyed', 'keyed'])
})
