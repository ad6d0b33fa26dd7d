import { ApiError } from '../../platform/http.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { GAME_STRINGS } from './strings.ts'

/** Says why something was not done: a refusal in its own words. A session that ended says so by itself. */
export function showFailure(error: unknown): void {
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' }
  if (status === 401) return
  if (status >= 400 && status < 500) showToast({ type: 'error', title: message, message: '' })
  else showToast({ type: 'error', title: GAME_STRINGS.failed, message })
}
