import type { GameId, UserId } from '@quizmaster/contract/ids'
import { viewFor } from '@quizmaster/engine/views'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { findGame, listGameIdsOfPlayer, type StoredGame } from './game-store.ts'

/** How many games are listed at once. */
const PAGE = 100

/**
 * A user's own part of every stored game, ordered by game id. It is taken from what they may see of the game, so of
 * other players it has only the names that were shown to them.
 */
export async function exportGames({ db, clock }: { db: Kysely<Tables>; clock: Clock }, userId: UserId) {
  const parts: ReturnType<typeof ownPart>[] = []
  let afterId: GameId | null = null
  for (;;) {
    const ids: GameId[] = await listGameIdsOfPlayer(db, userId, { afterId, limit: PAGE })
    for (const id of ids) {
      const game = await findGame(db, id)
      if (game) parts.push(ownPart(game, userId, clock.now()))
    }
    if (ids.length < PAGE) return parts.filter((part) => part !== null)
    afterId = ids.at(-1) ?? null
  }
}

/** Null if the user left before the game was over: nothing in it is theirs. */
function ownPart(game: StoredGame, userId: UserId, nowMs: number) {
  const { players, questions, state, ...seen } = viewFor(game.state, game.questions, userId, nowMs)
  const own = players.find((player) => player.user_id === userId)
  if (!own) return null
  const answers = questions.map((question, index) => {
    const given = state.answers[index]?.[own.id]
    return {
      question: question.text,
      answer: question.answers.find(({ id }) => id === given?.answer)?.text ?? null,
      time_spent: given?.time_spent ?? null,
      points: given?.points ?? null,
    }
  })
  return {
    id: seen.id,
    status: seen.status,
    is_creator: seen.creator_id === userId,
    name_shown: own.name,
    players: players.map(({ name }) => name),
    points: state.points[own.id] ?? 0,
    answers,
  }
}
