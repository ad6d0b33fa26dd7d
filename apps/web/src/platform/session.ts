import { createEvent } from './event.ts'
import { onUnauthorized } from './http.ts'
import { queryClient } from './query-client.ts'
import { storage, type StorageKey } from './storage.ts'

/** The query key of the signed-in user. */
export const CURRENT_USER_KEY = ['current_user'] as const

const sessionEnd = createEvent()

/** Registers a callback for the end of a session, which resets a store in memory or closes a socket, for example. */
export const onSessionEnd = sessionEnd.subscribe

onUnauthorized(endLostSession)

/**
 * Removes everything stored about the user and resets the stores in memory, but leaves the query cache to the caller.
 */
export function forgetUser({ keep = [] }: { keep?: readonly StorageKey[] } = {}): void {
  // Stores first: a persisted store would write its key again.
  sessionEnd.emit()
  storage.clearAll({ keep })
}

/** Ends the session on this device: clears stored values, stores and the query cache, so that screens see a visitor. */
export function endSession({ keep = [] }: { keep?: readonly StorageKey[] } = {}): void {
  forgetUser({ keep })
  void queryClient.cancelQueries()
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== CURRENT_USER_KEY[0] })
  queryClient.getMutationCache().clear()
  queryClient.setQueryData(CURRENT_USER_KEY, null)
}

/** Applies sign-ins and sign-outs in other tabs to this one, until the returned function is called. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== 'token' && event.key !== null) return
    if (storage.get('token') === null) endLostSession()
    else void queryClient.resetQueries({ queryKey: CURRENT_USER_KEY })
  }
  // A page from the back/forward cache may have missed a sign-out, and must not show the former user.
  const checkRestored = ({ persisted }: PageTransitionEvent) => {
    if (persisted && storage.get('token') === null) endLostSession()
  }
  window.addEventListener('storage', follow)
  window.addEventListener('pageshow', checkRestored)
  return () => {
    window.removeEventListener('storage', follow)
    window.removeEventListener('pageshow', checkRestored)
  }
}

/**
 * Ends a session that ended in another tab. The invitation is kept for the next sign-in, and so is the token by which
 * that sign-in recognizes the device.
 */
function endLostSession(): void {
  endSession({ keep: ['joinGameId', 'deviceToken'] })
}
