import type { BankQuestion, BankTopic } from '../topic-file.ts'

const SHAPES = [
  'circle',
  'square',
  'triangle',
  'pentagon',
  'hexagon',
  'octagon',
  'ellipse',
  'rhombus',
  'spiral',
  'cube',
]
const COLOURS = ['red', 'green', 'blue', 'white', 'black', 'yellow', 'violet', 'orange', 'brown', 'pink']

/** A question that passes all rules, for tests to break. */
export function buildQuestion(changes: Partial<BankQuestion> = {}): BankQuestion {
  return {
    id: 'magma',
    difficulty: 1,
    text: 'What is molten rock called while it is still underground?',
    answers: ['Tephra', 'Pumice', 'Magma', 'Gravel'],
    right: 'Magma',
    description: 'At the surface it goes by another name, and the gas in it drives the blasts.',
    ...changes,
  }
}

/** A topic that passes all rules. */
export function buildTopic(changes: Partial<BankTopic> = {}, questionCount = 25): BankTopic {
  const questions = Array.from({ length: questionCount }, (_, index) => numberedQuestion(index))
  return {
    key: 'shapes',
    name: 'Shapes',
    group: 'Science',
    synonyms: ['forms', 'figures', 'outlines'],
    questions,
    ...changes,
  }
}

function numberedQuestion(index: number): BankQuestion {
  const right = `Lot ${['north', 'south', 'east', 'west', 'mid'][index % 5]} ${index + 1}`
  const answers = [`Row A ${index} of all`, `Row B ${index} of all`, `Row C ${index} of all`]
  return buildQuestion({
    id: `shape-${index + 1}`,
    difficulty: [1, 2, 3, 2][index % 4] ?? 2,
    text: `Where was ${COLOURS[index % 10]} ${SHAPES[(index * 3 + Math.floor(index / 10)) % 10]} ${index + 31} put?`,
    answers: answers.toSpliced(index % 4, 0, right),
    right,
    description: 'The keeper of the yard wrote it down in his book that very evening.',
  })
}
