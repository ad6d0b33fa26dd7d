import type { userApi } from '@quizmaster/contract/http/user'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef, useState } from 'react'
import { post } from '../../platform/http.ts'
import { alert, say } from '../../ui/feedback/announce.ts'
import { showRefusal } from './field-errors.ts'
import { strings } from './strings.ts'

interface Attempt {
  status: 'idle' | 'checking' | 'refused' | 'failed'
  /** Why the server refused the code. */
  refusal: string | null
  refusalCount: number
}

/**
 * Trades a code for a token. `refused`: the server does not take this code. `failed`: nobody knows, because no answer
 * came, and the same code may be sent again. A code that is no six digits is never sent (spec 5).
 */
export function useVerifyCode(email: string, onVerified: (token: string) => void) {
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle', refusal: null, refusalCount: 0 })
  const isUnderWay = useRef(false)

  const send = async (code: string) => {
    isUnderWay.current = true
    setAttempt(({ refusalCount }) => ({ status: 'checking', refusal: null, refusalCount }))
    say(strings.checkingCode)
    try {
      onVerified((await post<typeof userApi.verifyCode>('user', '/verify_code', { email, code })).token)
    } catch (error) {
      setAttempt((last) => ({ ...last, status: 'failed' }))
      showRefusal(error, ['code', 'email'], (_field, refusal) =>
        setAttempt(({ refusalCount }) => ({ status: 'refused', refusal, refusalCount: refusalCount + 1 })),
      )
    } finally {
      isUnderWay.current = false
    }
  }

  const verify = (code: string) => {
    if (!/^[0-9]{6}$/.test(code)) alert(MESSAGES.digitsOnly)
    else if (!isUnderWay.current) void send(code)
  }
  return { ...attempt, verify }
}
