import { fault, type Problem } from './finding.ts'
import type { BankQuestion } from './topic-file.ts'
import { foldCase } from './words.ts'

const FORBIDDEN_ANSWER =
  /^(?:both|none|neither|all|either)$|\bof the above\b|^(?:all|any|both|each|either|neither|none|two) of (?:these|those|them|the two)$|\ball (?:three|four)$/
const FORBIDDEN_PHRASES = ['odd one out', 'of the above', 'trick question', 'true or false']
const NEGATIVE = /\b(?:not|except|excepting)\b|n['’]t\b/i
/** Only there a premise may need its "not", and name what it asks for. */
export const LOGIC_TOPIC = 'logic-puzzles'

/** What a question and its answers may say. */
export function* wordingRules(question: BankQuestion, topicKey: string): Iterable<Problem> {
  if (!question.text.endsWith('?')) yield fault("the question doesn't end in '?'")
  const asked = foldCase(question.text)
  for (const phrase of FORBIDDEN_PHRASES) if (asked.includes(phrase)) yield fault(`the question says '${phrase}'`)
  if (topicKey !== LOGIC_TOPIC && NEGATIVE.test(withoutQuotes(question.text))) {
    yield fault("the question is asked with 'not' or 'except'")
  }
  yield* distinctAnswers(question.answers)
  for (const answer of question.answers) yield* answerWording(answer)
}

function* distinctAnswers(answers: readonly string[]): Iterable<Problem> {
  const seen = new Map<string, string>()
  for (const answer of answers) {
    const twin = seen.get(foldCase(answer))
    if (twin !== undefined) yield fault(`the answers '${twin}' and '${answer}' are the same`)
    seen.set(foldCase(answer), answer)
  }
}

function* answerWording(answer: string): Iterable<Problem> {
  if (FORBIDDEN_ANSWER.test(foldCase(answer))) yield fault(`'${answer}' is no answer in its own right`)
  if (/[.,;:]$/.test(answer) && !/(?:\b\p{Lu}|…)\.$/u.test(answer)) yield fault(`the answer '${answer}' ends in a sign`)
  if (!startsWell(answer)) yield fault(`the answer '${answer}' starts with neither a capital, a digit nor a quote`)
}

/** Squares ('e4'), letters ('x = 3', 'pH') and signs of sums ('√2') keep their own case. */
function startsWell(answer: string): boolean {
  if (/^[\p{Lu}\p{Lo}\p{N}\p{Sc}'√∛∞−+±-]/u.test(answer) || /^[\p{Script=Greek}]/u.test(answer)) return true
  const first = answer.split(/\s/)[0] ?? ''
  return /^[a-z][\p{Lu}\p{N}]/u.test(first) || /^(?![ai]\b)[a-z](?![\p{L}])/u.test(first)
}

/** Titles and quoted words are not the question's own voice. */
function withoutQuotes(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])'[^']*(?:'\p{L}[^']*)*'(?![\p{L}\p{N}])/gu, ' ')
}
