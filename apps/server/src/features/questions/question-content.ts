import { createHash } from 'node:crypto'
import type { BankQuestion } from '@quizmaster/content/topic-file'
import type { QuestionContent, StoredAnswer } from '../../infra/db/tables/questions.ts'

/** The content as JSON. Equal content gives equal JSON, whatever the order of the answers. */
export function contentJson({ text, answers, correct_answer_id, description }: QuestionContent): string {
  const ordered = answers
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((answer) => ({ id: answer.id, text: answer.text }))
  return JSON.stringify({ text, answers: ordered, correct_answer_id, description })
}

/** The columns of `question` that store the content. */
export function contentColumns({ text, answers, correct_answer_id, description }: QuestionContent) {
  return { text, answers: JSON.stringify(answers), correct_answer_id, description }
}

/** The answers of `content` in the order that the same ids have in `before`. */
export function withAnswerOrderOf(
  before: Pick<QuestionContent, 'answers'>,
  content: Pick<QuestionContent, 'answers'>,
): StoredAnswer[] {
  const positions = new Map(before.answers.map((answer, position) => [answer.id, position]))
  return content.answers.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0))
}

/** The content of a question in a topic file. Its answers keep the ids that they have in `before`. */
export function contentFromFile(key: string, question: BankQuestion, before: readonly StoredAnswer[]): QuestionContent {
  const answers = withIds(key, question.answers, before)
  const right = answers.find((answer) => answer.text === question.right)
  if (!right) throw new Error(`${key}: the right answer is not one of the four`)
  return { text: question.text, answers, correct_answer_id: right.id, description: question.description ?? null }
}

/** An answer keeps its id if its text is unchanged; changed answers take the ids that are left, in order. */
function withIds(key: string, texts: readonly string[], before: readonly StoredAnswer[]): StoredAnswer[] {
  const idByText = new Map(before.map((answer) => [answer.text, answer.id]))
  const unused = before.filter((answer) => !texts.includes(answer.text)).map((answer) => answer.id)
  return texts.map((text) => ({ id: idByText.get(text) ?? unused.shift() ?? stableId(`answer:${key}:${text}`), text }))
}

/**
 * A UUID derived from a permanent name: the same on every machine, and it reveals neither order nor content. Version 8
 * of RFC 9562, for application-defined ids.
 */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${'89ab'[parseInt(hex.slice(16, 17), 16) % 4]}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
