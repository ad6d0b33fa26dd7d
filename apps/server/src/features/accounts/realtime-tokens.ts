import { timingSafeEqual } from 'node:crypto'
import type { SessionId, UserId } from '@quizmaster/contract/ids'
import type { RealtimeService } from '@quizmaster/contract/routes/route'
import type { Kysely } from 'kysely'
import { type Clock, MINUTE_MS } from '../../infra/clock.ts'
import { batched } from '../../infra/db/batched.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Secrets } from '../../infra/secrets.ts'
import { listEndedSessions, type Session } from './sessions.ts'

/** Applies to connecting only; an open socket isn't affected when its token expires. */
const TOKEN_LIFE_MS = 10 * MINUTE_MS

export interface RealtimeTokenDeps {
  db: Kysely<Tables>
  clock: Clock
  secrets: Secrets
}

/** A signed token for a session on one service's socket. It doesn't contain the session's bearer token. */
export function generateRealtimeToken(deps: RealtimeTokenDeps, service: RealtimeService, session: Session): string {
  const claims = [service, session.userId, session.id, deps.clock.now() + TOKEN_LIFE_MS].join('.')
  return `${Buffer.from(claims).toString('base64url')}.${signatureOf(deps, claims).toString('base64url')}`
}

export type FindRealtimeSession = (service: RealtimeService, token: string) => Promise<Session | null>

/**
 * Finds a token's session, or null if the token is forged, expired or for another service, or the session has ended.
 * After a restart all clients connect within seconds, so simultaneous calls share one statement.
 */
export function createFindRealtimeSession(deps: RealtimeTokenDeps): FindRealtimeSession {
  const hasEnded = batched<SessionId, boolean>(async (ids) => {
    const ended = new Set(await listEndedSessions(deps, ids))
    return ids.map((id) => ended.has(id))
  })
  return async (service, token) => {
    const session = readToken(deps, service, token)
    return session && !(await hasEnded(session.id)) ? session : null
  }
}

/** The session that a token names, which may have ended. */
function readToken(deps: RealtimeTokenDeps, service: RealtimeService, token: string): Session | null {
  const [body = '', signature = ''] = token.split('.')
  const claims = Buffer.from(body, 'base64url').toString()
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(deps, claims)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [forService, userId, sessionId, expiresAt] = claims.split('.')
  if (forService !== service || !userId || !sessionId || Number(expiresAt) <= deps.clock.now()) return null
  return { id: sessionId as SessionId, userId: userId as UserId }
}

function signatureOf({ secrets }: RealtimeTokenDeps, claims: string): Buffer {
  return secrets.mac('realtime token', claims)
}
