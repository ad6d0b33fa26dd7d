import type { BankQuestion } from '@quizmaster/content/topic-file'
import { contentWords, fold, foldCase, shareOf } from '../texts.ts'
import { fault, note, type Problem } from './finding.ts'

const LONGEST_QUESTION = 170
const LONGEST_ANSWER = 65
const LONG_QUESTION = 110
const DESCRIPTION = { shortest: 40, longest: 240 }

/** Lengths in characters. */
export function* lengthRules(question: BankQuestion): Iterable<Problem> {
  const length = question.text.length
  if (length > LONGEST_QUESTION) yield fault(`the question has ${length} characters, at most ${LONGEST_QUESTION} fit`)
  else if (length > LONG_QUESTION) yield note(`the question has ${length} characters, ${LONG_QUESTION} read better`)
  for (const answer of question.answers) {
    if (answer.length > LONGEST_ANSWER) {
      yield fault(`the answer '${answer}' has ${answer.length} characters, at most ${LONGEST_ANSWER} fit`)
    }
  }
  yield* descriptionLength(question.description)
}

function* descriptionLength(description: string | undefined): Iterable<Problem> {
  if (description === undefined) yield fault('the description is missing')
  else if (description.length < DESCRIPTION.shortest || description.length > DESCRIPTION.longest) {
    yield fault(
      `the description has ${description.length} characters, not ${DESCRIPTION.shortest} to ${DESCRIPTION.longest}`,
    )
  }
}

/** Lengths of imported questions, as notes only. */
export function* importedLengthNotes(question: BankQuestion): Iterable<Problem> {
  if (question.text.length > LONGEST_QUESTION) yield note(`the question has ${question.text.length} characters`)
  for (const answer of question.answers) {
    if (answer.length > LONGEST_ANSWER) yield note(`the answer '${answer}' has ${answer.length} characters`)
  }
}

const FORBIDDEN_ANSWER =
  /^(?:both|none|neither|all|either)$|\bof the above\b|^(?:all|any|both|each|either|neither|none|two) of (?:these|those|them|the two)$|\ball (?:three|four)$/
const FORBIDDEN_PHRASES = ['odd one out', 'of the above', 'trick question', 'true or false']
const NEGATIVE = /\b(?:not|except|excepting)\b|n['’]t\b/i
/** The only topic whose questions may need a "not", or name what they ask for. */
const LOGIC_TOPIC = 'logic-puzzles'

/** Wording of questions and answers. */
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
  if (FORBIDDEN_ANSWER.test(foldCase(answer))) yield fault(`'${answer}' is not an answer in its own right`)
  if (/[.,;:]$/.test(answer) && !/(?:\b\p{Lu}|…)\.$/u.test(answer))
    yield fault(`the answer '${answer}' ends in punctuation`)
  if (!startsWell(answer)) yield fault(`the answer '${answer}' starts with neither a capital, a digit nor a quote`)
}

/** Squares ('e4'), letters ('x = 3', 'pH') and mathematical signs ('√2') keep their own case. */
function startsWell(answer: string): boolean {
  if (/^[\p{Lu}\p{Lo}\p{N}\p{Sc}'√∛∞−+±-]/u.test(answer) || /^[\p{Script=Greek}]/u.test(answer)) return true
  const first = answer.split(/\s/)[0] ?? ''
  return /^[a-z][\p{Lu}\p{N}]/u.test(first) || /^(?![ai]\b)[a-z](?![\p{L}])/u.test(first)
}

/** Titles and quoted words are not the question's own wording. */
function withoutQuotes(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])'[^']*(?:'\p{L}[^']*)*'(?![\p{L}\p{N}])/gu, ' ')
}

const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/u, 'contains an invisible or unreadable character'],
  [/\s{2,}|[^\S ]/u, 'contains a doubled or unusual space'],
  [/[‘’‚‛“”„‟«»`´]/u, "contains curly quotes: use '"],
  [/"/u, "contains double quotes: put titles and quoted words in 'single' ones"],
  [/—/u, 'contains a long dash: use a comma, a colon or two sentences'],
  [/&(?:[a-z]+|#\d+);/iu, 'contains an undecoded HTML entity'],
  [/Ã.|â€|Â[^\p{L}]/u, 'contains characters of a broken encoding'],
  [/\s[,;?!](?!\p{L})|\s\.(?![\d.\p{L}])/u, 'has a space before a punctuation mark'],
  [/\p{L}[,;!?]\p{L}/u, 'lacks a space after a punctuation mark'],
  [/[?!]{2,}|(?<!\.)\.\.(?!\.)|,,/u, 'has doubled punctuation'],
  [/\b(the|an?|of|in|is|are|to|and|was|were|by|for|on|with|it|its|at|from|as) \1\b/iu, 'repeats a word'],
]

/** Spaces, punctuation and characters in every text of a question. */
export function* characterRules(question: BankQuestion): Iterable<Problem> {
  for (const [place, text] of textsOf(question)) {
    for (const [pattern, reason] of FAULTS) if (pattern.test(text)) yield fault(`${place} ${reason}`)
  }
  if (question.description !== undefined && !/[.!?]['’)]?$/.test(question.description)) {
    yield fault('the description ends without a full stop')
  }
}

/** Every text of a question that players read, with a name for it. */
export function textsOf(question: BankQuestion): (readonly [place: string, text: string])[] {
  return [
    ['the question', question.text],
    ...question.answers.map((answer) => [`the answer '${answer}'`, answer] as const),
    ...(question.description === undefined ? [] : [['the description', question.description] as const]),
  ]
}

/** Among 816 questions, no good description shared more than 0.33. */
const MOST_REPEATED = 0.5

/** Questions that give the answer away, and descriptions that only repeat it. */
export function* hintRules(question: BankQuestion, topicKey: string): Iterable<Problem> {
  const named = question.answers.filter((answer) => isNamedIn(question.text, answer))
  // If the question names two or more answers, it offers them as choices.
  if (named.length === 1 && named[0] === question.right) {
    const problem = topicKey === LOGIC_TOPIC ? note : fault
    yield problem('the right answer is named in the question')
  }
  yield* repetition(question)
}

/** Whether the text contains the whole answer, whatever its case and accents. */
export function isNamedIn(text: string, answer: string): boolean {
  const folded = fold(answer)
  return folded.length > 2 && ` ${fold(text)} `.includes(` ${folded} `)
}

function* repetition(question: BankQuestion): Iterable<Problem> {
  const described = contentWords(question.description ?? '')
  const known = contentWords(`${question.text} ${question.right}`)
  const share = shareOf(described, known)
  if (share >= MOST_REPEATED) {
    yield fault(`${Math.round(share * 100)} % of the description's words are in the question or its right answer`)
  }
}
