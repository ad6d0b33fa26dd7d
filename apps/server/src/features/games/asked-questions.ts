import type { UserId } from '@quizmaster/contract/ids'
import { attachedUserIds, type GameState } from '@quizmaster/engine/game-state'
import type { Step } from '@quizmaster/engine/step'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { StoredGame } from './game-store.ts'

/** The players for whom a step ends a game in progress: all of them if it is over, otherwise those who left. */
export function playersDone(before: GameState, { state, leavers }: Pick<Step, 'state' | 'leavers'>): readonly UserId[] {
  if (!isInProgress(before)) return []
  return isInProgress(state) ? leavers.map(({ userId }) => userId) : attachedUserIds(before)
}

function isInProgress({ status }: GameState): boolean {
  return status === 'starting' || status === 'running'
}

/**
 * Records that these players have seen the questions that the game has asked so far, for later draws. Only once they are
 * out of the game: practice returns seen questions last, so that anything recorded earlier would reveal what is drawn. A
 * serving that can still earn points in practice stays open.
 */
export async function recordAsked(
  trx: Transaction<Tables>,
  { state, questions }: StoredGame,
  userIds: readonly UserId[],
  nowMs: number,
): Promise<void> {
  const bankIds = questions.slice(0, state.askedCount).flatMap(({ bankId }) => bankId ?? [])
  if (userIds.length === 0 || bankIds.length === 0) return
  // In the same order as draws for practice, so that two that share rows cannot deadlock.
  await sql`
    insert into serving (user_id, question_id, served_at, is_open)
    select app_user.id, asked.id::uuid, ${nowMs}, false
    from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as player (id)
    join app_user on app_user.id = player.id::uuid
    cross join jsonb_array_elements_text(${JSON.stringify(bankIds)}::jsonb) as asked (id)
    order by app_user.id, asked.id
    for key share of app_user
    on conflict (user_id, question_id) do update set served_at = excluded.served_at`.execute(trx)
}
