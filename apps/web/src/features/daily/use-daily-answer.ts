import type { DailyVerdict } from '@quizmaster/contract/http/daily'
import type { AnswerId } from '@quizmaster/contract/ids'
import { ApiError } from '../../platform/http.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { useFirstAnswer } from '../questions/use-first-answer.ts'
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
export function useDailyAnswer(asked: Asked): DailyAnswering {
  const { chosenId, isGiven, result, give } = useFirstAnswer(
    (id) => sendAnswer(asked, id),
    (error, id) => id !== null && showFailure(DAILY_STRINGS.failed, error),
  )
  return { chosenId, isTaken: isGiven, verdict: result ?? null, answer: give }
}

/** Sends an answer; null if the question is over here. Fails only if the question is to be open again. */
async function sendAnswer(asked: Asked, id: AnswerId | null): Promise<DailyVerdict | null> {
  const { date, index, onSend, onTooEarly, onPassed } = asked
  onSend()
  try {
    return await answerDaily(date, index, id)
  } catch (error) {
    if (error instanceof ApiError && isPassed(error)) {
      onPassed()
      return null
    }
    if (error instanceof ApiError && error.code === 'too_early') onTooEarly()
    if (id === null) await new Promise((resolve) => setTimeout(resolve, NULL_AGAIN_MS))
    throw error
  }
}

function isPassed({ code }: ApiError): boolean {
  return code === 'too_late' || code === 'already_answered' || code === 'not_found'
}
