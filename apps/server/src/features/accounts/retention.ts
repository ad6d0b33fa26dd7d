import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Clock, DAY_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { LONGEST_WINDOW_MS } from '../../infra/rate-limit.ts'

/** Retention periods. README and the privacy policy state the same. */
const OUTBOX_KEPT_MS = 7 * DAY_MS
const ARCHIVED_GAMES_KEPT_MS = 30 * DAY_MS
const SERVINGS_KEPT_MS = 400 * DAY_MS
const ANSWERS_KEPT_MS = 400 * DAY_MS
const VISITOR_PLAYS_KEPT_MS = 30 * DAY_MS
/** As long as a session may live. */
const KNOWN_DEVICES_KEPT_MS = 365 * DAY_MS
/** In this time strangers get far more attempts than the 100 that this gives back. */
const FAILED_SIGN_INS_KEPT_MS = 30 * DAY_MS
const RESOLVED_COMPLAINTS_KEPT_MS = 400 * DAY_MS
/** Open ones. A visitor has no account that could be erased. */
const VISITOR_COMPLAINTS_KEPT_MS = 400 * DAY_MS
/** Counted from when the stage last got letters or a new game. Longer than a game lasts. */
const STAGES_KEPT_MS = 2 * DAY_MS
const TOPIC_SUGGESTIONS_KEPT_MS = 400 * DAY_MS
/** Rows per statement, so that a large backlog doesn't slow down players. */
const BATCH = 500

export interface RetentionDeps {
  db: Kysely<Tables>
  clock: Clock
  /** Contains the mail outbox if no mail server is configured. */
  dataDir: string
}

/**
 * Deletes a batch of each kind of expired data: sign-in codes, unsent mails, sessions, known devices, failed sign-ins,
 * rate-limit hits, archived games, servings, answers, Daily Tens of visitors, stages, topic suggestions, complaints that
 * are resolved or a visitor's, and mails in the outbox. Returns whether there may be more. Safe to run on several
 * processes.
 */
export async function sweepAccounts({ db, clock, dataDir }: RetentionDeps): Promise<boolean> {
  const now = clock.now()
  await sweepOutbox(join(dataDir, 'outbox'), now - OUTBOX_KEPT_MS)
  const counts = [
    await deleteBatch(db, sql`mailed_code`, sql`expires_at between 0 and ${now}`),
    // Processes of the previous version still write these during an upgrade.
    await deleteBatch(db, sql`sign_in_code`, sql`expires_at between 0 and ${now}`),
    await deleteBatch(db, sql`queued_mail`, sql`expires_at between 0 and ${now}`),
    await deleteBatch(db, sql`session`, sql`expires_at between 0 and ${now}`),
    await deleteBatch(db, sql`known_device`, sql`last_signed_in_at between 0 and ${now - KNOWN_DEVICES_KEPT_MS}`),
    await deleteBatch(db, sql`failed_sign_in`, sql`last_failed_at between 0 and ${now - FAILED_SIGN_INS_KEPT_MS}`),
    await deleteBatch(db, sql`rate_hit`, sql`at between 0 and ${now - LONGEST_WINDOW_MS}`),
    await deleteBatch(db, sql`game`, sql`archived_at between 0 and ${now - ARCHIVED_GAMES_KEPT_MS}`),
    await deleteBatch(db, sql`serving`, sql`served_at between 0 and ${now - SERVINGS_KEPT_MS}`),
    await deleteBatch(db, sql`answer`, sql`answered_at between 0 and ${now - ANSWERS_KEPT_MS}`),
    await deleteBatch(
      db,
      sql`daily_play`,
      sql`visitor_hash is not null and started_at between 0 and ${now - VISITOR_PLAYS_KEPT_MS}`,
    ),
    await deleteBatch(db, sql`stage`, sql`seen_at between 0 and ${now - STAGES_KEPT_MS}`),
    await deleteBatch(db, sql`topic_suggestion`, sql`created_at between 0 and ${now - TOPIC_SUGGESTIONS_KEPT_MS}`),
    await deleteBatch(db, sql`complaint`, sql`resolved_at between 0 and ${now - RESOLVED_COMPLAINTS_KEPT_MS}`),
    await deleteBatch(
      db,
      sql`complaint`,
      sql`resolved_at is null and reporter like 'address:%'
        and created_at between 0 and ${now - VISITOR_COMPLAINTS_KEPT_MS}`,
    ),
  ]
  return counts.some((count) => count === BATCH)
}

/**
 * Skips rows locked by another process. Returns the number of deleted rows. The condition has a lower bound as well,
 * because with an upper bound alone a generic plan expects a third of the table to match and scans all of it.
 */
async function deleteBatch(db: Kysely<Tables>, table: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
  const { numAffectedRows } = await sql`
    delete from ${table} where ctid in (
      select ctid from ${table} where ${condition} limit ${sql.lit(BATCH)} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** File names start with the time of the mail; unfinished ones start with a dot. */
async function sweepOutbox(folder: string, beforeMs: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // The outbox doesn't exist until the first mail is written.
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const sentMs = Number(/^\.?(\d+)-.*\.eml(?:\.part)?$/.exec(name)?.[1] ?? Infinity)
    if (sentMs <= beforeMs) await rm(join(folder, name), { force: true })
  }
}
