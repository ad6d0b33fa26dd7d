import { userApi } from '@quizmaster/contract/routes/user'
import { SIGN_IN_CODE_PATTERN } from '@quizmaster/contract/limits'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useState } from 'react'
import { call } from '../../platform/http.ts'
import { useAction } from '../../platform/use-action.ts'
import { announceNow, announce } from '../../ui/feedback/announce.tsx'
import { showFormErrors } from '../../platform/form-errors.ts'
import { ownDevice, rememberDevice } from './known-device.ts'
import { strings } from './strings.ts'
import type { CodeDigits } from '../../ui/fields/code-digits.ts'

interface Attempt {
  /** Stays `checking` after a success, until the screen has gone. */
  status: 'idle' | 'checking' | 'refused' | 'failed'
  /** Why the server refused the code. */
  refusal: string | null
  refusalCount: number
}

/**
 * Exchanges a code for a token. `refused`: the server rejected the code. `failed`: there was no answer, so the same
 * code may be sent again. Only six digits are ever sent.
 */
export function useVerifyCode(email: string, onVerified: (token: string) => void) {
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle', refusal: null, refusalCount: 0 })
  const { run } = useAction(
    (code: string) => {
      setAttempt(({ refusalCount }) => ({ status: 'checking', refusal: null, refusalCount }))
      announce(strings.checkingCode)
      return call(userApi.verifyCode, { email, code, ...ownDevice() })
    },
    {
      onDone: ({ token, device_token }) => {
        rememberDevice(device_token)
        onVerified(token)
      },
      onFailure: (error) => {
        setAttempt((last) => ({ ...last, status: 'failed' }))
        showFormErrors(strings.failed, error, ['code', 'email'], (_field, refusal) =>
          setAttempt(({ refusalCount }) => ({ status: 'refused', refusal, refusalCount: refusalCount + 1 })),
        )
      },
    },
  )

  const verify = (code: string) => {
    if (!SIGN_IN_CODE_PATTERN.test(code)) announceNow(MESSAGES.digitsOnly)
    else run(code)
  }
  return { ...attempt, verify }
}

/** A message about the digits that are missing; null for a complete code. */
export function missingDigits(digits: CodeDigits): string | null {
  const count = digits.filter((digit) => digit === '').length
  return count === 0 ? null : strings.missingDigits(count)
}

/**
 * The boxes after one digit was typed over a refused code: the digits after it are cleared. Otherwise each digit of a
 * new code would complete the boxes, be sent, and use up one of the few attempts. Null for any other change, such as a
 * paste or a change of the last box.
 */
export function retypedDigits(before: CodeDigits, after: CodeDigits): CodeDigits | null {
  const changed = after.flatMap((digit, index) => (digit === before[index] ? [] : [index]))
  const [index] = changed
  if (index === undefined || changed.length > 1 || index === after.length - 1 || after[index] === '') return null
  return after.map((digit, place) => (place > index ? '' : digit))
}
