import { MESSAGES } from '@quizmaster/contract/messages'
import type { Kysely } from 'kysely'
import { Refusal } from '../refusal.ts'
import { HOUR_MS } from './clock.ts'
import type { Tables } from './db/tables.ts'
import { holdLock, inTransaction } from './db/transaction.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './secrets.ts'

/** No limit looks further back than this. */
export const LONGEST_WINDOW_MS = HOUR_MS

/** At most `max` hits of a key in any `windowMs`. */
export interface RateLimit {
  /** Begins with the name of the limit and a colon. The name is a metric's label, so it must not identify a person. */
  key: string
  max: number
  windowMs: number
}

/**
 * A limit by client address. An IPv6 address counts by its /64, which is one household's, and with ten times the limit
 * by its /48, which may be one customer's: otherwise that customer would count as 65,536 clients.
 * @param address as `clientAddress` returns it: an IPv4 address, or the first four groups of an IPv6 address
 */
export function limitsByAddress(address: string, limitOf: (network: string) => RateLimit): RateLimit[] {
  const limit = limitOf(address)
  const wider = widerNetwork(address)
  return wider === null ? [limit] : [limit, { ...limitOf(wider), max: limit.max * WIDER_NETWORK_FACTOR }]
}

/** A /48 may do this many times what a /64 may. */
export const WIDER_NETWORK_FACTOR = 10

/** The /48 around a client's /64; null for IPv4. */
export function widerNetwork(address: string): string | null {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : null
}

/** The longest wait, and the key of its limit. */
interface Wait {
  forMs: number
  key: string
}

interface RefusalOptions {
  /** The form field under which the refusal is shown. */
  field?: string
}

/**
 * Sliding-window limits in the database, shared by all processes. An advisory lock per key serializes concurrent
 * callers until their transactions end. Keys are stored hashed, since they contain addresses.
 */
export interface RateLimiter {
  /**
   * Records a hit for each limit, in the transaction `db` or in one of its own; none if any limit is reached.
   * @throws rate_limited, with the time to wait
   */
  take(db: Kysely<Tables>, limits: RateLimit | readonly RateLimit[], options?: RefusalOptions): Promise<void>
  /** Records nothing; to count, call `hit` in the same transaction. @throws rate_limited if a limit is reached */
  check(trx: Kysely<Tables>, limits: RateLimit | readonly RateLimit[], options?: RefusalOptions): Promise<void>
  /** Whether any of the limits is reached. Records nothing. */
  isReached(trx: Kysely<Tables>, limits: RateLimit | readonly RateLimit[]): Promise<boolean>
  /** Records a hit. */
  hit(db: Kysely<Tables>, key: string): Promise<void>
  /** Deletes the hits of these keys. */
  forget(db: Kysely<Tables>, keys: readonly string[]): Promise<void>
}

interface RateLimiterDeps {
  secrets: Secrets
  metrics: Pick<Metrics, 'rateLimitsHit'>
  now: () => number
}

export function createRateLimiter({ secrets, metrics, now }: RateLimiterDeps): RateLimiter {
  const stored = (key: string) => secrets.mac('rate limit', key).toString('base64url')

  /** Milliseconds until another hit is allowed, 0 if it is now. Locks the key until the transaction ends. */
  async function waitMs(trx: Kysely<Tables>, limit: RateLimit): Promise<number> {
    const key = stored(limit.key)
    await holdLock(trx, key)
    // The hit that must leave the window before another is allowed.
    const blocking = await trx
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

  /** The longest wait of several limits. Locks their keys in a fixed order, so that two callers can't deadlock. */
  async function longestWait(trx: Kysely<Tables>, limits: RateLimit | readonly RateLimit[]): Promise<Wait> {
    let longest: Wait = { forMs: 0, key: '' }
    const ordered = [limits].flat().toSorted((a, b) => (a.key < b.key ? -1 : 1))
    for (const limit of ordered) {
      const forMs = await waitMs(trx, limit)
      if (forMs > longest.forMs) longest = { forMs, key: limit.key }
    }
    return longest
  }

  function refuseUntil({ forMs, key }: Wait, { field }: RefusalOptions = {}): void {
    if (forMs === 0) return
    metrics.rateLimitsHit.inc({ limit: key.slice(0, key.indexOf(':')) })
    const fields = field === undefined ? {} : { fields: { [field]: [MESSAGES.tooManyAttempts] } }
    throw new Refusal('rate_limited', { retryAfterMs: forMs, ...fields })
  }

  async function hit(db: Kysely<Tables>, key: string): Promise<void> {
    await db
      .insertInto('rate_hit')
      .values({ key: stored(key), at: now() })
      .execute()
  }

  return {
    hit,
    async check(trx, limits, options) {
      refuseUntil(await longestWait(trx, limits), options)
    },
    async isReached(trx, limits) {
      return (await longestWait(trx, limits)).forMs > 0
    },
    async take(db, limits, options) {
      await inTransaction(db, async (trx) => {
        refuseUntil(await longestWait(trx, limits), options)
        for (const key of new Set([limits].flat().map((limit) => limit.key))) await hit(trx, key)
      })
    },
    async forget(db, keys) {
      await db.deleteFrom('rate_hit').where('key', 'in', keys.map(stored)).execute()
    },
  }
}
