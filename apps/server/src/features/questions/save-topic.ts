import { createHash } from 'node:crypto'
import type { BankQuestion, BankTopic } from '@quizmaster/content/topic-file'
import type { Transaction } from 'kysely'
import type { StoredAnswer, StoredWords, Tables } from '../../infra/db/tables.ts'
import { inOrderOf, wordsJson, wordsRow } from './question-words.ts'
import { stableId } from './stable-id.ts'

interface StoredQuestion extends StoredWords {
  id: string
  content_hash: string
  is_in_files: boolean
  /** What the file said at the last load, where an operator's edit is in force instead. */
  file_now: StoredWords | null
}

/** Stores a topic as its file says it: new questions in, changed ones mended, vanished ones put to rest. */
export async function saveTopic(trx: Transaction<Tables>, topic: BankTopic): Promise<void> {
  const topicId = stableId(`topic:${topic.key}`)
  const row = { id: topicId, key: topic.key, text: topic.name, is_active: true }
  await trx
    .insertInto('topic')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  const stored = await lockQuestions(trx, topicId)
  for (const question of topic.questions) {
    await saveQuestion(trx, { key: keyOf(topic.key, question), topicId, question }, stored)
  }
  const keys = topic.questions.map((question) => keyOf(topic.key, question))
  await trx
    .updateTable('question')
    .set({ is_in_files: false })
    .where('topic_id', '=', topicId)
    .where('key', 'not in', keys)
    .execute()
}

/** Puts a topic and its questions to rest: its file is gone. */
export async function retireTopic(trx: Transaction<Tables>, key: string): Promise<void> {
  const topicId = stableId(`topic:${key}`)
  await trx.updateTable('topic').set({ is_active: false }).where('id', '=', topicId).execute()
  await trx.updateTable('question').set({ is_in_files: false }).where('topic_id', '=', topicId).execute()
}

/** By key. Nobody edits them until the transaction ends; so edits are read only once they are locked. */
async function lockQuestions(trx: Transaction<Tables>, topicId: string): Promise<Map<string, StoredQuestion>> {
  const rows = await trx
    .selectFrom('question')
    .select(['id', 'key', 'text', 'answers', 'correct_answer_id', 'description', 'content_hash', 'is_in_files'])
    .where('topic_id', '=', topicId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const edits = await trx
    .selectFrom('question_edit')
    .innerJoin('question', 'question.id', 'question_edit.question_id')
    .select(['question_edit.question_id', 'question_edit.file_now'])
    .where('question.topic_id', '=', topicId)
    .execute()
  const fileNow = new Map(edits.map((edit) => [edit.question_id, edit.file_now]))
  return new Map(rows.map((row) => [row.key, { ...row, file_now: fileNow.get(row.id) ?? null }]))
}

interface FileQuestion {
  key: string
  topicId: string
  question: BankQuestion
}

async function saveQuestion(
  trx: Transaction<Tables>,
  { key, topicId, question }: FileQuestion,
  stored: ReadonlyMap<string, StoredQuestion>,
): Promise<void> {
  const before = stored.get(key)
  const content_hash = createHash('sha256').update(JSON.stringify(question)).digest('hex')
  if (before?.is_in_files && before.content_hash === content_hash) return
  const words = wordsOf(key, question, before)
  const isEdited = before?.file_now ? await keepEdit(trx, before, words) : false
  const rest = {
    id: stableId(`question:${key}`),
    key,
    topic_id: topicId,
    difficulty: question.difficulty,
    source: question.source ? JSON.stringify(question.source) : null,
    content_hash,
    is_in_files: true,
  }
  const row = { ...rest, ...wordsRow(words) }
  await trx
    .insertInto('question')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(isEdited ? rest : row))
    .execute()
}

/** Notes what the file says now beside an operator's edit. False where the two agree by now: then the edit is over. */
async function keepEdit(trx: Transaction<Tables>, inForce: StoredQuestion, file: StoredWords): Promise<boolean> {
  const file_now = wordsJson(file)
  if (file_now === wordsJson(inForce)) {
    await trx.deleteFrom('question_edit').where('question_id', '=', inForce.id).execute()
    return false
  }
  await trx.updateTable('question_edit').set({ file_now }).where('question_id', '=', inForce.id).execute()
  return true
}

function wordsOf(key: string, question: BankQuestion, before: StoredQuestion | undefined): StoredWords {
  const known = before ? inOrderOf(before, before.file_now ?? before) : []
  const answers = withIds(key, question.answers, known)
  const right = answers.find((answer) => answer.text === question.right)
  if (!right) throw new Error(`${key}: the right answer is none of the four`)
  return { text: question.text, answers, correct_answer_id: right.id, description: question.description ?? null }
}

function keyOf(topicKey: string, question: BankQuestion): string {
  return `${topicKey}/${question.id}`
}

/** Answers keep their ids through edits: by their text where it is the same, else in the places that became free. */
function withIds(key: string, texts: readonly string[], before: readonly StoredAnswer[]): StoredAnswer[] {
  const idByText = new Map(before.map((answer) => [answer.text, answer.id]))
  const free = before.filter((answer) => !texts.includes(answer.text)).map((answer) => answer.id)
  return texts.map((text) => ({ id: idByText.get(text) ?? free.shift() ?? stableId(`answer:${key}:${text}`), text }))
}
