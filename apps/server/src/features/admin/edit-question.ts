import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import type { Transaction } from 'kysely'
import type { StoredWords, Tables } from '../../infra/db/tables.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { inOrderOf, wordsJson, wordsRow } from '../questions/question-words.ts'
import { type AuditDeps, runAudited } from './audited-action.ts'
import { getAdminQuestion } from './admin-questions.ts'

interface EditedQuestion {
  key: string
  inForce: StoredWords
  file: StoredWords
}

/**
 * Changes what a question says, at once and whatever its file says later: a reload keeps the edit. Where the file's own
 * words change too, the two stand in conflict until somebody edits again or reverts. Ids of answers stay.
 * @throws not_found; 422 `answers` for others than the question's four, `correct_answer_id` for none of them
 */
export function editQuestion(
  deps: AuditDeps,
  adminId: UserId,
  id: QuestionId,
  words: StoredWords,
): Promise<AdminQuestion> {
  return runAudited(deps, adminId, async (trx) => {
    const question = await lock(trx, id)
    checkAnswers(question.inForce, words)
    await putInForce(trx, id, question.inForce, words)
    await trx.deleteFrom('question_edit').where('question_id', '=', id).execute()
    const file = wordsJson(question.file)
    // Who writes what the file says edits nothing.
    if (wordsJson(words) !== file) {
      await trx.insertInto('question_edit').values({ question_id: id, file_then: file, file_now: file }).execute()
    }
    const details = { before: question.inForce, after: words }
    return { result: await getAdminQuestion(trx, id), action: 'question_edited', subject: question.key, details }
  })
}

/** Drops an edit: the question says again what its file says. @throws not_found */
export function revertQuestion(deps: AuditDeps, adminId: UserId, id: QuestionId): Promise<AdminQuestion> {
  return runAudited(deps, adminId, async (trx) => {
    const question = await lock(trx, id)
    await putInForce(trx, id, question.inForce, question.file)
    await trx.deleteFrom('question_edit').where('question_id', '=', id).execute()
    const details = { before: question.inForce, after: question.file }
    return { result: await getAdminQuestion(trx, id), action: 'question_reverted', subject: question.key, details }
  })
}

/** Nobody else edits or reloads it until the transaction ends; so its edit is read only once it is locked. */
async function lock(trx: Transaction<Tables>, id: QuestionId): Promise<EditedQuestion> {
  const row = await trx
    .selectFrom('question')
    .select(['key', 'text', 'answers', 'correct_answer_id', 'description'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const { key, ...inForce } = row
  const edit = await trx.selectFrom('question_edit').select('file_now').where('question_id', '=', id).executeTakeFirst()
  return { key, inForce, file: edit?.file_now ?? inForce }
}

function checkAnswers(inForce: StoredWords, words: StoredWords): void {
  const ids = new Set(inForce.answers.map((answer) => answer.id))
  const given = new Set(words.answers.map((answer) => answer.id))
  const areTheSame = given.size === ids.size && [...given].every((answerId) => ids.has(answerId))
  if (!areTheSame) throw fieldRefusal('answers', 'must be the four answers of this question')
  if (!ids.has(words.correct_answer_id)) {
    throw fieldRefusal('correct_answer_id', 'is not an answer of this question')
  }
}

async function putInForce(
  trx: Transaction<Tables>,
  id: QuestionId,
  before: StoredWords,
  words: StoredWords,
): Promise<void> {
  const row = wordsRow({ ...words, answers: inOrderOf(before, words) })
  await trx.updateTable('question').set(row).where('id', '=', id).execute()
}
