import type { Kysely } from 'kysely'
import { rateQueuedAnswers } from '../features/questions/ratings.ts'
import type { Tables } from '../infra/db/tables.ts'

/** Resolves once every queued answer has been rated, be it by this call or by an app's background task. */
export async function rateAll(db: Kysely<Tables>): Promise<void> {
  const hasUnrated = async () =>
    (await db.selectFrom('unrated_answer').select('is_right').limit(1).execute()).length > 0
  while (await hasUnrated()) await rateQueuedAnswers(db)
}
