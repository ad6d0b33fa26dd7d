import type { Game } from '@quizmaster/contract/http/games'
import { groupBy, type Seen, type SeenState, type Violation } from './seen.ts'

/** A version of a game is always the same state, and no call returns a version older than one seen before the call. */
export function checkVersions({ games }: Seen): Violation[] {
  return [...games.values()].flatMap((states) => [...checkSameState(states), ...checkFreshness(states)])
}

function checkSameState(states: readonly SeenState[]): Violation[] {
  const byVersion = groupBy(states, ({ game }) => String(game.version))
  const found: Violation[] = []
  for (const [version, same] of byVersion) {
    const [first] = same
    const publics = new Set(same.map(({ game }) => publicPart(game)))
    const byPlayer = groupBy(same, ({ player }) => player)
    const isOwnSame = [...byPlayer.values()].every((own) => new Set(own.map(({ game }) => ownPart(game))).size === 1)
    if (publics.size === 1 && isOwnSame) continue
    found.push({ rule: 'version_differs', text: `version ${version} of game ${first?.game.id} is not one state` })
  }
  return found
}

/** What a player sees, without the time it was sent. `questions` comes last in updates, but not in replies to calls. */
function ownPart({ server_time: _sentAt, questions, ...game }: Game): string {
  return JSON.stringify([game, questions])
}

/** The part that is the same for all players. */
function publicPart({ status, settings, players, questions, state }: Game): string {
  const { points, current_question_index, answers_info_items } = state
  return JSON.stringify([status, settings, players, questions, points, current_question_index, answers_info_items])
}

function checkFreshness(states: readonly SeenState[]): Violation[] {
  return states.flatMap(({ game, askedAtMs, player }) => {
    if (askedAtMs === null) return []
    const earlier = states.filter(({ atMs }) => atMs < askedAtMs).map((state) => state.game.version)
    const newest = Math.max(-1, ...earlier)
    if (game.version >= newest) return []
    const text = `${player} got version ${game.version} of game ${game.id} when version ${newest} had been seen`
    return [{ rule: 'version_stale', text }]
  })
}
