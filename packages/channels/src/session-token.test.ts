import { expect, test } from 'vitest'
import { readSessionToken, signSessionToken } from './session-token.ts'

const claim = { nodeId: 'node', sessionId: 'session', issuedAtMs: 5 }
const token = signSessionToken('secret', '/socket', claim)

test('a token says what was signed', () => {
  expect(readSessionToken('secret', '/socket', token)).toEqual(claim)
})

test('a token for another mount, of another secret, or changed in any character is nothing', () => {
  expect(readSessionToken('secret', '/other', token)).toBeNull()
  expect(readSessionToken('other', '/socket', token)).toBeNull()
  // The last character holds only some bits of the signature, so it is left out here.
  for (let index = 0; index < token.length - 1; index += 1) {
    const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1)
    expect(readSessionToken('secret', '/socket', changed)).toBeNull()
  }
  for (const junk of ['', '.', 'a.b', `${token}.x`, token.slice(0, -4)]) {
    expect(readSessionToken('secret', '/socket', junk)).toBeNull()
  }
})
