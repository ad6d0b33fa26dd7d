import type { AuditEntry } from '@quizmaster/contract/http/admin'
import type { Kysely } from 'kysely'
import { type Clock, DAY_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'

const ENTRIES_A_PAGE = 100
const KEPT_MS = 400 * DAY_MS

/** What operators did, the latest first; 100 a page, from page 1. */
export async function listAudit(
  { db }: { db: Kysely<Tables> },
  page: number,
): Promise<{ entries: AuditEntry[]; has_more: boolean }> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['id', 'at', 'admin_email', 'action', 'subject', 'details'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ENTRIES_A_PAGE + 1)
    .offset((page - 1) * ENTRIES_A_PAGE)
    .execute()
  return { entries: rows.slice(0, ENTRIES_A_PAGE), has_more: rows.length > ENTRIES_A_PAGE }
}

/** Deletes what is older than 400 days: a year, and time to look back at it. */
export async function sweepAudit({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('audit_entry')
    .where('at', '<=', clock.now() - KEPT_MS)
    .execute()
}
