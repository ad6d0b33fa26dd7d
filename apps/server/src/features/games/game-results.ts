import type { UserId } from '@quizmaster/contract/ids'
import { attachedPlayers, type GameState } from '@quizmaster/engine/game-state'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { StoredGame } from './game-store.ts'

/**
 * Stores the results of the players who stayed in a game to its end, because games are deleted after a while. A game
 * that its creator cancelled has none.
 */
export async function recordResults(
  trx: Transaction<Tables>,
  before: StoredGame,
  state: GameState,
  atMs: number,
): Promise<void> {
  const isOverNow = state.status === 'finished' && before.state.status !== 'finished'
  const stayed = attachedPlayers(state.players)
  if (!isOverNow || state.isCancelled || state.askedCount === 0 || stayed.length === 0) return
  const results = state.players.flatMap(({ id, userId, points }, index) => {
    if (!stayed.some((player) => player.id === id)) return []
    const isRight = (answers: GameState['answers'][number], asked: number) =>
      answers[id]?.answer === before.questions[asked]?.correctAnswerId
    return [
      {
        user_id: userId,
        ended_at: atMs,
        points,
        place: index + 1,
        player_count: state.players.length,
        right_count: state.answers.filter(isRight).length,
        question_count: state.askedCount,
      },
    ]
  })
  await trx
    .insertInto('game_result')
    .values(results)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The results of every game in which a player stayed to the end, the earliest first. */
export function exportGameResults(db: Kysely<Tables>, userId: UserId) {
  return db
    .selectFrom('game_result')
    .select(['ended_at', 'points', 'place', 'player_count', 'right_count', 'question_count'])
    .where('user_id', '=', userId)
    .orderBy('ended_at')
    .execute()
}
