import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import type { Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'
import { type Bank, noteBankChange } from '../questions/bank.ts'
import { resolveComplaints } from '../questions/complaints.ts'
import { type AuditDeps, runAudited } from './audited-action.ts'
import { getAdminQuestion } from './admin-questions.ts'

export interface StepDeps extends AuditDeps {
  bank: Bank
}

interface Outs {
  held_at: number | null
  withdrawn_at: number | null
}

interface Step {
  action: string
  /** What keeps the question out after the step. */
  change(before: Outs, atMs: number): Partial<Outs>
  /** Whether its complaints have been looked at with that. */
  resolves: boolean
}

const STEPS = {
  resolve: { action: 'complaints_resolved', change: () => ({ held_at: null }), resolves: true },
  withdraw: {
    action: 'question_withdrawn',
    change: ({ withdrawn_at }, atMs) => ({ withdrawn_at: withdrawn_at ?? atMs }),
    resolves: false,
  },
  // Left open, the old complaints and one more would take it out again at once.
  restore: { action: 'question_restored', change: () => ({ held_at: null, withdrawn_at: null }), resolves: true },
} as const satisfies Record<string, Step>

/**
 * Takes a question out of circulation or puts it back; doing so again changes nothing. Running games keep theirs, and
 * who was asked it can still answer. @throws not_found
 */
export async function stepQuestion(
  deps: StepDeps,
  adminId: UserId,
  id: QuestionId,
  name: keyof typeof STEPS,
): Promise<AdminQuestion> {
  const step: Step = STEPS[name]
  const question = await runAudited(deps, adminId, async (trx, atMs) => {
    const locked = await lock(trx, id)
    const before = await getAdminQuestion(trx, id)
    const { is_active } = await trx
      .updateTable('question')
      .set(step.change(locked, atMs))
      .where('id', '=', id)
      .returning('is_active')
      .executeTakeFirstOrThrow()
    const resolved = step.resolves ? await resolveComplaints(trx, id, atMs) : 0
    const result = await getAdminQuestion(trx, id)
    if (is_active !== locked.is_active) await noteBankChange(trx)
    const details = { before: before.status, after: result.status, ...(step.resolves ? { resolved } : {}) }
    return { result, action: step.action, subject: result.key, details }
  })
  deps.bank.forget()
  return question
}

async function lock(trx: Transaction<Tables>, id: QuestionId): Promise<Outs & { is_active: boolean }> {
  const row = await trx
    .selectFrom('question')
    .select(['held_at', 'withdrawn_at', 'is_active'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
