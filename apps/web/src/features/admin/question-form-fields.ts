import { array, object, string, type InferType } from 'yup'
import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import type { QuestionEdit } from './admin-calls.ts'
import { QUESTION_STRINGS } from './strings.ts'

const { fields } = QUESTION_STRINGS
// The server's limits; it checks them again.
const MAX_TEXT = 300
const MAX_ANSWER = 120
const MAX_DESCRIPTION = 1000

const answerSchema = object({
  id: string().required(),
  text: string().label(fields.anAnswer).defined().trim().required().max(MAX_ANSWER),
})

/** The values of a question's form; an empty description means none. */
export const questionFormSchema = object({
  text: string().label(fields.text).defined().trim().required().max(MAX_TEXT),
  answers: array()
    .of(answerSchema)
    .required()
    .test('differ', (answers, context) => {
      const texts = answers.map(({ text }) => text.trim())
      const twin = texts.findIndex((text, index) => texts.indexOf(text) < index)
      return twin < 0 || context.createError({ path: `answers[${twin}].text`, message: QUESTION_STRINGS.mustDiffer })
    }),
  correct_answer_id: string().required(),
  description: string().label(fields.description).defined().trim().max(MAX_DESCRIPTION),
})

export type QuestionForm = InferType<typeof questionFormSchema>
export type QuestionFormField = 'text' | 'description' | `answers.${number}.text`

/** The form of a question as it is. */
export function formOf({ text, answers, correct_answer_id, description }: AdminQuestion): QuestionForm {
  return { text, answers, correct_answer_id, description: description ?? '' }
}

/** The edit that a form asks for. */
export function editOf(question: AdminQuestion, form: QuestionForm): QuestionEdit {
  const rightIndex = question.answers.findIndex(({ id }) => id === form.correct_answer_id)
  return {
    text: form.text,
    answers: question.answers.map(({ id }, index) => ({ id, text: form.answers[index]?.text ?? '' })),
    correct_answer_id: (question.answers[rightIndex] ?? question.answers[0])?.id ?? question.correct_answer_id,
    description: form.description || null,
  }
}

/** The form field for a refused field of the call. A message about all answers is shown at the first. */
export function formFieldOf(field: string): QuestionFormField | null {
  if (field === 'text' || field === 'description') return field
  const index = /^answers(?:\.(\d))?/.exec(field)
  if (index) return `answers.${Number(index[1] ?? 0)}.text`
  return field === 'correct_answer_id' ? 'answers.0.text' : null
}
