import { SIGN_IN_CODE_INTERVAL_MS } from '@quizmaster/contract/limits'
import { userApi } from '@quizmaster/contract/routes/user'
import { ApiError, call } from '../../platform/http.ts'
import { useAction } from '../../platform/use-action.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { showFormErrors } from './form-errors.ts'
import styles from './resend-code.module.css'
import { strings } from './strings.ts'
import { useWait } from './use-wait.ts'

/** Mails another code, which kills the last one. Its place is kept while it waits for the 30 s to pass. */
export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const { isOver, restart } = useWait(SIGN_IN_CODE_INTERVAL_MS)
  const { run, isPending } = useAction(() => call(userApi.requestCode, { email }), {
    onDone: () => {
      showToast({ type: 'success', title: strings.newCodeTitle, message: strings.newCodeMessage })
      restart(SIGN_IN_CODE_INTERVAL_MS)
      onSent()
    },
    onFailure: (error) => {
      showFormErrors(error, [], () => {})
      if (error instanceof ApiError && error.code === 'rate_limited')
        restart(error.retryAfterMs ?? SIGN_IN_CODE_INTERVAL_MS)
    },
  })

  return (
    <button
      type="button"
      className={styles.resend}
      hidden={!isOver}
      aria-disabled={isPending || undefined}
      onClick={() => run()}
    >
      {strings.sendNewCode}
    </button>
  )
}
