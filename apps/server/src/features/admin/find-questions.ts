import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import { type AnswerId, type QuestionId, questionIdSchema, type TopicId } from '@quizmaster/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

const MAX_FOUND = 50

/** Whether a question is in circulation, or the strongest reason why not. `held` means quarantined. */
const STATUS = sql<AdminQuestion['status']>`case
  when not question.is_in_files then 'retired'
  when question.withdrawn_at is not null then 'withdrawn'
  when question.held_at is not null then 'held'
  else 'active' end`
const IS_EDITED = sql<boolean>`question_edit.question_id is not null`
const IS_CONFLICT = sql<boolean>`coalesce(question_edit.file_now <> question_edit.file_then, false)`

interface QuestionSearch {
  /** Words that must all occur in the question, its answers or its key; or the question's id. */
  search: string
  state: 'any' | 'held' | 'withdrawn' | 'edited' | 'conflict'
}

/** Questions as admins see them, ordered by key, 50 at most. */
export async function findAdminQuestions(
  db: Kysely<Tables>,
  { search, state }: QuestionSearch,
): Promise<AdminQuestion[]> {
  let query = selectQuestions(db).orderBy('question.key').limit(MAX_FOUND)
  if (state === 'held' || state === 'withdrawn') query = query.where(STATUS, '=', state)
  if (state === 'edited') query = query.where(IS_EDITED)
  if (state === 'conflict') query = query.where(IS_CONFLICT)
  const id = questionIdSchema.safeParse(search.trim())
  if (id.success) query = query.where('question.id', '=', id.data)
  else for (const word of search.split(/\s+/).filter(Boolean)) query = query.where(contains(word))
  return (await query.execute()).map(toAdminQuestion)
}

/** The questions with these ids, in any order. */
export async function listAdminQuestions(db: Kysely<Tables>, ids: readonly string[]): Promise<AdminQuestion[]> {
  if (ids.length === 0) return []
  return (await selectQuestions(db).where('question.id', 'in', ids).execute()).map(toAdminQuestion)
}

/** A question that is known to exist. */
export async function getAdminQuestion(db: Kysely<Tables>, id: QuestionId): Promise<AdminQuestion> {
  return toAdminQuestion(await selectQuestions(db).where('question.id', '=', id).executeTakeFirstOrThrow())
}

function selectQuestions(db: Kysely<Tables>) {
  return db
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .leftJoin('question_edit', 'question_edit.question_id', 'question.id')
    .select([
      'question.id',
      'question.key',
      'question.topic_id',
      'question.text',
      'question.answers',
      'question.correct_answer_id',
      'question.description',
      'question.review_due_at',
      'question_edit.file_now',
      'topic.text as topic_text',
    ])
    .select([STATUS.as('status'), IS_EDITED.as('is_edited'), IS_CONFLICT.as('is_conflict')])
}

/** SQL wildcards in the word are escaped. */
function contains(word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(question.text ilike ${pattern} or question.key ilike ${pattern} or exists (
    select 1 from jsonb_array_elements(question.answers) answer where answer ->> 'text' ilike ${pattern}))`
}

type Row = Awaited<ReturnType<ReturnType<typeof selectQuestions>['execute']>>[number]

function toAdminQuestion(row: Row): AdminQuestion {
  const file = row.is_conflict ? row.file_now : null
  return {
    id: row.id as QuestionId,
    key: row.key,
    topic: { id: row.topic_id as TopicId, text: row.topic_text },
    text: row.text,
    answers: row.answers.map(({ id, text }) => ({ id: id as AnswerId, text })),
    correct_answer_id: row.correct_answer_id as AnswerId,
    description: row.description,
    status: row.status,
    is_review_due: row.review_due_at !== null,
    is_edited: row.is_edited,
    conflict: file && {
      text: file.text,
      answers: file.answers.map((answer) => answer.text),
      right: file.answers.find((answer) => answer.id === file.correct_answer_id)?.text ?? '',
      description: file.description,
    },
  }
}
