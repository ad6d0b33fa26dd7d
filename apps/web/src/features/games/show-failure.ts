import { ApiError } from '../../platform/http.ts'
import { showToast } from '../../ui/toast.ts'
import { GAME_STRINGS } from './strings.ts'

/** Says that something was not done, and why. A session that ended says so by itself. */
export function showFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return
  const message = error instanceof Error ? error.message : ''
  showToast({ type: 'error', title: GAME_STRINGS.failed, message })
}
