import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a long-poll session token says: which process holds which session, on which mount, since when. */
export type SessionClaim = { readonly nodeId: string; readonly sessionId: string; readonly issuedAtMs: number }

/** Signs a claim. The mount is signed too, so a token of one endpoint is nothing on another. */
export function signSessionToken(secret: string | Buffer, mount: string, claim: SessionClaim): string {
  const body = Buffer.from(JSON.stringify([claim.nodeId, claim.sessionId, claim.issuedAtMs])).toString('base64url')
  return `${body}.${signature(secret, mount, body).toString('base64url')}`
}

/** Reads a token back. Null when this secret didn't sign it for this mount; its age is the caller's to judge. */
export function readSessionToken(secret: string | Buffer, mount: string, token: string): SessionClaim | null {
  const [body, signed, ...rest] = token.split('.')
  if (!body || !signed || rest.length > 0) return null
  const expected = signature(secret, mount, body)
  const given = Buffer.from(signed, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [nodeId, sessionId, issuedAtMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    string,
    number,
  ]
  return { nodeId, sessionId, issuedAtMs }
}

function signature(secret: string | Buffer, mount: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`phoenix long-poll session\n${mount}\n${body}`).digest()
}
