import type { Game } from '@quizmaster/contract/http/games'
import type { PlayerId } from '@quizmaster/contract/ids'
import { useState } from 'react'
import { isRevealed } from './game-facts.ts'
import { orderOf } from './ranking-rows.ts'

/** The order of the players while the current question was open; null for who comes only after it has closed. */
export function useOldOrder(game: Game): readonly PlayerId[] | null {
  const question = `${game.id} ${game.state.current_question_index}`
  const [seen, setSeen] = useState<{ question: string; order: readonly PlayerId[] } | null>(null)
  if (!isRevealed(game)) {
    const order = orderOf(game.players)
    if (seen?.question !== question || seen.order.join() !== order.join()) setSeen({ question, order })
  }
  return seen?.question === question ? seen.order : null
}
