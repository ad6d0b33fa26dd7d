import { expect, test } from 'vitest'
import { readSessionToken, signSessionToken } from './long-poll-session.ts'

const claim = { nodeId: 'node', sessionId: 'session', issuedAtMs: 5 }
const token = signSessionToken('secret', '/socket', claim)

test('a token contains the signed claim', () => {
  expect(readSessionToken('secret', '/socket', token)).toEqual(claim)
})

test('a token begins with the id of its node, for proxies', () => {
  expect(token.split('.')[0]).toBe('node')
})

test('a token for another mount, of another secret, or with any character changed is invalid', () => {
  expect(readSessionToken('secret', '/other', token)).toBeNull()
  expect(readSessionToken('other', '/socket', token)).toBeNull()
  // Except for the last character, which has unused bits.
  for (let index = 0; index < token.length - 1; index += 1) {
    const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
    expect(readSessionToken('secret', '/socket', changed)).toBeNull()
  }
  for (const junk of ['', '.', 'a.b', '..', `${token}.x`, token.slice(0, -4), token.slice(token.indexOf('.') + 1)]) {
    expect(readSessionToken('secret', '/socket', junk)).toBeNull()
  }
})
