import type { Kysely } from 'kysely'
import { HOUR_MS } from './clock.ts'
import type { Tables } from './db/tables.ts'
import { holdLock } from './db/transaction.ts'
import type { Secrets } from './secrets.ts'

/** At most `max` hits of a key in any `windowMs`. */
export interface RateLimit {
  key: string
  max: number
  windowMs: number
}

export interface RateLimiter {
  /** Milliseconds until another hit is allowed, 0 if it is now. Locks the key until the transaction ends. */
  waitMs(db: Kysely<Tables>, limit: RateLimit): Promise<number>
  /** Records a hit. */
  hit(db: Kysely<Tables>, key: string): Promise<void>
  /** Records a hit for each limit and returns 0; if any is reached, records none and returns how long to wait, in ms. */
  take(db: Kysely<Tables>, limits: readonly RateLimit[]): Promise<number>
  /** Deletes the hits of these keys. */
  forget(db: Kysely<Tables>, keys: readonly string[]): Promise<void>
}

/**
 * Sliding-window limits in the database, shared by all processes (contract 4). Call it inside a transaction: an advisory
 * lock per key serializes concurrent callers. Keys are stored hashed, since they contain addresses.
 */
export function createRateLimiter(secrets: Secrets, now: () => number): RateLimiter {
  const stored = (key: string) => secrets.mac('rate limit', key).toString('base64url')

  async function waitMs(db: Kysely<Tables>, limit: RateLimit): Promise<number> {
    const key = stored(limit.key)
    await holdLock(db, key)
    // The hit that must leave the window before another is allowed.
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
    // Locks in a fixed order, so that two callers can't deadlock.
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

/** No limit looks further back than this. */
export const LONGEST_WINDOW_MS = HOUR_MS
