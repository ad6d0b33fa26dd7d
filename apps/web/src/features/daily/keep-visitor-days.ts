import { dailyApi } from '@quizmaster/contract/routes/gameplay'
import { call } from '../../platform/http.ts'
import { logDebug } from '../../platform/log.ts'
import { storage } from '../../platform/storage.ts'
import { deviceTimeZone } from '../../platform/time-zone.ts'

/** Adds what was played in this browser before signing in to the account. A failure is retried next time. */
export async function keepVisitorDays(): Promise<void> {
  const visitor = storage.get('dailyVisitor')
  if (visitor === null) return
  try {
    await call(dailyApi.keep, { time_zone: deviceTimeZone(), visitor })
    storage.remove('dailyVisitor')
  } catch (error) {
    logDebug('the Daily Ten of a visitor was not kept yet', error)
  }
}
