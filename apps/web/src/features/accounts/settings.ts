import type { Settings } from '@quizmaster/contract/http/user'
import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { call, dataOf } from '../../platform/http.ts'
import { queryClient } from '../../platform/query-client.ts'

const SETTINGS_KEY = ['settings']

/** The player's time zone and whether missed questions come back; undefined until known. */
export function useSettings(): Settings | undefined {
  return useQuery({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => fetchSettings(signal) }).data
}

/** Changes some of the settings. */
export async function updateSettings(change: Partial<{ time_zone: string; review_missed: boolean }>): Promise<void> {
  queryClient.setQueryData(SETTINGS_KEY, dataOf(await call(userApi.updateSettings, change)))
}

/** Tells the server the time zone of this device, if the account has another one: days begin by the player's clock. */
export async function sendTimeZone(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { time_zone } = await queryClient.fetchQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => fetchSettings(signal),
  })
  if (timeZone && timeZone !== time_zone) await updateSettings({ time_zone: timeZone })
}

async function fetchSettings(signal: AbortSignal): Promise<Settings> {
  return dataOf(await call(userApi.getSettings, undefined, { signal }))
}
