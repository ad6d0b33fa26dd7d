import type { User } from '@quizmaster/contract/http/user'
import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '../../platform/durations.ts'
import { call } from '../../platform/http.ts'
import { queryClient } from '../../platform/query-client.ts'
import { CURRENT_USER_KEY, endSession, forgetUser } from '../../platform/session.ts'
import { storage } from '../../platform/storage.ts'

const FRESH_MS = MINUTE_MS

export interface CurrentUser {
  /** `undefined` until known, null for a visitor. */
  user: User | null | undefined
  /** Why the user could not be fetched. The token stays, and `retry` asks again. */
  error: Error | null
  retry: () => void
}

/** The signed-in user, cached under `current_user`. Without a token no call is made. */
export function useCurrentUser(): CurrentUser {
  const hasToken = storage.get('token') !== null
  const { data, error, refetch } = useQuery({
    queryKey: CURRENT_USER_KEY,
    queryFn: fetchCurrentUser,
    staleTime: FRESH_MS,
    enabled: hasToken,
  })
  const user = hasToken ? data : null
  return { user, error: user === undefined ? error : null, retry: () => void refetch() }
}

/** Caches a newer state of the user, as returned by the server. */
export function setCurrentUser(user: User): void {
  queryClient.setQueryData(CURRENT_USER_KEY, user)
}

/** Stores a new token, which all calls carry from now on, and fetches the user. */
export function startSession(token: string): void {
  storage.set('token', token)
  void queryClient.resetQueries({ queryKey: CURRENT_USER_KEY })
}

/** Logs out here and on the server; here also if the server cannot be reached. */
export async function signOut(): Promise<void> {
  const logout = call(userApi.logout).catch(() => undefined)
  // The call has its token already. Sockets close first, or they would reconnect when the server closes them.
  forgetUser({ keep: ['deviceToken'] })
  await logout
  endSession({ keep: ['deviceToken'] })
}

async function fetchCurrentUser({ signal }: { signal: AbortSignal }): Promise<User | null> {
  const answer = await call(userApi.currentUser, undefined, { signal })
  // Null for a stored token means that the token is no longer valid (product 7).
  const user = answer.data ?? null
  if (user === null) forgetUser({ keep: ['joinGameId', 'deviceToken'] })
  return user
}
