import type { Question, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../platform/http.ts'
import { native } from '../../platform/native.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { answerSender, SessionEndedError } from './answer-sender.ts'
import { followKeptAnswers, useKeptAnswer } from './kept-answers.ts'
import { PRACTICE_STRINGS } from './strings.ts'

export interface Verdict {
  /** The chosen answer, while it is being verified and afterwards. */
  chosenId: string | null
  /** Whether the answer waits for the network. */
  isWaiting: boolean
  /** The server's verdict; null until it arrives. Until then no answer is marked. */
  result: VerifyAnswerResult | null
  choose: (answerId: string) => void
}

type Taken = Omit<Verdict, 'choose'>

const NOTHING: Taken = { chosenId: null, isWaiting: false, result: null }

interface Options {
  /** Whether the answer survives a reload while it waits for the network. */
  isKept: boolean
  /** Called if the server no longer knows the question. */
  onGone: () => void
}

/**
 * Has the server check the answer to one question. The first answer counts, later ones are ignored. Without a network
 * the answer waits. A refusal is shown, and the question can be answered again.
 */
export function useVerdict(question: Question, { isKept, onGone }: Options): Verdict {
  const [taken, setTaken] = useState(NOTHING)
  const leave = useRef<(() => void) | null>(null)
  const kept = useKeptAnswer(question.id)

  function choose(answerId: string) {
    if (leave.current) return
    native().buzz('tap')
    take(answerId)
  }

  function take(answerId: string) {
    if (leave.current) return
    setTaken({ chosenId: answerId, isWaiting: false, result: null })
    const onWaiting = () => setTaken({ chosenId: answerId, isWaiting: true, result: null })
    const watched = answerSender.send(question.id, answerId, { isKept, onWaiting })
    let isLeft = false
    leave.current = () => {
      isLeft = true
      watched.leave()
    }
    watched.verdict.then(
      (result) => isLeft || setTaken({ chosenId: answerId, isWaiting: false, result }),
      (error: unknown) => isLeft || handleError(error),
    )
  }

  function handleError(error: unknown) {
    if (error instanceof SessionEndedError) return
    leave.current = null
    setTaken(NOTHING)
    if (error instanceof ApiError && error.status === 404) {
      showToast({ type: 'info', title: PRACTICE_STRINGS.gone, message: PRACTICE_STRINGS.goneHint })
      onGone()
    } else {
      showFailure(PRACTICE_STRINGS.failed, error)
    }
  }

  useEffect(
    () => () => {
      leave.current?.()
      leave.current = null
    },
    [],
  )
  useEffect(followKeptAnswers, [])
  // Takes over an answer from before a reload or from another tab.
  const takeKept = useEffectEvent((answerId: string) => take(answerId))
  useEffect(() => {
    if (isKept && kept) takeKept(kept.answerId)
  }, [isKept, kept])

  return { ...taken, choose }
}
