import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { SessionId, UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { deviceName } from './device-name.ts'

const DAY_MS = 86_400_000
const SLIDE_MS = 90 * DAY_MS
/** Use is noted at most this often, so that a busy player is not a write a call. */
const TOUCH_EVERY_MS = 60_000
const TOKEN_BYTES = 32

export interface SessionDeps {
  db: Kysely<Tables>
  clock: Clock
}

export interface EndSessionDeps extends SessionDeps {
  /** Told of ended sessions (null: all of the user's), so that their sockets are closed. */
  sessionsEnded(userId: UserId, sessionId: SessionId | null): void
}

/** Who is asking. */
export interface Session {
  id: SessionId
  userId: UserId
}

/**
 * Opens a session and gives its bearer token: 256 random bits, kept only as a hash (contract 4).
 * The token slides 90 days and is good until logout. Of what the browser says of itself only a name is kept.
 */
export async function openSession(deps: SessionDeps, userId: UserId, userAgent: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = deps.clock.now()
  await deps.db
    .insertInto('session')
    .values({
      id: randomUUID(),
      user_id: userId,
      token_hash: hashOf(token),
      device: deviceName(userAgent),
      created_at: now,
      last_seen_at: now,
      expires_at: now + SLIDE_MS,
    })
    .execute()
  return token
}

/** The live session of a bearer token, or null; notes the use. */
export async function findSession(deps: SessionDeps, token: string): Promise<Session | null> {
  const now = deps.clock.now()
  const row = await deps.db
    .selectFrom('session')
    .select(['id', 'user_id', 'last_seen_at'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  if (now - row.last_seen_at >= TOUCH_EVERY_MS) {
    await deps.db
      .updateTable('session')
      .set({ last_seen_at: now, expires_at: now + SLIDE_MS })
      .where('id', '=', row.id)
      .execute()
  }
  return { id: row.id as SessionId, userId: row.user_id as UserId }
}

/** Logs out: the token is dead at once. */
export async function endSession(deps: EndSessionDeps, session: Session): Promise<void> {
  await deps.db.deleteFrom('session').where('id', '=', session.id).execute()
  deps.sessionsEnded(session.userId, session.id)
}

/** Where the user is signed in, the latest use first. Times are epoch milliseconds. */
export async function listSessions(deps: SessionDeps, session: Session) {
  const rows = await deps.db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', session.userId)
    .where('expires_at', '>', deps.clock.now())
    .orderBy('last_seen_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, is_current: row.id === session.id }))
}

/** Ends one of the user's own sessions; its token is dead at once. @throws not_found */
export async function revokeSession(deps: EndSessionDeps, session: Session, id: SessionId): Promise<void> {
  const { numDeletedRows } = await deps.db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', session.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  deps.sessionsEnded(session.userId, id)
}

/** Ends all of the user's sessions, the caller's too (contract 4). */
export async function revokeAllSessions(deps: EndSessionDeps, session: Session): Promise<void> {
  await deps.db.deleteFrom('session').where('user_id', '=', session.userId).execute()
  deps.sessionsEnded(session.userId, null)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
