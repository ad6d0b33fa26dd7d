import type { Question, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import type { Game, GameAnswer } from '@quizmaster/contract/http/games'
import { ANSWER_MS, NO_CLOCK_MS } from '@quizmaster/contract/limits'

export type Player = Game['players'][number]

/** Whether a user is the game's host, that is, its creator. */
export function isHost(game: Game, userId: string | null): boolean {
  return game.creator_id === userId
}

/** The user's own player; null if they are no longer in the game. */
export function ownPlayer(game: Game, userId: string | null): Player | null {
  return game.players.find((player) => player.user_id === userId) ?? null
}

/** Whether the game has a clock; its host may have chosen to play without one. */
export function hasClock({ settings }: Game): boolean {
  return settings.has_clock !== false
}

/** How long the user has for the open question, in ms. */
export function answerMsOf(game: Game): number {
  return hasClock(game) ? (game.answer_ms ?? ANSWER_MS) : NO_CLOCK_MS
}

/** The question that is open or being revealed; null unless the game is running. */
export function currentQuestion(game: Game): Question | null {
  return game.status === 'running' ? (game.questions.at(-1) ?? null) : null
}

/** Whether the current question has closed. Only then does the server reveal the right answer. */
export function isRevealed(game: Game): boolean {
  return game.state.answers_info_items[game.state.current_question_index] !== undefined
}

/** A player's answer entry for the current question; null for none. */
export function answerOf(game: Game, player: Player | null): GameAnswer | null {
  const entries = game.state.answers[game.state.current_question_index]
  return (player && entries?.[player.id]) ?? null
}

/** The verdict on a user's answer to the current question; null while it is open. */
export function verdictOf(game: Game, userId: string | null): VerifyAnswerResult | null {
  const info = game.state.answers_info_items[game.state.current_question_index]
  if (!info) return null
  const answer = answerOf(game, ownPlayer(game, userId))?.answer ?? null
  return { ...info, is_correct: answer === info.correct_answer_id, is_pause: true }
}
