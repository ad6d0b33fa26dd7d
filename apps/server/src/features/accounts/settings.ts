import type { Settings } from '@quizmaster/contract/http/user'
import type { UserId } from '@quizmaster/contract/ids'
import { TIME_FACTOR_KEPT_MS, type TimeFactor } from '@quizmaster/contract/limits'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { AppUserTable } from '../../infra/db/tables/accounts.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { Refusal } from '../../refusal.ts'

export interface SettingsDeps {
  db: Kysely<Tables>
  clock: Clock
}

const COLUMNS = ['time_zone', 'review_missed', 'time_factor', 'time_factor_chosen_at'] as const
type Row = Pick<Selectable<AppUserTable>, (typeof COLUMNS)[number]>

/** The caller's settings. @throws unauthorized if the account is gone */
export async function getSettings({ db, clock }: SettingsDeps, userId: UserId): Promise<Settings> {
  const row = await db.selectFrom('app_user').select(COLUMNS).where('id', '=', userId).executeTakeFirst()
  if (!row) throw new Refusal('unauthorized')
  return shown(row, clock.now())
}

interface SettingsChange {
  time_zone?: string | undefined
  review_missed?: boolean | undefined
  time_factor?: TimeFactor | undefined
}

/**
 * Changes the settings that are given, at least one, all or nothing.
 * @throws unauthorized if the account is gone; time_factor_kept if the time to answer was changed less than a week ago
 */
export function updateSettings({ db, clock }: SettingsDeps, userId: UserId, change: SettingsChange): Promise<Settings> {
  const { time_zone, review_missed, time_factor } = change
  return inTransaction(db, async (trx) => {
    const nowMs = clock.now()
    const row = await trx
      .updateTable('app_user')
      .set({
        ...(time_zone === undefined ? {} : { time_zone }),
        ...(review_missed === undefined ? {} : { review_missed }),
        ...(time_factor === undefined ? {} : await chosenFactor(trx, userId, time_factor, nowMs)),
      })
      .where('id', '=', userId)
      .returning(COLUMNS)
      .executeTakeFirst()
    if (!row) throw new Refusal('unauthorized')
    return shown(row, nowMs)
  })
}

/** Locks the account, so that one of two concurrent changes is refused. Choosing the present factor is no change. */
async function chosenFactor(trx: Transaction<Tables>, userId: UserId, timeFactor: TimeFactor, nowMs: number) {
  const present = await trx
    .selectFrom('app_user')
    .select(['time_factor', 'time_factor_chosen_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!present) throw new Refusal('unauthorized')
  if (present.time_factor === timeFactor) return { time_factor: timeFactor }
  const keptUntilMs = keptUntil(present)
  if (nowMs < keptUntilMs) throw new Refusal('time_factor_kept', { details: { time_factor_kept_until: keptUntilMs } })
  return { time_factor: timeFactor, time_factor_chosen_at: nowMs }
}

function keptUntil({ time_factor_chosen_at: chosenAtMs }: Pick<Row, 'time_factor_chosen_at'>): number {
  return chosenAtMs === null ? 0 : chosenAtMs + TIME_FACTOR_KEPT_MS
}

/** A player who has never changed their time to answer gets the same response as before the setting existed. */
function shown(row: Row, nowMs: number): Settings {
  const { time_zone, review_missed, time_factor, time_factor_chosen_at } = row
  const keptUntilMs = keptUntil(row)
  return {
    time_zone,
    review_missed,
    ...(time_factor_chosen_at === null ? {} : { time_factor: time_factor as TimeFactor }),
    ...(nowMs < keptUntilMs ? { time_factor_kept_until: keptUntilMs } : {}),
  }
}

/** The time factors of these users in games, for those who have more than the usual time to answer. */
export async function findTimeFactors(
  db: Kysely<Tables>,
  userIds: readonly UserId[],
): Promise<Readonly<Record<UserId, number>>> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'time_factor'])
    .where('id', 'in', userIds)
    .where('time_factor', '>', 1)
    .execute()
  return Object.fromEntries(rows.map(({ id, time_factor }) => [id as UserId, time_factor]))
}
