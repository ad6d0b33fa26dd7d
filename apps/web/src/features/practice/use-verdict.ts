import type { Question, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../platform/http.ts'
import { native } from '../../platform/native.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { verifyAnswer } from './practice-calls.ts'
import { PRACTICE_STRINGS } from './strings.ts'

export interface Verdict {
  /** The answer that was taken, while it is being verified and after. */
  chosenId: string | null
  /** What the server said; null until then. Nothing is marked before it. */
  result: VerifyAnswerResult | null
  choose: (answerId: string) => void
}

/**
 * Has the server check the answer to one question. The first answer counts, later ones are ignored. After a failure,
 * which is shown, the question can be answered again; `onGone` is called if the server no longer knows it.
 */
export function useVerdict(question: Question, onGone: () => void): Verdict {
  const isTaken = useRef(false)
  const { mutate, data, variables, isPending } = useMutation({
    mutationFn: (answerId: string) => verifyAnswer(question, answerId),
  })

  function choose(answerId: string) {
    if (isTaken.current) return
    isTaken.current = true
    native().buzz('tap')
    mutate(answerId, { onError: handleError })
  }

  function handleError(error: Error) {
    isTaken.current = false
    if (error instanceof ApiError && error.status === 404) {
      showToast({ type: 'info', title: PRACTICE_STRINGS.gone, message: PRACTICE_STRINGS.goneHint })
      onGone()
    } else {
      showFailure(PRACTICE_STRINGS.failed, error)
    }
  }

  return { chosenId: isPending || data ? (variables ?? null) : null, result: data ?? null, choose }
}
