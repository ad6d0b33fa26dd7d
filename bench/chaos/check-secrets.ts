import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { isClosed, playerIdOf, type Seen, type Violation } from './seen.ts'

/** No state shows a question still to come, nor the right answer or others' answers before a question closes. */
export function checkSecrets({ games }: Seen): Violation[] {
  return [...games.values()].flatMap((states) =>
    states.flatMap(({ game, player }) => [...checkToCome(game), ...checkOpen(game, player)]),
  )
}

function checkToCome({ id, status, questions, state }: Game): Violation[] {
  const isBefore = status === 'pending' || status === 'starting'
  const shown = isBefore ? 0 : state.current_question_index + 1
  const isAhead = questions.length > shown || Object.keys(state.answers_info_items).some((key) => Number(key) >= shown)
  return isAhead && status !== 'archived'
    ? [{ rule: 'question_too_early', text: `game ${id} shows a question that is still to come` }]
    : []
}

function checkOpen(game: Game, viewer: UserId): Violation[] {
  const index = game.state.current_question_index
  if (game.status !== 'running' || isClosed(game, index)) return []
  const own = playerIdOf(game, viewer)
  const leaks = Object.entries(game.state.answers[index] ?? {}).filter(
    ([player, { answer, time_spent, points }]) =>
      points !== null || (player !== own && (answer !== null || time_spent !== null)),
  )
  return leaks.map(([player]) => ({
    rule: 'answer_shown_early',
    text: `${viewer} saw the answer of ${player} to the open question ${index} of game ${game.id}`,
  }))
}
