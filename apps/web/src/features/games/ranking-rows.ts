import type { Game } from '@quizmaster/contract/http/games'
import type { PlayerId } from '@quizmaster/contract/ids'
import { useState } from 'react'
import { isRevealed } from './game.ts'

/** One row of the ranking after a question. */
export interface RankingRow {
  id: PlayerId
  name: string
  isOwn: boolean
  /** 1 is the best. */
  place: number
  oldPlace: number
  points: number
  oldPoints: number
  /** The points that the question earned. */
  gained: number
}

/**
 * The ranking once a question has closed, best first: the server's order, never sorted here. `oldOrder` is the order
 * while the question was open; after a reload it is unknown, and the old places are derived from the old points.
 */
export function rankingRows(game: Game, userId: string | null, oldOrder: readonly PlayerId[] | null): RankingRow[] {
  const entries = game.state.answers[game.state.current_question_index] ?? {}
  const rows = game.players.map((player, index) => {
    const points = game.state.points[player.id] ?? 0
    const gained = entries[player.id]?.points ?? 0
    const isOwn = player.user_id === userId
    return { id: player.id, name: player.name, isOwn, place: index + 1, points, gained, oldPoints: points - gained }
  })
  const stayed = oldOrder?.filter((id) => rows.some((row) => row.id === id)) ?? []
  return rows.map((row) => ({ ...row, oldPlace: stayed.indexOf(row.id) + 1 || placeByPoints(rows, row) }))
}

interface Standing {
  place: number
  oldPoints: number
}

function placeByPoints(rows: readonly Standing[], row: Standing): number {
  const isBetter = (other: Standing) =>
    other.oldPoints === row.oldPoints ? other.place < row.place : other.oldPoints > row.oldPoints
  return rows.filter(isBetter).length + 1
}

/** The order of the players while the current question was open; null if it had closed before the first render. */
export function usePreviousOrder(game: Game): readonly PlayerId[] | null {
  const question = `${game.id} ${game.state.current_question_index}`
  const [seen, setSeen] = useState<{ question: string; order: readonly PlayerId[] } | null>(null)
  if (!isRevealed(game)) {
    const order = game.players.map((player) => player.id)
    if (seen?.question !== question || seen.order.join() !== order.join()) setSeen({ question, order })
  }
  return seen?.question === question ? seen.order : null
}
