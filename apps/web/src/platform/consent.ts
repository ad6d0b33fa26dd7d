import { create } from 'zustand'
import type { SiteConfig } from './site-config.ts'
import { textStorage } from './storage.ts'

/** What needs consent: session recordings, and the support chat of another provider. */
export type ConsentKind = 'replay' | 'chat'
export type ConsentAnswer = 'granted' | 'denied'

/** The answer for each kind; null if the user has not been asked. */
type Consents = Readonly<Record<ConsentKind, ConsentAnswer | null>>

/**
 * An answer belongs to the device, not to an account. It survives signing out and deleting the account, so that users
 * are not asked at each sign-in and a refusal also holds for the next user. Each kind has its own key, because consent
 * to one kind does not cover another that the site enables later.
 */
const KEYS: Readonly<Record<ConsentKind, string>> = { replay: 'replayConsent', chat: 'chatConsent' }

const useStore = create<Consents>(() => readAll())

/** What this site asks consent for: only what it has enabled. */
export function consentKinds({ errorsDsn, chat }: SiteConfig): ConsentKind[] {
  return [...(errorsDsn === null ? [] : ['replay' as const]), ...(chat === null ? [] : ['chat' as const])]
}

/** Whether the user has consented. */
export function isGranted(kind: ConsentKind): boolean {
  return useStore.getState()[kind] === 'granted'
}

/** The current answers. */
export function useConsents(): Consents {
  return useStore()
}

/** Stores one answer for all kinds that were asked for. */
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

/** Applies answers given in another tab, until the returned function is called. */
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
