import { queryClient } from './query-client.ts'
import { storage, type StorageKey } from './storage.ts'

/** The key under which the signed-in user is cached (product 3). */
export const CURRENT_USER_KEY = ['current_user'] as const

const resets = new Set<() => void>()

/** Names what must forget the user when a session ends: a store in memory, a socket (contract 8). */
export function onSessionEnd(reset: () => void): void {
  resets.add(reset)
}

/** Forgets all that is stored about the user and resets the stores in memory. The query cache is left to the caller. */
export function forgetUser({ keep = [] }: { keep?: readonly StorageKey[] } = {}): void {
  // Stores first: a store that persists itself would write its key again.
  for (const reset of resets) reset()
  storage.clearAll({ keep })
}

/** Ends the session on this device: stored values, stores, query cache, and the screens see a visitor (contract 8). */
export function endSession({ keep = [] }: { keep?: readonly StorageKey[] } = {}): void {
  forgetUser({ keep })
  void queryClient.cancelQueries()
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== CURRENT_USER_KEY[0] })
  queryClient.getMutationCache().clear()
  queryClient.setQueryData(CURRENT_USER_KEY, null)
}

/** Follows another tab until the returned function is called: signed out there is signed out here, and signed in too. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== 'token' && event.key !== null) return
    if (storage.get('token') === null) endSession({ keep: ['joinGameId'] })
    else void queryClient.resetQueries({ queryKey: CURRENT_USER_KEY })
  }
  // A page that the browser has put by heard of no sign-out meanwhile, and must not show who was there.
  const lookAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted && storage.get('token') === null) endSession({ keep: ['joinGameId'] })
  }
  window.addEventListener('storage', follow)
  window.addEventListener('pageshow', lookAgain)
  return () => {
    window.removeEventListener('storage', follow)
    window.removeEventListener('pageshow', lookAgain)
  }
}
