import type { Game } from '@quizmaster/contract/http/games'
import type { AnswerId } from '@quizmaster/contract/ids'
import { ApiError } from '../../platform/http.ts'
import { timeLeftMs } from '../../platform/server-clock.ts'
import { useFirstAnswer } from '../questions/use-first-answer.ts'
import { refreshCurrentGame } from './current-game.ts'
import { answerMsOf, answerOf, ownPlayer } from './game.ts'
import { commitAnswer, showGameFailure } from './game-calls.ts'

const TOO_EARLY_WAIT_MS = 500

/** A player's answer to the current question. */
export interface Answering {
  /** The answer given in this tab or another one; null if there is none or it is a null answer. */
  chosenId: AnswerId | null
  isAnswered: boolean
  /** Commits an answer, or null once the time is up. The first one counts; later ones are ignored. */
  commit: (answer: AnswerId | null) => void
}

/**
 * Answers the current question of a game. The sent answer is shown until the server's state arrives, which then counts.
 * Nothing is sent later: if an answer could not be sent, the question is open again.
 */
export function useAnswer(game: Game, userId: string | null): Answering {
  const stored = answerOf(game, ownPlayer(game, userId))
  const { chosenId, isGiven, give } = useFirstAnswer(
    (answer) => sendAnswer(game, answer),
    (error) => isTooEarly(error) || showGameFailure(error),
  )
  const isAnswered = stored !== null || isGiven

  return {
    chosenId: stored ? stored.answer : chosenId,
    isAnswered,
    commit(answer) {
      if (!isAnswered) give(answer)
    },
  }
}

/** Sends an answer. Fails only if the question is to be open again. */
async function sendAnswer(game: Game, answer: AnswerId | null): Promise<void> {
  try {
    await commitAnswer(answer, spentMs(game), game.state.current_question_index)
  } catch (error) {
    refreshCurrentGame()
    if (isTooEarly(error)) {
      await new Promise((resolve) => setTimeout(resolve, TOO_EARLY_WAIT_MS))
      throw error
    }
    // A conflict is final: the question is over or was answered elsewhere. A null answer is not needed: the server
    // closes the question without it.
    if (answer !== null && !isConflict(error)) throw error
  }
}

/**
 * Whether a null answer came before the server's deadline: this page's clock was wrong, and the refresh corrects it.
 */
function isTooEarly(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'too_early'
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

/** How long the question has been open, by the server's clock. */
function spentMs(game: Game): number {
  const answerMs = answerMsOf(game)
  const leftMs = game.phase_ends_at === null ? 0 : timeLeftMs(game.phase_ends_at)
  return Math.round(Math.min(answerMs, Math.max(0, answerMs - leftMs)))
}
