import type { DailyVerdict } from '@quizmaster/contract/http/daily'
import type { AnswerId } from '@quizmaster/contract/ids'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../../platform/http.ts'
import { native } from '../../platform/native.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { answerDaily } from './daily-calls.ts'
import { DAILY_STRINGS } from './strings.ts'

/** The wait before a null answer (no answer) is sent again after a failure. */
const NULL_AGAIN_MS = 1_000

export interface DailyAnswering {
  /** The chosen answer, as soon as it is pressed; null for none. */
  chosenId: AnswerId | null
  isTaken: boolean
  /** The server's verdict; null until it arrives. */
  verdict: DailyVerdict | null
  /** Answers, with null once the time is up. The first one counts; later ones are ignored. */
  answer: (id: AnswerId | null) => void
}

interface Asked {
  date: string
  index: number
  /** Called before an answer is sent. */
  onSend: () => void
  /** Called if the server has refused null because time is left: this page's clock was wrong. */
  onTooEarly: () => void
  /** Called if the question has been answered on another device or is no longer open. */
  onPassed: () => void
}

/** Answers one question. A failure is shown, and the question can be answered again. */
export function useDailyAnswer({ date, index, onSend, onTooEarly, onPassed }: Asked): DailyAnswering {
  const isTaken = useRef(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const { mutate, data, variables, isPending } = useMutation({
    mutationFn: (id: AnswerId | null) => answerDaily(date, index, id),
  })

  const handleError = useCallback(
    (error: Error, id: AnswerId | null) => {
      if (error instanceof ApiError && isPassed(error)) {
        onPassed()
        return
      }
      if (id !== null) {
        isTaken.current = false
        showFailure(DAILY_STRINGS.failed, error)
        return
      }
      if (error instanceof ApiError && error.code === 'too_early') onTooEarly()
      setIsWaiting(true)
      setTimeout(() => {
        isTaken.current = false
        setIsWaiting(false)
      }, NULL_AGAIN_MS)
    },
    [onTooEarly, onPassed],
  )
  const answer = useCallback(
    (id: AnswerId | null) => {
      if (isTaken.current) return
      isTaken.current = true
      if (id !== null) native().buzz('tap')
      onSend()
      mutate(id, { onError: handleError })
    },
    [onSend, mutate, handleError],
  )
  const isSent = isPending || data !== undefined
  return { chosenId: isSent ? (variables ?? null) : null, isTaken: isSent || isWaiting, verdict: data ?? null, answer }
}

function isPassed({ code }: ApiError): boolean {
  return code === 'too_late' || code === 'already_answered' || code === 'not_found'
}
