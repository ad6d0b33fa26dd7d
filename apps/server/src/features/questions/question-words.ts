import type { StoredWords } from '../../infra/db/tables.ts'

/** Text, answers, right answer and explanation as JSON; the same words give the same text, whatever their order. */
export function wordsJson({ text, answers, correct_answer_id, description }: StoredWords): string {
  const ordered = answers
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((answer) => ({ id: answer.id, text: answer.text }))
  return JSON.stringify({ text, answers: ordered, correct_answer_id, description })
}

/** The columns of a question that hold these words. */
export function wordsRow({ text, answers, correct_answer_id, description }: StoredWords) {
  return { text, answers: JSON.stringify(answers), correct_answer_id, description }
}

/** The answers of `words` in the order in which `before` has the same ids. */
export function inOrderOf(before: Pick<StoredWords, 'answers'>, words: Pick<StoredWords, 'answers'>) {
  const places = new Map(before.answers.map((answer, place) => [answer.id, place]))
  return words.answers.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}
