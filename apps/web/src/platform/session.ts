import { createEvent } from './event.ts'
import { onUnauthorized } from './http.ts'
import { queryClient } from './query-client.ts'
import { storage, type StorageKey } from './storage.ts'

/** The query key of the signed-in user. */
export const CURRENT_USER_KEY = ['current_user'] as const

const sessionEnd = createEvent()

/** Registers what must forget the user when a session ends, such as a store in memory or a socket. */
export const onSessionEnd = sessionEnd.subscribe

onUnauthorized(endLostSession)

/** Removes everything stored about the user and resets the stores in memory. The query cache is left to the caller. */
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

/** Applies a sign-in or sign-out of another tab here too, until the returned function is called. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== 'token' && event.key !== null) return
    if (storage.get('token') === null) endLostSession()
    else void queryClient.resetQueries({ queryKey: CURRENT_USER_KEY })
  }
  // A page from the back/forward cache missed a sign-out meanwhile, and must not show the former user.
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

/** The session ended elsewhere. An invitation is kept, to be followed after the next sign-in, for which the device is known. */
function endLostSession(): void {
  endSession({ keep: ['joinGameId', 'deviceToken'] })
}
