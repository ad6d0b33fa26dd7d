import { expect, test } from 'vitest'
import { buildFrame } from './outgoing-message.ts'

test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('a text of %i bytes has the shortest possible header', (length, header) => {
  const frame = buildFrame('x'.repeat(length))
  expect([...frame.subarray(0, header.length)]).toEqual(header)
  expect(frame.toString('utf8', header.length)).toBe('x'.repeat(length))
})

test('lengths count bytes, not characters, and bytes make a binary frame', () => {
  expect([...buildFrame('é€')]).toEqual([0x81, 5, ...Buffer.from('é€')])
  expect([...buildFrame(Uint8Array.of(7, 8))]).toEqual([0x82, 2, 7, 8])
})
