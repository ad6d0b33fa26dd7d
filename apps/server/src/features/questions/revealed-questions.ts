import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

interface Revealed {
  userIds: readonly UserId[]
  /** What all of them have seen, and when; none twice. */
  questions: readonly { id: QuestionId; atMs: number }[]
}

/**
 * Records, for later draws, that players have seen these questions and their answers. A serving that can still earn
 * points in practice stays open. Returns what was seen for the first time. Deleted accounts are left out.
 */
export async function recordRevealed(
  trx: Transaction<Tables>,
  { userIds, questions }: Revealed,
): Promise<{ userId: UserId; questionId: QuestionId }[]> {
  if (userIds.length === 0 || questions.length === 0) return []
  const asked = questions.map(({ id, atMs }) => ({ id, at_ms: atMs }))
  // In the same order as draws for practice, so that two transactions that share rows cannot deadlock.
  const { rows } = await sql<{ user_id: UserId; question_id: QuestionId; reveal_count: number }>`
    insert into serving (user_id, question_id, served_at, is_open, reveal_count)
    select app_user.id, asked.id, asked.at_ms, false, 1
    from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as player (id)
    join app_user on app_user.id = player.id::uuid
    cross join json_to_recordset(${JSON.stringify(asked)}::json) as asked (id uuid, at_ms bigint)
    order by app_user.id, asked.id
    for key share of app_user
    on conflict (user_id, question_id) do update set
      served_at = excluded.served_at, reveal_count = serving.reveal_count + 1
    returning user_id, question_id, reveal_count`.execute(trx)
  return rows
    .filter(({ reveal_count }) => reveal_count === 1)
    .map(({ user_id, question_id }) => ({ userId: user_id, questionId: question_id }))
}
