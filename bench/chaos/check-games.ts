import type { Game } from '@quizmaster/contract/http/games'
import type { GameId } from '@quizmaster/contract/ids'
import { isOver, newestByPlayer, type Seen, type SeenState, type Violation } from './seen.ts'

/** Every game that began ends with all its questions, no lobby ends by itself, and its players see the same questions, order and results. */
export function checkGames({ games, calls }: Seen): Violation[] {
  const found: Violation[] = []
  for (const [id, states] of games) {
    found.push(...checkQuestions(id, states))
    const starts = calls.filter(({ request }) => request.name === 'start_game' && request.game === id)
    const isStarted = starts.some(({ isAcknowledged }) => isAcknowledged)
    if (isStarted || (!isLobbyOnly(states) && !isReplacedLobby(id, games))) found.push(...checkEnd(id, states))
  }
  for (const { player, request, isAcknowledged } of calls) {
    if (request.name !== 'join_game' || !isAcknowledged) continue
    const newest = newestByPlayer(games.get(request.game) ?? [])
    const isThere = [...newest.values()].every(({ players }) => players.some(({ user_id }) => user_id === player))
    if (!isThere) found.push({ rule: 'join_lost', text: `${player} joined game ${request.game} and is not in it` })
  }
  return found
}

function isLobbyOnly(states: readonly SeenState[]): boolean {
  return states.every(({ game }) => game.status === 'pending')
}

/**
 * Whether a game was seen only as a lobby and then archived, and its host has another one: the host asked twice because
 * the first answer never came.
 */
function isReplacedLobby(id: GameId, games: Seen['games']): boolean {
  const states = games.get(id) ?? []
  const hosts = new Set(states.map(({ game }) => game.creator_id))
  const isUnplayed = states.every(
    ({ game: { status, questions } }) => status === 'pending' || (status === 'archived' && questions.length === 0),
  )
  const others = [...games].filter(([other]) => other !== id).flatMap(([, seen]) => seen)
  return isUnplayed && others.some(({ game }) => hosts.has(game.creator_id))
}

/** Every state shows the beginning of the same list of questions, none of which comes twice. */
function checkQuestions(id: string, states: readonly SeenState[]): Violation[] {
  const longest = states
    .map(({ game }) => idsOf(game))
    .reduce((one, other) => (other.length > one.length ? other : one), [])
  const isRepeated = new Set(longest).size < longest.length
  const differing = states.filter(({ game }) => idsOf(game).some((question, index) => question !== longest[index]))
  const players = new Set(differing.map(({ player }) => player))
  return [
    ...(isRepeated ? [{ rule: 'question_repeated', text: `a question came twice in game ${id}` }] : []),
    ...[...players].map((player) => ({
      rule: 'question_order',
      text: `${player} got other questions in game ${id} than the rest`,
    })),
  ]
}

function checkEnd(id: string, states: readonly SeenState[]): Violation[] {
  const found: Violation[] = []
  const newest = newestByPlayer(states)
  for (const [player, game] of newest) {
    if (!isOver(game)) {
      found.push({ rule: 'game_not_ended', text: `game ${id} ends as ${game.status} for ${player}` })
    } else if (!game.is_cancelled && game.questions.length !== game.settings.question_count) {
      found.push({ rule: 'question_missing', text: `game ${id} ended after ${game.questions.length} questions` })
    }
  }
  const results = new Set([...newest.values()].map(({ state, players }) => JSON.stringify([state, players])))
  if (results.size > 1) found.push({ rule: 'results_differ', text: `the players of game ${id} see different results` })
  return found
}

function idsOf({ questions }: Game): string[] {
  return questions.map((question) => question.id)
}
