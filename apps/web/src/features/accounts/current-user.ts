import type { User } from '@quizmaster/contract/http/user'
import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/http.ts'
import { queryClient } from '../../platform/query-client.ts'
import { CURRENT_USER_KEY, endSession, forgetUser } from '../../platform/session.ts'
import { storage } from '../../platform/storage.ts'

const FRESH_MS = 60_000

export interface CurrentUser {
  /** `undefined` while it is not known, null for a visitor. */
  user: User | null | undefined
  /** Set when the user can't be had; the token stays, and `retry` asks again (contract 8). */
  error: Error | null
  retry: () => void
}

/** The signed-in user, asked once and kept under `current_user`. Without a token nobody has to be asked. */
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

/** Puts a newer state of the user into the cache, as an answer of the server gave it. */
export function setCurrentUser(user: User): void {
  queryClient.setQueryData(CURRENT_USER_KEY, user)
}

/** Takes a fresh token: from now on calls carry it, and the user is asked for. */
export function startSession(token: string): void {
  storage.set('token', token)
  void queryClient.resetQueries({ queryKey: CURRENT_USER_KEY })
}

/** Logs out here and on the server. A server that can't be reached doesn't keep anybody in. */
export async function signOut(): Promise<void> {
  const told = call(userApi.logout).catch(() => undefined)
  // The call has its token by now. The sockets go first: the server closes them, and they would come back in vain.
  forgetUser()
  await told
  endSession()
}

async function fetchCurrentUser({ signal }: { signal: AbortSignal }): Promise<User | null> {
  const answer = await call(userApi.currentUser, undefined, { signal })
  // Product 7: the data field is read, or null if absent; null for a stored token means that it is dead.
  const user = answer.data ?? null
  if (user === null) forgetUser({ keep: ['joinGameId'] })
  return user
}
