/** The maximum length of a question for each size; longer ones have `q3`. */
const QUESTION_SIZES = [
  [60, 'q0'],
  [80, 'q1'],
  [140, 'q2'],
] as const

/** The same for answers; longer ones have `a4`. */
const ANSWER_SIZES = [
  [24, 'a1'],
  [40, 'a2'],
  [52, 'a3'],
] as const

/** The class of the size in which a stage shows a question. */
export function questionSize(text: string) {
  return QUESTION_SIZES.find(([most]) => text.length <= most)?.[1] ?? 'q3'
}

/** The class of the size for all answers of a question, by the longest one. */
export function answerSize(answers: readonly string[]) {
  const longest = Math.max(...answers.map(({ length }) => length))
  return ANSWER_SIZES.find(([most]) => longest <= most)?.[1] ?? 'a4'
}
