import { createHash } from 'node:crypto'
import type { BankQuestion, BankTopic } from '@quizmaster/content/topic-file'
import type { Kysely } from 'kysely'
import type { StoredAnswer, Tables } from '../../infra/db/tables.ts'
import { stableId } from './stable-id.ts'

interface StoredQuestion {
  key: string
  content_hash: string
  answers: StoredAnswer[]
  is_active: boolean
}

/** Stores a topic as its file says it: new questions in, changed ones mended, vanished ones put to rest. */
export async function saveTopic(db: Kysely<Tables>, topic: BankTopic): Promise<void> {
  const topicId = stableId(`topic:${topic.key}`)
  const row = { id: topicId, key: topic.key, text: topic.name, is_active: true }
  await db
    .insertInto('topic')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  const stored = await storedQuestions(db, topicId)
  for (const question of topic.questions) await saveQuestion(db, topic.key, topicId, question, stored)
  const keys = topic.questions.map((question) => keyOf(topic.key, question))
  await db
    .updateTable('question')
    .set({ is_active: false })
    .where('topic_id', '=', topicId)
    .where('key', 'not in', keys)
    .execute()
}

async function storedQuestions(db: Kysely<Tables>, topicId: string): Promise<Map<string, StoredQuestion>> {
  const rows = await db
    .selectFrom('question')
    .select(['key', 'content_hash', 'answers', 'is_active'])
    .where('topic_id', '=', topicId)
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

async function saveQuestion(
  db: Kysely<Tables>,
  topicKey: string,
  topicId: string,
  question: BankQuestion,
  stored: ReadonlyMap<string, StoredQuestion>,
): Promise<void> {
  const key = keyOf(topicKey, question)
  const before = stored.get(key)
  const content_hash = createHash('sha256').update(JSON.stringify(question)).digest('hex')
  if (before?.is_active && before.content_hash === content_hash) return
  const answers = withIds(key, question.answers, before?.answers ?? [])
  const right = answers.find((answer) => answer.text === question.right)
  if (!right) throw new Error(`${key}: the right answer is none of the four`)
  const row = {
    id: stableId(`question:${key}`),
    key,
    topic_id: topicId,
    text: question.text,
    answers: JSON.stringify(answers),
    correct_answer_id: right.id,
    description: question.description ?? null,
    difficulty: question.difficulty,
    source: question.source ? JSON.stringify(question.source) : null,
    content_hash,
    is_active: true,
  }
  await db
    .insertInto('question')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
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
