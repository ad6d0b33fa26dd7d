import type { Game } from '@quizmaster/contract/http/games'
import type { AnswerId } from '@quizmaster/contract/ids'
import { useRef, useState } from 'react'
import { ApiError } from '../../platform/http.ts'
import { askActiveGame } from './active-game.ts'
import { commitAnswer } from './game-calls.ts'
import { ANSWER_MS, answerOf, ownPlayer } from './game-facts.ts'
import { showFailure } from './show-failure.ts'
import { timeLeftMs } from './use-time-left.ts'

const TOO_EARLY_WAIT_MS = 500

export interface Answering {
  /** The answer that was taken, in this tab or another one; null for none, and for a null. */
  chosenId: AnswerId | null
  isAnswered: boolean
  /** Commits an answer, or null once the time is up. The first one wins; later ones are ignored. */
  commit: (answer: AnswerId | null) => void
}

/**
 * Answers the current question of a game. What the server has is the truth; until it says so, the answer that was sent
 * stands. Nothing is kept for later: an answer that could not be sent frees the question again (guide 3.0).
 */
export function useAnswering(game: Game, userId: string | null): Answering {
  const stored = answerOf(game, ownPlayer(game, userId))
  const [sent, setSent] = useState<{ answer: AnswerId | null } | null>(null)
  const isTaken = useRef(false)
  const isAnswered = stored !== null || sent !== null

  async function send(answer: AnswerId | null) {
    try {
      await commitAnswer(answer, spentMs(game), game.state.current_question_index)
    } catch (error) {
      askActiveGame()
      // Refused for good: the question is over or was answered elsewhere, and the state will show it. A null that was
      // lost is no loss, the server closes the question without it.
      if (isTooEarly(error)) setTimeout(free, TOO_EARLY_WAIT_MS)
      else if (answer !== null && !isConflict(error)) {
        free()
        showFailure(error)
      }
    }
  }

  function free() {
    isTaken.current = false
    setSent(null)
  }

  return {
    chosenId: stored ? stored.answer : (sent?.answer ?? null),
    isAnswered,
    commit(answer) {
      if (isTaken.current || isAnswered) return
      isTaken.current = true
      setSent({ answer })
      void send(answer)
    },
  }
}

/** The null of a clock that was wrong: the state that is asked for now puts the clock right. */
function isTooEarly(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'too_early'
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

/** How long the question has been open, by the server's clock. */
function spentMs({ phase_ends_at: endsAtMs }: Game): number {
  const leftMs = endsAtMs === null ? 0 : timeLeftMs(endsAtMs)
  return Math.round(Math.min(ANSWER_MS, Math.max(0, ANSWER_MS - leftMs)))
}
