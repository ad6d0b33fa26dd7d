import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import { ANSWER_TEXT_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, QUESTION_TEXT_MAX_LENGTH } from '@quizmaster/contract/limits'
import type { QuestionEdit } from './admin-calls.ts'
import { ADMIN_STRINGS, QUESTION_STRINGS } from './strings.ts'

const { fields } = QUESTION_STRINGS

/** The values of a question's form; an empty description means none. */
export type QuestionForm = Omit<QuestionEdit, 'description'> & { description: string }
export type QuestionFormField = 'text' | 'description' | `answers.${number}.text`

/** The form's values for a question as it is. */
export function formOf({ text, answers, correct_answer_id, description }: AdminQuestion): QuestionForm {
  return { text, answers, correct_answer_id, description: description ?? '' }
}

/** The edit that a form asks for. */
export function editOf(question: AdminQuestion, form: QuestionForm): QuestionEdit {
  const rightIndex = question.answers.findIndex(({ id }) => id === form.correct_answer_id)
  return {
    text: form.text.trim(),
    answers: question.answers.map(({ id }, index) => ({ id, text: form.answers[index]?.text.trim() ?? '' })),
    correct_answer_id: (question.answers[rightIndex] ?? question.answers[0])?.id ?? question.correct_answer_id,
    description: form.description.trim() || null,
  }
}

/** The form field for a field that the server refused. A message about all answers is shown at the first one. */
export function formFieldOf(field: string): QuestionFormField | null {
  if (field === 'text' || field === 'description') return field
  const index = /^answers(?:\.(\d))?/.exec(field)
  if (index) return `answers.${Number(index[1] ?? 0)}.text`
  return field === 'correct_answer_id' ? 'answers.0.text' : null
}

/** Why the question's text is refused, or null. The server checks the same limits again, here and below. */
export function questionTextProblem(text: string): string | null {
  return requiredProblem(fields.text, text) ?? lengthProblem(fields.text, text, QUESTION_TEXT_MAX_LENGTH)
}

/** Why one of the answers is refused, or null. Of several equal answers, only the first repetition is refused. */
export function answerProblem(index: number, answers: QuestionForm['answers']): string | null {
  const texts = answers.map(({ text }) => text.trim())
  const text = texts[index] ?? ''
  const firstRepeated = texts.findIndex((other, place) => texts.indexOf(other) < place)
  return (
    requiredProblem(fields.anAnswer, text) ??
    lengthProblem(fields.anAnswer, text, ANSWER_TEXT_MAX_LENGTH) ??
    (index === firstRepeated ? QUESTION_STRINGS.mustDiffer : null)
  )
}

/** Why the description is refused, or null. */
export function descriptionProblem(text: string): string | null {
  return lengthProblem(fields.description, text, DESCRIPTION_MAX_LENGTH)
}

function requiredProblem(label: string, text: string): string | null {
  return text.trim() === '' ? ADMIN_STRINGS.required(label) : null
}

function lengthProblem(label: string, text: string, max: number): string | null {
  return text.trim().length > max ? ADMIN_STRINGS.tooLong(label, max) : null
}
