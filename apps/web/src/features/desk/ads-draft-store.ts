import { create } from 'zustand'
import { onSessionEnd } from '../../platform/session.ts'
import type { AdDraft } from './ad-draft.ts'

/**
 * The ads as they were changed and not saved; null while nothing was. It stands outside the screen, so that a look at
 * another one loses nothing.
 */
export const useAdsDraft = create<{ ads: readonly AdDraft[] | null }>()(() => ({ ads: null }))

onSessionEnd(() => useAdsDraft.setState({ ads: null }))

/** Puts the changed ads in the place of what was there; null when they are discarded. */
export function setAdsDraft(ads: readonly AdDraft[] | null): void {
  useAdsDraft.setState({ ads })
}

/** The changed ads are saved. What was written while that was under way is kept. */
export function forgetDraft(saved: readonly AdDraft[]): void {
  if (useAdsDraft.getState().ads === saved) setAdsDraft(null)
}
