import { randomUUID } from 'node:crypto'
import type { GameId, SessionId, UserId } from '@quizmaster/contract/ids'
import { type Kysely, type Selectable, sql } from 'kysely'
import { type Clock, DAY_MS, MINUTE_MS } from '../../infra/clock.ts'
import { batched } from '../../infra/db/batched.ts'
import type { SessionTable } from '../../infra/db/tables/accounts.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { hashOfToken, newToken } from '../../infra/random-token.ts'
import { Refusal } from '../../refusal.ts'
import { deviceName } from './device-name.ts'

const IDLE_LIFETIME_MS = 90 * DAY_MS
/** A session ends then, however often it is used. */
const LONGEST_LIFETIME_MS = 365 * DAY_MS
/** The last use is stored at most this often, so that not every call is a write. */
const TOUCH_INTERVAL_MS = MINUTE_MS

export interface SessionDeps {
  db: Kysely<Tables>
  clock: Clock
}

export interface EndSessionDeps extends SessionDeps {
  /** Called after sessions end (null: all of the user's), to close their sockets. */
  sessionsEnded(userId: UserId, sessionId: SessionId | null): void
}

/** The signed-in session of a call. */
export interface Session {
  id: SessionId
  userId: UserId
}

/**
 * Opens a session and returns its bearer token: 256 random bits, stored as a hash. It expires after 90 days without
 * use, after a year, or at logout. Only a device name is stored from the user agent.
 */
export async function openSession(deps: SessionDeps, userId: UserId, userAgent: string): Promise<string> {
  const token = newToken()
  const now = deps.clock.now()
  await deps.db
    .insertInto('session')
    .values({
      id: randomUUID(),
      user_id: userId,
      token_hash: hashOfToken(token),
      device: deviceName(userAgent),
      created_at: now,
      last_seen_at: now,
      expires_at: now + IDLE_LIFETIME_MS,
    })
    .execute()
  return token
}

/** The session of a request, and the game the user is in: read together, so that an answer needs no second lookup. */
export interface RequestSession extends Session {
  currentGameId: GameId | null
  createdAtMs: number
  /** When the session was confirmed with a second factor. Only admins have one. */
  secondFactorAtMs: number | null
}

export type FindSession = (token: string) => Promise<RequestSession | null>

/** Finds the session of a bearer token, or null, and records its use. Simultaneous calls share one statement. */
export function createFindSession(deps: SessionDeps): FindSession {
  const findRow = batched<string, SessionRow | null>((tokens) => findSessionRows(deps, tokens))
  const touch = batched<SessionId, void>((ids) => touchSessions(deps, ids))
  return async (token) => {
    const row = await findRow(token)
    if (!row) return null
    if (deps.clock.now() - row.last_seen_at >= TOUCH_INTERVAL_MS) await touch(row.id as SessionId)
    return {
      id: row.id as SessionId,
      userId: row.user_id as UserId,
      currentGameId: row.game_id as GameId | null,
      createdAtMs: row.created_at,
      secondFactorAtMs: row.second_factor_at,
    }
  }
}

type SessionRow = Pick<
  Selectable<SessionTable>,
  'id' | 'user_id' | 'created_at' | 'last_seen_at' | 'second_factor_at'
> & {
  game_id: string | null
}

/**
 * In the order of the tokens; null where there is no valid session. Hashes are unique, but `limit 1` makes the planner
 * use the index for each token, where it would otherwise scan the table for an estimated hundred tokens.
 */
async function findSessionRows(deps: SessionDeps, tokens: readonly string[]): Promise<(SessionRow | null)[]> {
  const hashes = tokens.map((token) => hashOfToken(token).toString('hex'))
  const { rows } = await sql<SessionRow & { hash: string }>`
    select found.*, given.hash
    from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) as given (hash)
    cross join lateral (
      select session.id, session.user_id, session.created_at, last_seen_at, second_factor_at, game_member.game_id
      from session left join game_member on game_member.user_id = session.user_id
      where token_hash = decode(given.hash, 'hex') and expires_at > ${deps.clock.now()}
      limit 1
    ) as found`.execute(deps.db)
  const byHash = new Map(rows.map((row) => [row.hash, row]))
  return hashes.map((hash) => byHash.get(hash) ?? null)
}

/** Records that these sessions are in use. A locked one is being touched or ended by another call, so it is skipped. */
async function touchSessions({ db, clock }: SessionDeps, ids: readonly SessionId[]): Promise<void[]> {
  const now = clock.now()
  await sql`
    update session
    set last_seen_at = ${now}::bigint,
      expires_at = least(${now + IDLE_LIFETIME_MS}::bigint, free.created_at + ${LONGEST_LIFETIME_MS}::bigint)
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as given (id)
    cross join lateral (
      select session.id, session.created_at from session where session.id = given.id::uuid limit 1
      for no key update skip locked
    ) as free
    where session.id = free.id`.execute(db)
  return ids.map(() => undefined)
}

/** Logs out. The token stops working at once. */
export async function endSession(deps: EndSessionDeps, session: Session): Promise<void> {
  await deps.db.deleteFrom('session').where('id', '=', session.id).execute()
  deps.sessionsEnded(session.userId, session.id)
}

/** Which of these sessions have ended or expired. */
export async function listEndedSessions({ db, clock }: SessionDeps, ids: readonly SessionId[]): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    select given.id
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as given (id)
    left join session on session.id = given.id::uuid and session.expires_at > ${clock.now()}
    where session.id is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** The user's sessions, most recently used first. Times are epoch milliseconds. */
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

/** Ends one of the user's own sessions. @throws not_found */
export async function revokeSession(deps: EndSessionDeps, session: Session, id: SessionId): Promise<void> {
  const { numDeletedRows } = await deps.db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', session.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  deps.sessionsEnded(session.userId, id)
}

/** Ends all of the user's sessions, including the caller's, and forgets the devices that have signed in. */
export async function revokeAllSessions(deps: EndSessionDeps, session: Session): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await trx.deleteFrom('session').where('user_id', '=', session.userId).execute()
    await trx.deleteFrom('known_device').where('user_id', '=', session.userId).execute()
  })
  deps.sessionsEnded(session.userId, null)
}
