import { create } from 'zustand'
import type { SiteConfig } from './site-config.ts'
import { textStorage } from './storage.ts'

/** What needs a consent: recordings of sessions, and the chat of another service. */
export type ConsentKind = 'replay' | 'chat'
export type ConsentAnswer = 'granted' | 'denied'

/** What somebody said to each; null where they have not been asked. */
type Consents = Readonly<Record<ConsentKind, ConsentAnswer | null>>

/**
 * An answer belongs to the device, not to an account: it is no part of what a logout or a deleted account removes, so
 * that nobody is asked again at each sign-in and a "no" outlives a change of player. Each kind has its own, for a yes to
 * the one is no yes to what a site switches on later.
 */
const KEYS: Readonly<Record<ConsentKind, string>> = { replay: 'replayConsent', chat: 'chatConsent' }

const useStore = create<Consents>(() => readAll())

/** What this site asks a consent for: only what it has switched on. */
export function consentKinds({ errorsDsn, chat }: SiteConfig): ConsentKind[] {
  return [...(errorsDsn === null ? [] : ['replay' as const]), ...(chat === null ? [] : ['chat' as const])]
}

/** Whether something may start now. */
export function isGranted(kind: ConsentKind): boolean {
  return useStore.getState()[kind] === 'granted'
}

/** The answers that stand, drawn again when one changes. */
export function useConsents(): Consents {
  return useStore()
}

/** Keeps an answer to all that was asked. */
export function answerConsent(kinds: readonly ConsentKind[], answer: ConsentAnswer): void {
  for (const kind of kinds) textStorage.setItem(KEYS[kind], answer)
  useStore.setState(Object.fromEntries(kinds.map((kind) => [kind, answer])))
}

/** Calls back with each new answer to one kind, until the returned function is called. */
export function onConsentChange(kind: ConsentKind, listener: (answer: ConsentAnswer | null) => void): () => void {
  return useStore.subscribe((now, before) => {
    if (now[kind] !== before[kind]) listener(now[kind])
  })
}

/** Follows answers given in another tab, until the returned function is called. */
export function followConsentOfOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || Object.values(KEYS).includes(key)) useStore.setState(readAll())
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function readAll(): Consents {
  return { replay: read('replay'), chat: read('chat') }
}

function read(kind: ConsentKind): ConsentAnswer | null {
  const text = textStorage.getItem(KEYS[kind])
  return text === 'granted' || text === 'denied' ? text : null
}
