import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { onSessionEnd } from './session.ts'
import { type StoreKey, textStorage } from './storage.ts'

/**
 * A zustand store that is persisted under one of the stored keys and emptied when the session ends. A stored value that
 * `isState` rejects counts as absent, so that a value from elsewhere can't break a screen.
 */
export function createPersistedStore<T extends object>(key: StoreKey, initial: T, isState: (value: object) => boolean) {
  const store = create<T>()(
    persist(() => initial, {
      name: key,
      storage: createJSONStorage(() => textStorage),
      // `isState` decides, whatever version wrote the value.
      migrate: (value) => value as T,
      merge: (value, current) =>
        typeof value === 'object' && value !== null && isState(value) ? { ...current, ...value } : current,
    }),
  )
  onSessionEnd(() => store.setState(initial, true))
  return store
}
