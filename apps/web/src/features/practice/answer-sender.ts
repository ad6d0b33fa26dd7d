import type { VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { Backoff } from '../../platform/backoff.ts'
import { isConnected, onReconnect } from '../../platform/connection.ts'
import { ApiError } from '../../platform/http.ts'
import { onSessionEnd } from '../../platform/session.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { dropAnswer, keepAnswer, keptAnswers } from './kept-answers.ts'
import { verifyAnswer } from './practice-calls.ts'
import { PRACTICE_STRINGS } from './strings.ts'

const BUSY_WAITS_MS = [2_000, 5_000, 10_000]

/** An answer got no verdict because the player has signed out. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}

/** An answer that has no verdict yet. */
interface Sending {
  verdict: Promise<VerifyAnswerResult>
  /** Whether it is waiting for the network. */
  isWaiting: boolean
  /** Callbacks of the screens that show its question, called when it begins to wait. */
  watchers: Set<() => void>
}

interface Options {
  /** Whether the answer is stored while it waits, so that it survives a reload. False for visitors. */
  isKept: boolean
  /** Called when the answer begins to wait for the network. */
  onWaiting: () => void
}

/**
 * Sends each answer until the server has judged it. The server counts only the first answer to a serving, so an answer
 * whose verdict got lost can be sent again. Answers from a session that has ended are never sent.
 */
class AnswerSender {
  readonly #sendings = new Map<string, Sending>()
  #session = new AbortController()
  /** Verdicts on answers whose question is no longer on the screen. */
  #late = { count: 0, rightCount: 0 }

  /** Has an answer judged. If an answer to the same question is pending, that one counts instead. */
  send(questionId: string, answerId: string, { isKept, onWaiting }: Options): Watched {
    const sending = this.#sendings.get(questionId) ?? this.#start(questionId, answerId, isKept)
    sending.watchers.add(onWaiting)
    if (sending.isWaiting) onWaiting()
    return { verdict: sending.verdict, leave: () => void sending.watchers.delete(onWaiting) }
  }

  /**
   * Sends the answers that were kept before a reload. No screen waits for their verdicts, unless it shows the question.
   */
  sendKept(): void {
    for (const { questionId, answerId } of keptAnswers()) {
      if (!this.#sendings.has(questionId)) this.#start(questionId, answerId, true)
    }
  }

  /** Forgets the answers of a session. */
  end(): void {
    this.#session.abort(new SessionEndedError('The session has ended'))
    this.#session = new AbortController()
    this.#sendings.clear()
    this.#late = { count: 0, rightCount: 0 }
  }

  #start(questionId: string, answerId: string, isKept: boolean): Sending {
    const { signal } = this.#session
    const sending: Sending = {
      verdict: Promise.resolve().then(() => this.#judge(questionId, answerId, { sending, isKept, signal })),
      // A kept answer was waiting before the reload.
      isWaiting: keptAnswers().some((kept) => kept.questionId === questionId),
      watchers: new Set(),
    }
    this.#sendings.set(questionId, sending)
    sending.verdict.then(
      (result) => this.#settle(questionId, sending, signal, result),
      (error: unknown) => this.#settle(questionId, sending, signal, error),
    )
    return sending
  }

  async #judge(
    questionId: string,
    answerId: string,
    { sending, isKept, signal }: { sending: Sending; isKept: boolean; signal: AbortSignal },
  ): Promise<VerifyAnswerResult> {
    const busy = new Backoff(BUSY_WAITS_MS)
    for (;;) {
      try {
        if (isConnected()) return await verifyAnswer(questionId, answerId)
      } catch (error) {
        signal.throwIfAborted()
        if (!isLost(error)) {
          // A server that is starting responds before it can judge answers.
          if (!sending.isWaiting || !isTemporary(error)) throw error
          await pause(Math.max(busy.next(), error.retryAfterMs ?? 0))
          signal.throwIfAborted()
          continue
        }
      }
      if (isKept) keepAnswer({ questionId, answerId })
      this.#wait(sending)
      await untilConnected(signal)
    }
  }

  #wait(sending: Sending): void {
    if (sending.isWaiting) return
    sending.isWaiting = true
    for (const watcher of sending.watchers) watcher()
  }

  #settle(questionId: string, sending: Sending, signal: AbortSignal, outcome: unknown): void {
    if (signal.aborted) return
    this.#sendings.delete(questionId)
    dropAnswer(questionId)
    if (sending.watchers.size === 0 && sending.isWaiting) {
      if (outcome instanceof Error) showFailure(PRACTICE_STRINGS.answerLost, outcome)
      else this.#countLate(outcome as VerifyAnswerResult)
    }
    this.#announceLate()
  }

  #countLate({ is_correct }: VerifyAnswerResult): void {
    this.#late.count += 1
    if (is_correct) this.#late.rightCount += 1
  }

  /** Shows one message for all answers that were judged after their question was left, once none of them is pending. */
  #announceLate(): void {
    if (this.#late.count === 0) return
    if ([...this.#sendings.values()].some(({ watchers }) => watchers.size === 0)) return
    const { count, rightCount } = this.#late
    this.#late = { count: 0, rightCount: 0 }
    const message = PRACTICE_STRINGS.answersJudged(rightCount, count)
    showToast({ type: 'info', title: PRACTICE_STRINGS.answersSent, message })
  }
}

/** A pending verdict, as seen by one screen. */
interface Watched {
  verdict: Promise<VerifyAnswerResult>
  /** To be called when the screen no longer shows the question. */
  leave: () => void
}

/** The one sender of the app. */
export const answerSender = new AnswerSender()

onSessionEnd(() => answerSender.end())

/** Whether the server did not respond, so that the call may or may not have arrived. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network'
}

function isTemporary(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status >= 500)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Resolves once the server can be reached; rejects if the session ends first. */
function untilConnected(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (isConnected()) {
      resolve()
      return
    }
    const stop = onReconnect(() => {
      stop()
      signal.removeEventListener('abort', abort)
      resolve()
    })
    signal.addEventListener('abort', abort, { once: true })

    function abort() {
      stop()
      reject(signal.reason as Error)
    }
  })
}
