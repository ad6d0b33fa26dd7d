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
 * Mails a code to confirm with. If one was mailed a moment ago, that one will do. Where there have been too many, the
 * refusal is only shown, because one of them may still be good.
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
