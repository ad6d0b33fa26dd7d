import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { LONGEST_WINDOW_MS } from '../../infra/rate-limit.ts'

/** Deletes what nobody can use any more: dead codes, ended sessions, hits that are out of every limit's window. */
export async function sweepAccounts({ db, clock }: { db: Kysely<Tables>; clock: Clock }): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('sign_in_code').where('expires_at', '<=', now).execute()
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('rate_hit')
    .where('at', '<=', now - LONGEST_WINDOW_MS)
    .execute()
}
