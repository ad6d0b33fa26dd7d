import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '@quizmaster/contract/http/endpoints'
import { call, dataOf } from '../../platform/http.ts'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { useAction } from '../../platform/use-action.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { strings } from './strings.ts'

/** A device that somebody is signed in on. */
export type DeviceSession = AnswerOf<typeof userApi.listSessions>['data'][number]

const SESSIONS_KEY = ['sessions'] as const

/** Where the user is signed in: this device first, then by when they were last seen. */
export function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: fetchSessions, staleTime: 0 })
}

/** Signs another device out. */
export function useSignOutDevice() {
  return useAction(({ id }: DeviceSession) => call(userApi.revokeSession, undefined, { params: { id } }), {
    onDone: (_, { device, id }) => {
      queryClient.setQueryData<DeviceSession[]>(SESSIONS_KEY, (list) => list?.filter((other) => other.id !== id))
      showToast({ type: 'success', title: strings.signedOut, message: strings.signedOutOf(device) })
    },
    onFailure: ({ message }) => {
      showToast({ type: 'error', title: strings.failed, message })
      void queryClient.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
}

/** Signs out everywhere, here too: the layout leads to the landing. */
export function useSignOutEverywhere() {
  return useAction(() => call(userApi.revokeAllSessions), {
    onDone: () => endSession(),
    onFailure: ({ message }) => showToast({ type: 'error', title: strings.failed, message }),
  })
}

async function fetchSessions({ signal }: { signal: AbortSignal }): Promise<DeviceSession[]> {
  const sessions = dataOf(await call(userApi.listSessions, undefined, { signal }))
  return sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at - a.last_seen_at)
}
