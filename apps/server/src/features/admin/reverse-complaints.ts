import type { PlayerAccount } from '@quizmaster/contract/http/admin-players'
import type { UserId } from '@quizmaster/contract/ids'
import { type Transaction, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { type Bank, recordBankChange } from '../questions/bank.ts'
import { countMailboxes } from '../questions/complaints.ts'
import { runAudited } from './audit.ts'
import { getPlayerAccount, lockAccount, type PlayerAccountDeps } from './players.ts'

export interface ReverseComplaintsDeps extends PlayerAccountDeps {
  bank: Bank
  complaintThreshold: number
}

/**
 * Reverses everything that an account has reported: its open complaints are resolved, and a question that is
 * quarantined without enough complaints of others goes back into circulation. @throws not_found
 */
export async function reverseComplaints(
  deps: ReverseComplaintsDeps,
  adminId: UserId,
  id: UserId,
): Promise<PlayerAccount> {
  const player = await runAudited(deps, adminId, async (trx, atMs) => {
    await lockAccount(trx, id)
    const questions = await lockReported(trx, id)
    const { numUpdatedRows } = await trx
      .updateTable('complaint')
      .set({ resolved_at: atMs, counted_at: null })
      .where('reporter', '=', `user:${id}`)
      .where('resolved_at', 'is', null)
      .executeTakeFirst()
    const restored: string[] = []
    for (const question of questions) {
      if ((await countMailboxes(trx, question.id)) >= deps.complaintThreshold) continue
      await trx
        .updateTable('question')
        .set({ held_at: null, review_due_at: null })
        .where('id', '=', question.id)
        .execute()
      if (question.held_at !== null) restored.push(question.key)
    }
    if (restored.length > 0) await recordBankChange(trx)
    const details = { reversed: Number(numUpdatedRows), restored }
    return { result: await getPlayerAccount(deps, trx, id), action: 'complaints_reversed', subject: id, details }
  })
  deps.bank.forget()
  return player
}

/** Locks the questions that an account's open complaints are about and that are in quarantine or due for a review. */
function lockReported(trx: Transaction<Tables>, id: UserId) {
  return trx
    .selectFrom('question')
    .select(['id', 'key', 'held_at'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('complaint')
        .select('question_id')
        .where('reporter', '=', `user:${id}`)
        .where('resolved_at', 'is', null),
    )
    .where(sql<boolean>`coalesce(held_at, review_due_at) is not null`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
