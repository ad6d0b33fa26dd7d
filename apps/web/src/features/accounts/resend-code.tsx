import { useEffect, useState } from 'react'
import { SIGN_IN_CODE_INTERVAL_MS } from '@quizmaster/contract/limits'
import { userApi } from '@quizmaster/contract/routes/user'
import { ApiError, call } from '../../platform/http.ts'
import { useAction } from '../../platform/use-action.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { showFormErrors } from '../../platform/form-errors.ts'
import { ownDevice } from './known-device.ts'
import styles from './sign-in.module.css'
import { strings } from './strings.ts'

/** The button that mails a new code, which invalidates the previous one. Invisible until 30 s have passed. */
export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const { isOver, restart } = useWait(SIGN_IN_CODE_INTERVAL_MS)
  const { run, isPending } = useAction(() => call(userApi.requestCode, { email, ...ownDevice() }), {
    onDone: () => {
      showToast({ type: 'success', title: strings.newCodeTitle, message: strings.newCodeMessage })
      restart(SIGN_IN_CODE_INTERVAL_MS)
      onSent()
    },
    onFailure: (error) => {
      showFormErrors(strings.failed, error, [], () => {})
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

/** Whether a wait is over; `restart` starts a new one. */
function useWait(firstMs: number): { isOver: boolean; restart: (ms: number) => void } {
  const [wait, setWait] = useState({ ms: firstMs, round: 0 })
  const [roundOver, setRoundOver] = useState(-1)
  useEffect(() => {
    const timer = setTimeout(() => setRoundOver(wait.round), wait.ms)
    return () => clearTimeout(timer)
  }, [wait])
  return {
    isOver: roundOver === wait.round,
    restart: (ms) => setWait((last) => ({ ms, round: last.round + 1 })),
  }
}
