import type { AnswerId } from '@quizmaster/contract/ids'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { native } from '../../platform/native.ts'

/** A player's answer to one question. */
export interface FirstAnswer<Result> {
  /** The answer that was given; null for none, and for a null answer. */
  chosenId: AnswerId | null
  /** Whether an answer has been given and has not failed. */
  isGiven: boolean
  /** The result of sending it; undefined until then. */
  result: Result | undefined
  /** Sends an answer, or null once the time is up. The first one counts; later ones are ignored. */
  give: (answer: AnswerId | null) => void
}

/** Sends the first answer to a question. If `send` fails, the question can be answered again. */
export function useFirstAnswer<Result>(
  send: (answer: AnswerId | null) => Promise<Result>,
  onFailure: (error: Error, answer: AnswerId | null) => void,
): FirstAnswer<Result> {
  // State is one render behind, so two events in one tick would both find the question open.
  const isTaken = useRef(false)
  const { mutate, data, variables, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onError(error, answer) {
      isTaken.current = false
      onFailure(error, answer)
    },
  })
  const give = useCallback(
    (answer: AnswerId | null) => {
      if (isTaken.current) return
      isTaken.current = true
      if (answer !== null) native().buzz('tap')
      mutate(answer)
    },
    [mutate],
  )
  const isGiven = isPending || isSuccess
  return { chosenId: isGiven ? (variables ?? null) : null, isGiven, result: data, give }
}
