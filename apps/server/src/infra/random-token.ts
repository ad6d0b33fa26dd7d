import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A token of 256 random bits, in 43 characters that may stand in a URL. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The SHA-256 hash under which a token is stored. A token of 256 random bits needs no keyed hash. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
