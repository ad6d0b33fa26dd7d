/** A rating, and the number of answers it is based on. */
export interface Rating {
  /** In logits: a player knows a question of their own rating half of the time. New ones start at 0. */
  readonly rating: number
  readonly answers: number
}

export const NEW_RATING: Rating = { rating: 0, answers: 0 }

/** The chance that a guess among four answers is right. */
const GUESS_CHANCE = 1 / 4
/** The step of a first answer, and how fast the steps shrink with the number of answers (Pelánek 2016). */
const FIRST_STEP = 1
const STEP_DECAY = 0.05

/** The chance, 0.25 to 1, that a player answers a question correctly: they know it, or they guess. */
export function expectedScore(player: number, question: number): number {
  const knows = 1 / (1 + Math.exp(question - player))
  return GUESS_CHANCE + (1 - GUESS_CHANCE) * knows
}

/** Elo's update after one answer: a surprise changes both ratings, and the more so the fewer answers they rest on. */
export function rateAnswer(
  { player, question }: { player: Rating; question: Rating },
  isRight: boolean,
): { player: Rating; question: Rating } {
  const surprise = (isRight ? 1 : 0) - expectedScore(player.rating, question.rating)
  return { player: moved(player, surprise), question: moved(question, -surprise) }
}

function moved({ rating, answers }: Rating, surprise: number): Rating {
  return { rating: rating + (FIRST_STEP / (1 + STEP_DECAY * answers)) * surprise, answers: answers + 1 }
}
