import type { BankQuestion, BankTopic } from '@quizmaster/content/topic-file'
import { foldCase } from '../texts.ts'
import { englishRules } from './english-rules.ts'
import { fault, type Finding, type Problem } from './finding.ts'
import { characterRules, hintRules, importedLengthNotes, lengthRules, wordingRules } from './question-rules.ts'

/** A topic and its file, a path within `content/`, such as `imported/birds.yaml`. */
export interface BankFile {
  file: string
  topic: BankTopic
}

type QuestionRule = (question: BankQuestion, topicKey: string) => Iterable<Problem>

const QUESTION_RULES: readonly QuestionRule[] = [lengthRules, wordingRules, characterRules, hintRules, englishRules]

/** Imported files contain other people's questions, which must be playable but needn't follow our style. */
export function isImported(file: string): boolean {
  return file.startsWith('imported/')
}

/** The findings about one topic by itself. Findings across topics come from bank-rules.ts. */
export function topicFindings({ file, topic }: BankFile): Finding[] {
  const rules = isImported(file) ? [importedLengthNotes] : QUESTION_RULES
  const ofQuestions = topic.questions.flatMap((question) =>
    rules.flatMap((rule) => [...rule(question, topic.key)].map((problem) => at(file, question.id, problem))),
  )
  if (isImported(file)) return ofQuestions
  const ofTopic = [...groupRule(topic), ...synonymRules(topic), ...balanceRules(topic)]
  return [...ofTopic.map((problem) => at(file, null, problem)), ...ofQuestions]
}

function* groupRule(topic: BankTopic): Iterable<Problem> {
  if (!TOPIC_GROUPS.includes(topic.group)) yield fault(`'${topic.group}' is not one of the bank's groups`)
}

const FEWEST_SYNONYMS = 3

/** Players who search for a field ('history', 'animals') find its topics by their synonyms. */
function* synonymRules({ name, synonyms }: BankTopic): Iterable<Problem> {
  if (synonyms.length < FEWEST_SYNONYMS) yield fault(`${synonyms.length} synonyms, at least ${FEWEST_SYNONYMS} help`)
  const known = new Set([foldCase(name)])
  for (const synonym of synonyms) {
    if (known.has(foldCase(synonym))) yield fault(`the synonym '${synonym}' adds nothing`)
    known.add(foldCase(synonym))
  }
}

function at(file: string, questionId: string | null, problem: Problem): Finding {
  return { file, questionId, ...problem }
}

/** The groups of the bank. Any other name is taken for a mistake. */
const TOPIC_GROUPS: readonly string[] = [
  'Places',
  'The past',
  'Earth and life',
  'Space',
  'Science',
  'Mathematics and puzzles',
  'Technology and transport',
  'Art and building',
  'Words and books',
  'Myth, belief and thought',
  'Music and screen',
  'Games and sport',
  'Food and drink',
  'Body',
  'Society and everyday',
]

const FEWEST_QUESTIONS = 25
/** With fewer questions, shares are not meaningful. */
const FEWEST_FOR_SHARES = 12
const MOST_LONGEST = 0.3
/** A quarter easy, half medium and a quarter hard, give or take one of 25 questions. */
const LEVEL_SHARES = [
  { name: 'easy', least: 0.2, most: 0.28 },
  { name: 'medium', least: 0.48, most: 0.56 },
  { name: 'hard', least: 0.2, most: 0.28 },
]
const PLACE_SHARE = { least: 0.1, most: 0.4 }

/** What the balance rules count in a topic. */
interface Tally {
  questionCount: number
  /** Number of easy, medium and hard questions. */
  levels: readonly number[]
  /** Questions whose correct answer is longer than the others. */
  longestCount: number
  /** Questions by the position of the correct answer in the file. */
  places: readonly number[]
}

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

/** Rules about a topic as a whole. */
function* balanceRules(topic: BankTopic): Iterable<Problem> {
  const tally = tallyOf(topic)
  const count = tally.questionCount
  if (count < FEWEST_QUESTIONS) yield fault(`${count} questions, a topic needs at least ${FEWEST_QUESTIONS}`)
  if (tally.longestCount > MOST_LONGEST * count) {
    yield fault(`the right answer is strictly the longest in ${tally.longestCount} of ${count} questions, over 30 %`)
  }
  if (count < FEWEST_FOR_SHARES) return
  for (const [index, share] of LEVEL_SHARES.entries()) {
    yield* shareWithin(tally.levels[index] ?? 0, count, share, `${share.name} questions`)
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
  yield fault(`${part} of ${count} ${what}, not ${Math.round(share.least * 100)} to ${Math.round(share.most * 100)} %`)
}
