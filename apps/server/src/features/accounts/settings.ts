import type { Settings } from '@quizmaster/contract/http/user'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'

/** The caller's time zone, and whether missed questions come back. @throws unauthorized if the account is gone */
export async function getSettings(db: Kysely<Tables>, userId: UserId): Promise<Settings> {
  const row = await db
    .selectFrom('app_user')
    .select(['time_zone', 'review_missed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('unauthorized')
  return row
}

interface SettingsChange {
  time_zone?: string | undefined
  review_missed?: boolean | undefined
}

/** Changes those that are given, at least one. @throws unauthorized if the account is gone */
export async function updateSettings(
  db: Kysely<Tables>,
  userId: UserId,
  { time_zone, review_missed }: SettingsChange,
): Promise<Settings> {
  const row = await db
    .updateTable('app_user')
    .set({
      ...(time_zone === undefined ? {} : { time_zone }),
      ...(review_missed === undefined ? {} : { review_missed }),
    })
    .where('id', '=', userId)
    .returning(['time_zone', 'review_missed'])
    .executeTakeFirst()
  if (!row) throw new Refusal('unauthorized')
  return row
}
