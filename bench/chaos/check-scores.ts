import type { Game } from '@quizmaster/contract/http/games'
import { ANSWER_MS } from '@quizmaster/contract/limits'
import { inRankingOrder, pointsFor } from '@quizmaster/engine/scoring'
import { isOver, type Seen, type SeenState, type Violation } from './seen.ts'

/** Points are what the engine gives for the answer and its time, scores are their sums, and scores never fall. */
export function checkScores({ games }: Seen): Violation[] {
  return [...games.values()].flatMap((states) => [
    ...states.flatMap(({ game }) => [...checkPoints(game), ...checkSums(game), ...checkRanking(game)]),
    ...checkGrowth(states),
  ])
}

function checkPoints(game: Game): Violation[] {
  const found: Violation[] = []
  for (const [index, entries] of Object.entries(game.state.answers)) {
    const info = game.state.answers_info_items[index]
    if (!info) continue
    for (const [player, { answer, time_spent: timeMs, points }] of Object.entries(entries)) {
      const isRight = answer === info.correct_answer_id
      const isTimeValid = timeMs !== null && timeMs >= 0 && timeMs <= ANSWER_MS
      const expected = isRight ? pointsFor(game.settings.has_clock === false ? 0 : (timeMs ?? 0)) : 0
      if (isTimeValid && points === expected) continue
      const text = `question ${index} of game ${game.id}: ${player} has ${points} points for ${timeMs} ms, not ${expected}`
      found.push({ rule: 'points_wrong', text })
    }
  }
  return found
}

/** Only of states that show the answers to all closed questions. */
function checkSums({ id, players, state }: Game): Violation[] {
  const closed = Object.keys(state.answers_info_items)
  if (!closed.every((index) => state.answers[index])) return []
  return players.flatMap((player) => {
    const sum = closed.reduce((total, index) => total + (state.answers[index]?.[player.id]?.points ?? 0), 0)
    if (state.points[player.id] === sum) return []
    const text = `${player.name} has ${state.points[player.id]} points in game ${id}, and answers for ${sum}`
    return [{ rule: 'score_wrong', text }]
  })
}

function checkRanking(game: Game): Violation[] {
  if (!isOver(game) || !Object.keys(game.state.answers_info_items).every((index) => game.state.answers[index]))
    return []
  const isTimed = game.settings.has_clock !== false
  const ranked = inRankingOrder(
    game.players.map(({ id, user_id: userId, name }) => {
      const times = Object.values(game.state.answers).map((entries) => entries[id]?.time_spent ?? 0)
      const totalMs = isTimed ? times.reduce((sum, ms) => sum + ms, 0) : 0
      return { id, userId, name, points: game.state.points[id] ?? 0, totalMs, isAttached: true }
    }),
  )
  const isInOrder = ranked.every(({ id }, index) => id === game.players[index]?.id)
  return isInOrder ? [] : [{ rule: 'ranking_wrong', text: `the players of game ${game.id} are not in their order` }]
}

function checkGrowth(states: readonly SeenState[]): Violation[] {
  const found: Violation[] = []
  const inOrder = states.toSorted((one, other) => one.game.version - other.game.version)
  let before: Game | null = null
  for (const { game } of inOrder) {
    for (const [player, points] of Object.entries(game.state.points)) {
      const had = before?.state.points[player] ?? 0
      if (points < had) found.push({ rule: 'points_fell', text: `${player} fell from ${had} to ${points} points` })
    }
    before = game
  }
  return found
}
