import { SIGN_IN_CODE_INTERVAL_MS } from '@quizmaster/contract/limits'
import { MESSAGES } from '@quizmaster/contract/messages'
import { userApi } from '@quizmaster/contract/routes/user'
import { showFormErrors } from '../../platform/form-errors.ts'
import { ApiError, call } from '../../platform/http.ts'
import { strings } from './strings.ts'

/** Whether a call was refused only because it has to be confirmed with a mailed code. */
export function lacksCode(error: unknown): boolean {
  return error instanceof ApiError && error.fields?.['code']?.[0] === MESSAGES.codeRequired
}

/**
 * Mails a confirmation code. A code that was mailed a moment ago can be used instead. If too many have been requested,
 * the refusal is only shown, because one of the earlier codes may still be valid.
 */
export async function mailConfirmationCode(email: string): Promise<void> {
  try {
    await call(userApi.requestCode, { email })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'rate_limited')) throw error
    const isMomentAgo = error.retryAfterMs !== undefined && error.retryAfterMs <= SIGN_IN_CODE_INTERVAL_MS
    if (!isMomentAgo) showFormErrors(strings.failed, error, [], () => {})
  }
}
