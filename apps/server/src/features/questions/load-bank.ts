import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BankQuestion, type BankTopic, ContentError, parseTopicFile } from '@quizmaster/content/topic-file'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { inTransaction, tryLock } from '../../infra/db/transaction.ts'
import type { QuestionContent } from '../../infra/db/tables/questions.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Logger } from '../../infra/log.ts'
import { recordBankChange } from './bank.ts'
import { contentColumns, contentFromFile, contentJson, stableId, withAnswerOrderOf } from './question-content.ts'
import { restartRating } from './ratings.ts'

/** How often a process looks whether another one has loaded the bank. */
const LOOK_AGAIN_MS = 200

export interface LoadBankDeps {
  db: Kysely<Tables>
  clock: Clock
  log: Logger
}

interface ContentFile {
  name: string
  hash: string
  yaml: string
}

/**
 * Updates the stored bank from the files below `folder` and returns how many files had changed. If none has, this only
 * reads the files and runs one query. An invalid file is logged and skipped; what was loaded from it before stays.
 */
export async function loadBank(deps: LoadBankDeps, folder: string): Promise<number> {
  const files = await readFiles(folder)
  for (;;) {
    if ((await changedFiles(deps.db, files)).length === 0) return 0
    const changedCount = await inTransaction(deps.db, (trx) => applyChanges(trx, deps, files))
    if (changedCount !== null) return changedCount
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Returns how many files had changed, or null if another process is loading the bank. */
async function applyChanges(
  trx: Transaction<Tables>,
  deps: LoadBankDeps,
  files: readonly ContentFile[],
): Promise<number | null> {
  // If two processes start together, the second finds nothing changed once the first is done. That can take longer than
  // a statement may wait for a lock.
  if (!(await tryLock(trx, 'question bank'))) return null
  const changed = await changedFiles(trx, files)
  for (const file of changed) await applyFile(trx, deps, file)
  if (changed.length > 0) await recordBankChange(trx)
  return changed.length
}

/**
 * Files whose text differs from what was last loaded, and deleted files, with null for their text. Deleted files come
 * first, because a file that was moved to another folder is deleted in one place and new in the other.
 */
async function changedFiles(db: Kysely<Tables>, files: readonly ContentFile[]) {
  const loaded = await db.selectFrom('content_file').select(['name', 'hash']).execute()
  const hashes = new Map(loaded.map((row) => [row.name, row.hash]))
  const names = new Set(files.map((file) => file.name))
  const deleted = loaded.filter((row) => !names.has(row.name)).map(({ name }) => ({ name, hash: null, yaml: null }))
  return [...deleted, ...files.filter((file) => hashes.get(file.name) !== file.hash)]
}

async function applyFile(
  trx: Transaction<Tables>,
  { clock, log }: LoadBankDeps,
  file: ContentFile | { name: string; hash: null; yaml: null },
): Promise<void> {
  if (file.yaml === null) {
    await retireTopic(trx, topicKeyOf(file.name))
    await trx.deleteFrom('content_file').where('name', '=', file.name).execute()
    return
  }
  try {
    await saveTopic(trx, parseTopicFile(file.name, file.yaml))
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    log.error({ msg: 'content_file_refused', reason: error.message })
    return
  }
  const row = { name: file.name, hash: file.hash, loaded_at: clock.now() }
  await trx
    .insertInto('content_file')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

function topicKeyOf(name: string): string {
  return name.replace(/^.*\//, '').replace(/\.yaml$/, '')
}

async function readFiles(folder: string): Promise<ContentFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return Promise.all(
    paths.map(async (path) => {
      const yaml = await readFile(path, 'utf8')
      return { name: relative(folder, path), hash: createHash('sha256').update(yaml).digest('hex'), yaml }
    }),
  )
}

interface StoredQuestion extends QuestionContent {
  id: string
  content_hash: string
  is_in_files: boolean
  /** The file's content at the last load, if the question shows an operator's edit instead. */
  file_now: QuestionContent | null
}

/** Stores a topic file: adds new questions, updates changed ones and retires those that are gone. */
async function saveTopic(trx: Transaction<Tables>, topic: BankTopic): Promise<void> {
  const topicId = stableId(`topic:${topic.key}`)
  const row = {
    id: topicId,
    key: topic.key,
    text: topic.name,
    group_name: topic.group,
    synonyms: JSON.stringify(topic.synonyms),
    is_active: true,
  }
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

/** Retires a topic and its questions, because its file was deleted. */
async function retireTopic(trx: Transaction<Tables>, key: string): Promise<void> {
  const topicId = stableId(`topic:${key}`)
  await trx.updateTable('topic').set({ is_active: false }).where('id', '=', topicId).execute()
  await trx.updateTable('question').set({ is_in_files: false }).where('topic_id', '=', topicId).execute()
}

/** Questions by key, locked until the transaction ends. Edits are read only after the lock is held. */
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
  const known = before ? withAnswerOrderOf(before, before.file_now ?? before) : []
  const content = contentFromFile(key, question, known)
  const isEdited = before?.file_now ? await updateEdit(trx, before, content) : false
  const rest = {
    id: stableId(`question:${key}`),
    key,
    topic_id: topicId,
    difficulty: question.difficulty,
    source: question.source ? JSON.stringify(question.source) : null,
    content_hash,
    is_in_files: true,
  }
  const row = { ...rest, ...contentColumns(content) }
  await trx
    .insertInto('question')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(isEdited ? rest : row))
    .execute()
  if (before && !isEdited) await restartRating(trx, rest.id, { before, after: content })
}

/**
 * Stores the file's new content beside an operator's edit. If they are now equal, deletes the edit and returns false.
 */
async function updateEdit(trx: Transaction<Tables>, current: StoredQuestion, file: QuestionContent): Promise<boolean> {
  const file_now = contentJson(file)
  if (file_now === contentJson(current)) {
    await trx.deleteFrom('question_edit').where('question_id', '=', current.id).execute()
    return false
  }
  await trx.updateTable('question_edit').set({ file_now }).where('question_id', '=', current.id).execute()
  return true
}

function keyOf(topicKey: string, question: BankQuestion): string {
  return `${topicKey}/${question.id}`
}
