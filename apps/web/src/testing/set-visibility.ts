import { vi } from 'vitest'

/** Hides the page, or shows it again. `vi.restoreAllMocks` undoes it. */
export function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
