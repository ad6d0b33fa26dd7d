import type { Weeks } from '@quizmaster/contract/http/daily'
import type { UserId } from '@quizmaster/contract/ids'
import { PAUSE_DAYS } from '@quizmaster/contract/limits'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { addDays, localDateAt } from '../../infra/local-date.ts'
import { countWeeks, earliestOnTimeDate } from './weeks.ts'

export interface WeeksDeps {
  db: Kysely<Tables>
  clock: Clock
}

interface WeeksRequest {
  userId: UserId
  timeZone: string
}

/** The weeks that a player has kept, with their pauses, and whether they are shown. */
export async function getWeeks({ db, clock }: WeeksDeps, { userId, timeZone }: WeeksRequest): Promise<Weeks> {
  const played = await db
    .selectFrom('daily_play')
    .select('date')
    .where('user_id', '=', userId)
    .where('is_on_time', '=', true)
    .execute()
  const pauses = await db
    .selectFrom('daily_pause')
    .select(['from_date as from', 'until_date as until'])
    .where('user_id', '=', userId)
    .execute()
  const player = await db
    .selectFrom('daily_player')
    .select('are_weeks_shown')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    are_shown: player?.are_weeks_shown ?? true,
    ...countWeeks({
      played: new Set(played.map(({ date }) => date)),
      pauses,
      today: localDateAt(clock.now(), timeZone),
      earliestOnTime: earliestOnTimeDate(clock.now(), timeZone),
    }),
  }
}

interface WeekSettings {
  /** Starts a pause of 30 days today, or ends the one that is running. */
  isPaused?: boolean | undefined
  areWeeksShown?: boolean | undefined
}

/** Changes a player's settings and returns their weeks. A running pause is not prolonged. */
export async function changeWeekSettings(
  deps: WeeksDeps,
  request: WeeksRequest,
  settings: WeekSettings,
): Promise<Weeks> {
  const { userId, timeZone } = request
  const { isPaused, areWeeksShown } = settings
  const today = localDateAt(deps.clock.now(), timeZone)
  return inTransaction(deps.db, async (trx) => {
    if (areWeeksShown !== undefined) {
      const row = { user_id: userId, are_weeks_shown: areWeeksShown }
      await trx
        .insertInto('daily_player')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    }
    if (isPaused === false) {
      await trx
        .updateTable('daily_pause')
        .set({ until_date: today })
        .where('user_id', '=', userId)
        .where('until_date', '>', today)
        .execute()
      await trx
        .deleteFrom('daily_pause')
        .where('user_id', '=', userId)
        .whereRef('from_date', '>=', 'until_date')
        .execute()
    }
    const before = await getWeeks({ ...deps, db: trx }, request)
    if (isPaused !== true || before.paused_until !== null) return before
    await trx
      .insertInto('daily_pause')
      .values({ user_id: userId, from_date: today, until_date: addDays(today, PAUSE_DAYS) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return getWeeks({ ...deps, db: trx }, request)
  })
}
