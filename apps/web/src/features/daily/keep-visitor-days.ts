import { dailyApi } from '@quizmaster/contract/routes/gameplay'
import { call } from '../../platform/http.ts'
import { logDebug } from '../../platform/log.ts'
import { storage } from '../../platform/storage.ts'
import { deviceTimeZone } from '../../platform/time-zone.ts'

/** Adds the Daily Tens that this browser played before the sign-in to the account. A failure is retried next time. */
export async function keepVisitorDays(): Promise<void> {
  const visitor = storage.get('dailyVisitor')
  if (visitor === null) return
  try {
    await call(dailyApi.keep, { time_zone: deviceTimeZone(), visitor })
    storage.remove('dailyVisitor')
  } catch (error) {
    logDebug('visitor_days_not_kept', { err: error })
  }
}
