import { create } from 'zustand'
import { textStorage } from './storage.ts'

/** What somebody said to session replay and the chat; null while nobody has been asked. */
export type Consent = 'granted' | 'denied' | null

/**
 * The choice belongs to the device, not to an account: it is no part of what a logout or a deleted account removes, so
 * that nobody is asked again at each sign-in and a "no" outlives a change of player.
 */
const KEY = 'consent'

const useStore = create<{ consent: Consent }>(() => ({ consent: read() }))

/** The choice that stands. */
export function consent(): Consent {
  return useStore.getState().consent
}

/** The choice that stands, drawn again when it changes. */
export function useConsent(): Consent {
  return useStore((state) => state.consent)
}

/** Keeps a choice. */
export function chooseConsent(choice: Exclude<Consent, null>): void {
  textStorage.setItem(KEY, choice)
  useStore.setState({ consent: choice })
}

/** Calls back with each new choice, until the returned function is called. */
export function onConsentChange(listener: (choice: Consent) => void): () => void {
  return useStore.subscribe(({ consent: now }, { consent: before }) => {
    if (now !== before) listener(now)
  })
}

/** Follows a choice made in another tab, until the returned function is called. */
export function followConsentOfOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) useStore.setState({ consent: read() })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function read(): Consent {
  const text = textStorage.getItem(KEY)
  return text === 'granted' || text === 'denied' ? text : null
}
