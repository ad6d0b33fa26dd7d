import type { Settings } from '@quizmaster/contract/http/user'
import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { call, dataOf } from '../../platform/http.ts'
import { queryClient } from '../../platform/query-client.ts'
import { deviceTimeZone } from '../../platform/time-zone.ts'

/** The query key of the settings. */
export const SETTINGS_KEY = ['settings']

/** The player's own settings; undefined until known. */
export function useSettings(): Settings | undefined {
  return useQuery({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => fetchSettings(signal) }).data
}

type Change = Partial<Pick<Settings, 'review_missed' | 'time_factor'> & { time_zone: string }>

/** Changes some of the settings. Returns all of them. */
export async function updateSettings(change: Change): Promise<Settings> {
  const settings = dataOf(await call(userApi.updateSettings, change))
  queryClient.setQueryData(SETTINGS_KEY, settings)
  return settings
}

/**
 * Sends this device's time zone to the server if the account has a different one. It decides when the player's days
 * begin.
 */
export async function sendTimeZone(): Promise<void> {
  const timeZone = deviceTimeZone()
  const { time_zone } = await queryClient.fetchQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => fetchSettings(signal),
  })
  if (timeZone !== time_zone) await updateSettings({ time_zone: timeZone })
}

async function fetchSettings(signal: AbortSignal): Promise<Settings> {
  return dataOf(await call(userApi.getSettings, undefined, { signal }))
}
