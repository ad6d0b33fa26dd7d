import type { Game, GameAnswer } from '@quizmaster/contract/http/games'
import type { GameId, UserId } from '@quizmaster/contract/ids'
import { type Call, groupBy, newestByPlayer, playerIdOf, type Seen, type Violation } from './seen.ts'

interface Commit {
  player: UserId
  game: GameId
  index: number
  answer: string
  isAcknowledged: boolean
}

/** An acknowledged answer in a game never changes, is the player's only one, and nobody has one they did not send. */
export function checkAnswers({ calls, games }: Seen): Violation[] {
  const commits = calls.flatMap(commitOf)
  const found: Violation[] = []
  for (const [first, ...others] of bySeat(commits.filter(({ isAcknowledged }) => isAcknowledged))) {
    if (first && others.some(({ answer }) => answer !== first.answer)) {
      found.push({ rule: 'answer_acknowledged_twice', text: `two different answers of ${nameOf(first)} were accepted` })
    }
  }
  for (const [id, states] of games) {
    const [game] = [...newestByPlayer(states).values()].toSorted((one, other) => other.version - one.version)
    if (!game) continue
    const own = commits.filter((commit) => commit.game === id)
    found.push(...own.filter(({ isAcknowledged }) => isAcknowledged).flatMap((commit) => lost(game, commit)))
    found.push(...invented(game, own))
  }
  return found
}

function commitOf({ player, request, isAcknowledged }: Call): Commit[] {
  if (request.name !== 'commit_answer' || !player) return []
  const { game, index, answer } = request
  return [{ player, game, index, answer, isAcknowledged }]
}

function bySeat(commits: readonly Commit[]): Commit[][] {
  return [...groupBy(commits, ({ game, index, player }) => `${game} ${index} ${player}`).values()]
}

function lost(game: Game, commit: Commit): Violation[] {
  const entry = game.state.answers[commit.index]?.[playerIdOf(game, commit.player) ?? '']
  // A running game shows the last two questions only.
  if (!entry && game.status === 'running' && commit.index < game.state.current_question_index - 1) return []
  if (entry?.is_answered && entry.answer === commit.answer) return []
  const text = `${nameOf(commit)} was acknowledged as ${commit.answer} and is ${entry?.answer ?? 'missing'}`
  return [{ rule: 'answer_lost', text }]
}

function invented(game: Game, commits: readonly Commit[]): Violation[] {
  return answersIn(game).flatMap(({ index, user, entry }) => {
    const sent = commits.filter((commit) => commit.player === user && commit.index === index)
    if (entry.answer === null || sent.some(({ answer }) => answer === entry.answer)) return []
    return [{ rule: 'answer_invented', text: `game ${game.id} has an answer ${index} of ${user} that they never sent` }]
  })
}

function answersIn(game: Game): { index: number; user: UserId; entry: GameAnswer }[] {
  return Object.entries(game.state.answers).flatMap(([index, entries]) =>
    game.players.flatMap(({ id, user_id: user }) => {
      const entry = entries[id]
      return entry ? [{ index: Number(index), user, entry }] : []
    }),
  )
}

function nameOf({ game, index, player }: Commit): string {
  return `answer ${index} of ${player} in game ${game}`
}
