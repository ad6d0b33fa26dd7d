import type { Question } from '@quizmaster/contract/http/gameplay'
import type { Game } from '@quizmaster/contract/http/games'
import { hasClock, ownPlayer } from './game.ts'

/** How many game points make one point for level and rank (contract 5). */
const GAME_POINTS_PER_POINT = 100

/** A player's answer to a question of a finished game. */
export interface OwnAnswer {
  readonly question: Question
  /** The index of the question in the game. */
  readonly index: number
  /** The index of the chosen answer; null if none was chosen. */
  readonly chosenIndex: number | null
  readonly rightIndex: number
  readonly isRight: boolean
  readonly points: number
  readonly timeMs: number
  /** The clock that applied. In a game with relaxed time it may have been longer. */
  readonly clock: 'usual' | 'relaxed' | 'none'
  readonly description: string | null
  /** The question was missed, so it comes back unless the player has switched that off. */
  readonly comesBack: boolean
}

/** The user's answers to all questions that have closed, in order; empty if the user was not in the game. */
export function ownAnswers(game: Game, userId: string | null): OwnAnswer[] {
  const own = ownPlayer(game, userId)
  if (!own) return []
  return game.questions.flatMap((question, index) => {
    const info = game.state.answers_info_items[index]
    const given = game.state.answers[index]?.[own.id]
    if (!info || !given) return []
    const isRight = given.answer === info.correct_answer_id
    // A question that was cut short by the end of the game does not count as missed for players who had not answered.
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

/** The points for level and rank that the user earned in the game; 0 if it was cancelled. */
export function earnedPoints(game: Game, userId: string | null): number {
  const own = ownPlayer(game, userId)
  if (!own || game.is_cancelled) return 0
  return Math.round((game.state.points[own.id] ?? 0) / GAME_POINTS_PER_POINT)
}
