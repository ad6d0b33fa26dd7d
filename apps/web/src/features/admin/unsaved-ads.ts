import { create } from 'zustand'
import { onSessionEnd } from '../../platform/session.ts'
import type { AdDraft } from './ad-draft.ts'

/**
 * The ads with unsaved changes; null if there are none. Kept outside the screen, so that they survive a change of tabs.
 */
export const useAdsDraft = create<{ ads: readonly AdDraft[] | null }>()(() => ({ ads: null }))

onSessionEnd(() => useAdsDraft.setState({ ads: null }))

/** Replaces the unsaved ads; null discards them. */
export function setAdsDraft(ads: readonly AdDraft[] | null): void {
  useAdsDraft.setState({ ads })
}
