import { fault, note, type Problem } from './finding.ts'
import type { BankQuestion } from './topic-file.ts'

export const LONGEST_QUESTION = 170
export const LONGEST_ANSWER = 65
const LONG_QUESTION = 110
const DESCRIPTION = { shortest: 40, longest: 240 }

/** How long a text may be, in characters. */
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

/** Imported questions come as they are: their lengths are only worth a note. */
export function* importedLengthNotes(question: BankQuestion): Iterable<Problem> {
  if (question.text.length > LONGEST_QUESTION) yield note(`the question has ${question.text.length} characters`)
  for (const answer of question.answers) {
    if (answer.length > LONGEST_ANSWER) yield note(`the answer '${answer}' has ${answer.length} characters`)
  }
}
