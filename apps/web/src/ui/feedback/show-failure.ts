import { showToast } from './toast.ts'

// Not in toast.ts, because the landing loads that.

/** Shows that an action has failed: an error toast with a title and the error's own message. */
export function showFailure(title: string, error: unknown): void {
  showToast({ type: 'error', title, message: error instanceof Error ? error.message : '' })
}
