import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { LONGEST_WINDOW_MS } from '../../infra/rate-limit.ts'

const DAY_MS = 86_400_000
/** How long what nobody needs any more is kept; README and the privacy policy say the same. */
const OUTBOX_KEPT_MS = 7 * DAY_MS
const ARCHIVED_GAMES_KEPT_MS = 30 * DAY_MS
const SERVINGS_KEPT_MS = 400 * DAY_MS
const RESOLVED_COMPLAINTS_KEPT_MS = 400 * DAY_MS
/** Rows a statement: a large backlog must not hold up those who play. */
const BATCH = 500

export interface RetentionDeps {
  db: Kysely<Tables>
  clock: Clock
  /** The folder in which mails lie where no mail server is set. */
  dataDir: string
}

/**
 * Deletes a batch each of what has been kept long enough: dead codes, ended sessions, hits that are out of every limit's
 * window, archived games, old servings, complaints resolved long ago, and mails in the outbox. True when there may be more. Any node may run it.
 */
export async function sweepAccounts({ db, clock, dataDir }: RetentionDeps): Promise<boolean> {
  const now = clock.now()
  await sweepOutbox(join(dataDir, 'outbox'), now - OUTBOX_KEPT_MS)
  const counts = [
    await deleteBatch(db, sql`sign_in_code`, sql`expires_at <= ${now}`),
    await deleteBatch(db, sql`session`, sql`expires_at <= ${now}`),
    await deleteBatch(db, sql`rate_hit`, sql`at <= ${now - LONGEST_WINDOW_MS}`),
    await deleteBatch(db, sql`game`, sql`archived_at <= ${now - ARCHIVED_GAMES_KEPT_MS}`),
    await deleteBatch(db, sql`serving`, sql`served_at <= ${now - SERVINGS_KEPT_MS}`),
    await deleteBatch(db, sql`complaint`, sql`resolved_at <= ${now - RESOLVED_COMPLAINTS_KEPT_MS}`),
  ]
  return counts.some((count) => count === BATCH)
}

/** Leaves alone what another node has in hand. Gives how many rows went. */
async function deleteBatch(db: Kysely<Tables>, table: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
  const { numAffectedRows } = await sql`
    delete from ${table} where ctid in (
      select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A mail's file begins with its moment; one that was never finished begins with a dot. */
async function sweepOutbox(folder: string, beforeMs: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // No mail has ever been written here.
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const sentMs = Number(/^\.?(\d+)-.*\.eml(?:\.part)?$/.exec(name)?.[1] ?? Infinity)
    if (sentMs <= beforeMs) await rm(join(folder, name), { force: true })
  }
}
