import { create } from 'zustand'
import { onSessionEnd } from '../../platform/session.ts'
import type { AdDraft } from './ad-draft.ts'

/** The ads with their unsaved changes; null while there are none. Outside the screen, so changing tabs loses nothing. */
export const useAdsDraft = create<{ ads: readonly AdDraft[] | null }>()(() => ({ ads: null }))

onSessionEnd(() => useAdsDraft.setState({ ads: null }))

/** Replaces the unsaved ads; null discards them. */
export function setAdsDraft(ads: readonly AdDraft[] | null): void {
  useAdsDraft.setState({ ads })
}
