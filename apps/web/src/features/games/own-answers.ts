import type { Question } from '@quizmaster/contract/http/gameplay'
import type { Game } from '@quizmaster/contract/http/games'
import { hasClock, ownPlayer } from './game.ts'

/** How many game points are one point for level and rank (contract 5). */
const GAME_POINTS_A_POINT = 100

/** What a player answered to a question of a game that is over. */
export interface OwnAnswer {
  readonly question: Question
  /** The question's place in the game, from 0. */
  readonly index: number
  /** The index of the answer chosen among the four; null if none was. */
  readonly chosenIndex: number | null
  readonly rightIndex: number
  readonly isRight: boolean
  readonly points: number
  readonly timeMs: number
  /** Which clock ran: in a game with relaxed time, perhaps a longer one. */
  readonly clock: 'usual' | 'relaxed' | 'none'
  readonly description: string | null
  /** Missed, so it comes back if the player has not switched that off. */
  readonly comesBack: boolean
}

/** The user's answers to every question that has closed, in order; empty for somebody who was not in the game. */
export function ownAnswers(game: Game, userId: string | null): OwnAnswer[] {
  const own = ownPlayer(game, userId)
  if (!own) return []
  return game.questions.flatMap((question, index) => {
    const info = game.state.answers_info_items[index]
    const given = game.state.answers[index]?.[own.id]
    if (!info || !given) return []
    const isRight = given.answer === info.correct_answer_id
    // A question that the end of the game cut short is not held against those who had not answered yet.
    const isCutShort = game.is_cancelled === true && index === game.questions.length - 1 && !given.is_answered
    const indexOf = (id: string | null) => question.answers.findIndex((answer) => answer.id === id)
    return [
      {
        question,
        index,
        chosenIndex: given.answer === null ? null : indexOf(given.answer),
        rightIndex: indexOf(info.correct_answer_id),
        isRight,
        points: given.points ?? 0,
        timeMs: given.time_spent ?? 0,
        clock: !hasClock(game) ? ('none' as const) : game.is_relaxed ? ('relaxed' as const) : ('usual' as const),
        description: info.description,
        comesBack: !isRight && !isCutShort,
      },
    ]
  })
}

/** What the game earned the user for level and rank; nothing if it was cancelled. */
export function earnedPoints(game: Game, userId: string | null): number {
  const own = ownPlayer(game, userId)
  if (!own || game.is_cancelled) return 0
  return Math.round((game.state.points[own.id] ?? 0) / GAME_POINTS_A_POINT)
}
