import type { UserId } from '@quizmaster/contract/ids'
import { awardFor } from '@quizmaster/engine/scoring'
import type { Stored } from './history.ts'
import { countBy, groupBy, isOver, newestByPlayer, playerIdOf, type Seen, type Violation } from './seen.ts'

const PRACTICE_POINTS = 10

/**
 * Each game that was not cancelled and each right answer in practice has earned its points once, totals are the sums of
 * the awards, no higher total was ever shown, and each acknowledged answer in practice is stored once.
 */
export function checkStoredPoints(seen: Seen): Violation[] {
  const { stored } = seen
  if (!stored) return [{ rule: 'history_incomplete', text: 'what is stored at the end was not read' }]
  return [...checkTotals(seen, stored), ...checkGameAwards(seen, stored), ...checkPractice(seen, stored)]
}

function checkTotals({ entries }: Seen, { awards, totals }: Stored): Violation[] {
  const found: Violation[] = []
  for (const [name, count] of countBy(awards, ({ player, cause }) => `${player} ${cause}`)) {
    if (count > 1) found.push({ rule: 'award_duplicated', text: `${name} has earned ${count} times` })
  }
  const players = new Set([...awards.map(({ player }) => player), ...totals.map(({ player }) => player)])
  for (const player of players) {
    const sum = awards.filter((award) => award.player === player).reduce((total, { points }) => total + points, 0)
    const total = totalOf(player, totals)
    if (sum !== total) found.push({ rule: 'total_wrong', text: `${player} has ${total} points, and awards for ${sum}` })
  }
  for (const entry of entries) {
    if (entry.type !== 'stats' || entry.points <= totalOf(entry.player, totals)) continue
    found.push({ rule: 'points_lost', text: `${entry.player} was shown ${entry.points} points and has fewer` })
  }
  return found
}

function totalOf(player: UserId, totals: Stored['totals']): number {
  return totals.find((total) => total.player === player)?.points ?? 0
}

function checkGameAwards({ games }: Seen, { awards }: Stored): Violation[] {
  const found: Violation[] = []
  for (const [id, states] of games) {
    const [game] = newestByPlayer(states).values()
    if (!game || !isOver(game) || game.is_cancelled) continue
    for (const { id: playerId, user_id: user } of game.players) {
      const expected = awardFor(game.state.points[playerId] ?? 0)
      const cause = `game:${id}:${playerIdOf(game, user)}`
      const points = awards.find((award) => award.player === user && award.cause === cause)?.points ?? 0
      if (points !== expected) {
        found.push({ rule: 'award_wrong', text: `${user} earned ${points} in game ${id}, not ${expected}` })
      }
    }
  }
  return found
}

function checkPractice({ calls }: Seen, { awards, answers }: Stored): Violation[] {
  const found: Violation[] = []
  const servings = groupBy(
    calls.filter(({ request }) => request.name === 'verify_answer'),
    ({ player, request }) => `${player} ${request.name === 'verify_answer' ? request.serving : ''}`,
  )
  const questions = groupBy(servings.values(), ([first]) =>
    first?.request.name === 'verify_answer' ? `${first.player} ${first.request.question}` : '',
  )
  const rows = countBy(answers, ({ player, question }) => `${player} ${question}`)
  for (const [key, asked] of questions) {
    const acknowledged = asked.filter((attempts) => attempts.some(({ isAcknowledged }) => isAcknowledged))
    const right = acknowledged.filter((attempts) => attempts.some(({ isRight }) => isRight))
    const [player = '', question = ''] = key.split(' ')
    const stored = rows.get(key) ?? 0
    const earned = awards.filter((one) => one.player === player && one.cause.startsWith(`practice:${question}:`))
    const wrong = earned.some(({ points }) => points !== PRACTICE_POINTS)
    if (stored < acknowledged.length) found.push({ rule: 'practice_answer_lost', text: `${key} is not stored` })
    if (stored > asked.length)
      found.push({ rule: 'practice_answer_duplicated', text: `${key} is stored ${stored} times` })
    if (earned.length < right.length || earned.length > asked.length || wrong) {
      found.push({ rule: 'award_wrong', text: `${right.length} right answers of ${key} earned ${earned.length} times` })
    }
  }
  return found
}
