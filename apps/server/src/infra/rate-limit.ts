import { type Kysely, sql } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { Secrets } from './secrets.ts'

/** At most `max` hits of a key in any `windowMs`. */
export interface RateLimit {
  key: string
  max: number
  windowMs: number
}

export interface RateLimiter {
  /** Milliseconds until the limit has room again; 0 when it has. Holds the key until the transaction ends. */
  waitMs(db: Kysely<Tables>, limit: RateLimit): Promise<number>
  /** Counts one hit. */
  hit(db: Kysely<Tables>, key: string): Promise<void>
  /** Counts one hit of each limit, or, where one is full, none; then how long to wait, in milliseconds. */
  take(db: Kysely<Tables>, limits: readonly RateLimit[]): Promise<number>
  /** Drops what was counted under these keys. */
  forget(db: Kysely<Tables>, keys: readonly string[]): Promise<void>
}

/**
 * Sliding-window limits kept in the database, so that all processes share them (contract 4). Call it inside a
 * transaction: an advisory lock a key makes parallel callers wait for each other. Keys are stored hashed, since they
 * hold addresses.
 */
export function createRateLimiter(secrets: Secrets, now: () => number): RateLimiter {
  const stored = (key: string) => secrets.mac('rate limit', key).toString('base64url')

  async function waitMs(db: Kysely<Tables>, limit: RateLimit): Promise<number> {
    const key = stored(limit.key)
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
    // The hit that has to leave the window before there is room again.
    const blocking = await db
      .selectFrom('rate_hit')
      .select('at')
      .where('key', '=', key)
      .where('at', '>', now() - limit.windowMs)
      .orderBy('at', 'desc')
      .offset(limit.max - 1)
      .limit(1)
      .executeTakeFirst()
    return blocking ? Math.max(1, blocking.at + limit.windowMs - now()) : 0
  }

  async function hit(db: Kysely<Tables>, key: string): Promise<void> {
    await db
      .insertInto('rate_hit')
      .values({ key: stored(key), at: now() })
      .execute()
  }

  async function take(db: Kysely<Tables>, limits: readonly RateLimit[]): Promise<number> {
    // Always in the same order, so that two callers never wait for each other's lock.
    const ordered = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    let longestMs = 0
    for (const limit of ordered) longestMs = Math.max(longestMs, await waitMs(db, limit))
    if (longestMs > 0) return longestMs
    for (const key of new Set(ordered.map((limit) => limit.key))) await hit(db, key)
    return 0
  }

  async function forget(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
    await db.deleteFrom('rate_hit').where('key', 'in', keys.map(stored)).execute()
  }

  return { waitMs, hit, take, forget }
}

/** Hits older than this are out of every window. */
export const LONGEST_WINDOW_MS = 60 * 60_000
