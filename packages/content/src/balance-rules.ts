import { fault, type Problem } from './finding.ts'
import type { BankTopic } from './topic-file.ts'

const FEWEST_QUESTIONS = 20
/** Below this the shares say nothing yet. */
const FEWEST_FOR_SHARES = 12
const MOST_LONGEST = 0.3
const LEVEL_SHARE = { least: 0.25, most: 0.42 }
const PLACE_SHARE = { least: 0.1, most: 0.4 }

/** A topic in numbers. */
export interface Tally {
  questionCount: number
  /** Questions by difficulty: easy, middling, hard. */
  levels: readonly number[]
  /** Questions whose right answer is strictly the longest. */
  longestCount: number
  /** Questions by the place of the right answer in the file. */
  places: readonly number[]
}

/** Counts what the balance of a topic is judged by. */
export function tallyOf(topic: BankTopic): Tally {
  const { questions } = topic
  return {
    questionCount: questions.length,
    levels: [1, 2, 3].map((level) => questions.filter(({ difficulty }) => difficulty === level).length),
    longestCount: questions.filter(({ answers, right }) =>
      answers.every((answer) => answer === right || answer.length < right.length),
    ).length,
    places: [0, 1, 2, 3].map((place) => questions.filter(({ answers, right }) => answers[place] === right).length),
  }
}

/** What a topic must hold as a whole. */
export function* balanceRules(topic: BankTopic): Iterable<Problem> {
  const tally = tallyOf(topic)
  const count = tally.questionCount
  if (count < FEWEST_QUESTIONS) yield fault(`${count} questions, a topic holds at least ${FEWEST_QUESTIONS}`)
  if (tally.longestCount > MOST_LONGEST * count) {
    yield fault(`the right answer is strictly the longest in ${tally.longestCount} of ${count} questions, over 30 %`)
  }
  if (count < FEWEST_FOR_SHARES) return
  for (const [index, name] of ['easy', 'middling', 'hard'].entries()) {
    yield* shareWithin(tally.levels[index] ?? 0, count, LEVEL_SHARE, `${name} questions`)
  }
  for (const [index, name] of ['first', 'second', 'third', 'fourth'].entries()) {
    yield* shareWithin(tally.places[index] ?? 0, count, PLACE_SHARE, `right answers in ${name} place`)
  }
}

function* shareWithin(
  part: number,
  count: number,
  share: { least: number; most: number },
  what: string,
): Iterable<Problem> {
  if (part >= share.least * count && part <= share.most * count) return
  yield fault(`${part} of ${count} ${what}, not ${share.least * 100} to ${share.most * 100} %`)
}
