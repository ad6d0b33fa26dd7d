import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import type { Transaction } from 'kysely'
import type { QuestionContent } from '../../infra/db/tables/questions.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { type Bank, recordBankChange } from '../questions/bank.ts'
import { resolveComplaints } from '../questions/complaints.ts'
import { contentColumns, contentJson, withAnswerOrderOf } from '../questions/question-content.ts'
import { restartRating } from '../questions/ratings.ts'
import { type AuditDeps, runAudited } from './audit.ts'
import { getAdminQuestion } from './find-questions.ts'

interface LockedQuestion {
  key: string
  /** What players see: the operator's edit, or the file's content. */
  current: QuestionContent
  file: QuestionContent
}

/**
 * Changes a question's content at once. Reloading the content files keeps the edit; if the file's own content changes
 * too, the two are in conflict until somebody edits again or reverts. Answers keep their ids.
 * @throws not_found; 422 `answers` unless they are the question's four, `correct_answer_id` unless it is one of them
 */
export function editQuestion(
  deps: AuditDeps,
  adminId: UserId,
  id: QuestionId,
  content: QuestionContent,
): Promise<AdminQuestion> {
  return runAudited(deps, adminId, async (trx) => {
    const question = await lockContent(trx, id)
    checkAnswers(question.current, content)
    await storeContent(trx, id, question.current, content)
    await trx.deleteFrom('question_edit').where('question_id', '=', id).execute()
    const file = contentJson(question.file)
    // Writing what the file says is not an edit.
    if (contentJson(content) !== file) {
      await trx.insertInto('question_edit').values({ question_id: id, file_then: file, file_now: file }).execute()
    }
    const details = { before: question.current, after: content }
    return { result: await getAdminQuestion(trx, id), action: 'question_edited', subject: question.key, details }
  })
}

/** Drops an edit: the question has its file's content again. @throws not_found */
export function revertQuestion(deps: AuditDeps, adminId: UserId, id: QuestionId): Promise<AdminQuestion> {
  return runAudited(deps, adminId, async (trx) => {
    const question = await lockContent(trx, id)
    await storeContent(trx, id, question.current, question.file)
    await trx.deleteFrom('question_edit').where('question_id', '=', id).execute()
    const details = { before: question.current, after: question.file }
    return { result: await getAdminQuestion(trx, id), action: 'question_reverted', subject: question.key, details }
  })
}

/** Blocks other edits and reloads until the transaction ends. The edit is read only after the lock is held. */
async function lockContent(trx: Transaction<Tables>, id: QuestionId): Promise<LockedQuestion> {
  const row = await trx
    .selectFrom('question')
    .select(['key', 'text', 'answers', 'correct_answer_id', 'description'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const { key, ...current } = row
  const edit = await trx.selectFrom('question_edit').select('file_now').where('question_id', '=', id).executeTakeFirst()
  return { key, current, file: edit?.file_now ?? current }
}

function checkAnswers(current: QuestionContent, content: QuestionContent): void {
  const ids = new Set(current.answers.map((answer) => answer.id))
  const given = new Set(content.answers.map((answer) => answer.id))
  const areTheSame = given.size === ids.size && [...given].every((answerId) => ids.has(answerId))
  if (!areTheSame) throw fieldRefusal('answers', 'must be the four answers of this question')
  if (!ids.has(content.correct_answer_id)) {
    throw fieldRefusal('correct_answer_id', 'is not an answer of this question')
  }
}

async function storeContent(
  trx: Transaction<Tables>,
  id: QuestionId,
  before: QuestionContent,
  content: QuestionContent,
): Promise<void> {
  const row = contentColumns({ ...content, answers: withAnswerOrderOf(before, content) })
  await trx.updateTable('question').set(row).where('id', '=', id).execute()
  await restartRating(trx, id, { before, after: content })
}

export interface ModerationDeps extends AuditDeps {
  bank: Bank
}

/** Why a question is out of circulation, or would be but for the limit per topic, and since when. */
interface Exclusion {
  /** Quarantined. */
  held_at: number | null
  withdrawn_at: number | null
  review_due_at: number | null
}

interface Moderation {
  /** The entry in the audit log. */
  action: string
  change: (before: Exclusion, atMs: number) => Partial<Exclusion>
  resolvesComplaints: boolean
}

const MODERATIONS = {
  resolve: {
    action: 'complaints_resolved',
    change: () => ({ held_at: null, review_due_at: null }),
    resolvesComplaints: true,
  },
  withdraw: {
    action: 'question_withdrawn',
    change: ({ withdrawn_at }, atMs) => ({ withdrawn_at: withdrawn_at ?? atMs, review_due_at: null }),
    resolvesComplaints: false,
  },
  // If the old complaints stayed open, one more would quarantine the question again at once.
  restore: {
    action: 'question_restored',
    change: () => ({ held_at: null, withdrawn_at: null, review_due_at: null }),
    resolvesComplaints: true,
  },
} as const satisfies Record<string, Moderation>

/**
 * Takes a question out of circulation or puts it back. Idempotent. Running games keep their questions, and players who
 * were asked it in practice can still answer. @throws not_found
 */
export async function moderateQuestion(
  deps: ModerationDeps,
  adminId: UserId,
  id: QuestionId,
  name: keyof typeof MODERATIONS,
): Promise<AdminQuestion> {
  const { action, change, resolvesComplaints }: Moderation = MODERATIONS[name]
  const question = await runAudited(deps, adminId, async (trx, atMs) => {
    const locked = await lockExclusion(trx, id)
    const before = await getAdminQuestion(trx, id)
    const { is_active } = await trx
      .updateTable('question')
      .set(change(locked, atMs))
      .where('id', '=', id)
      .returning('is_active')
      .executeTakeFirstOrThrow()
    const resolved = resolvesComplaints ? await resolveComplaints(trx, id, atMs) : 0
    const result = await getAdminQuestion(trx, id)
    if (is_active !== locked.is_active) await recordBankChange(trx)
    const details = { before: before.status, after: result.status, ...(resolvesComplaints ? { resolved } : {}) }
    return { result, action, subject: result.key, details }
  })
  deps.bank.forget()
  return question
}

async function lockExclusion(trx: Transaction<Tables>, id: QuestionId): Promise<Exclusion & { is_active: boolean }> {
  const row = await trx
    .selectFrom('question')
    .select(['held_at', 'withdrawn_at', 'review_due_at', 'is_active'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
