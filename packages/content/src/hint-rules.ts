import { fault, note, type Problem } from './finding.ts'
import type { BankQuestion } from './topic-file.ts'
import { LOGIC_TOPIC } from './wording-rules.ts'
import { contentWords, fold, shareOf } from './words.ts'

/** Measured on 816 questions: the most any sound description shared was 0.33. */
const MOST_REPEATED = 0.5
const SHORTEST_TELLING_WORD = 5

/** What gives the answer away, and descriptions that only say it again. */
export function* hintRules(question: BankQuestion, topicKey: string): Iterable<Problem> {
  const named = question.answers.filter((answer) => isNamedIn(question.text, answer))
  // Two or more named answers are the choices that the question itself gives.
  if (named.length === 1 && named[0] === question.right) {
    const say = topicKey === LOGIC_TOPIC ? note : fault
    yield say('the right answer stands in the question')
  }
  if (named.length === 0) yield* tellingWords(question)
  yield* repetition(question)
}

function isNamedIn(text: string, answer: string): boolean {
  const folded = fold(answer)
  return folded.length > 2 && ` ${fold(text)} `.includes(` ${folded} `)
}

function* tellingWords(question: BankQuestion): Iterable<Problem> {
  const asked = contentWords(question.text)
  const wrong = contentWords(question.answers.filter((answer) => answer !== question.right).join(' '))
  for (const word of contentWords(question.right)) {
    if (word.length >= SHORTEST_TELLING_WORD && asked.has(word) && !wrong.has(word)) {
      yield note(`'${word}' stands in the question and of the answers in the right one only`)
    }
  }
}

function* repetition(question: BankQuestion): Iterable<Problem> {
  const said = contentWords(question.description ?? '')
  const known = contentWords(`${question.text} ${question.right}`)
  const share = shareOf(said, known)
  if (share >= MOST_REPEATED) {
    yield fault(`${Math.round(share * 100)} % of the description's words stand in the question or its right answer`)
  }
}
