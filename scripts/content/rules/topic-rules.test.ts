import { buildQuestion, buildTopic } from '@quizmaster/content/testing/build-topic'
import type { BankQuestion, BankTopic } from '@quizmaster/content/topic-file'
import { describe, expect, test } from 'vitest'
import { topicFindings } from './topic-rules.ts'

/** What the check reports about a faultless topic after this change of its first question. */
function reasons(changes: Partial<BankQuestion>, topic: Partial<BankTopic> = {}, file = 'shapes.yaml') {
  const [, ...rest] = buildTopic().questions
  const questions = [buildQuestion(changes), ...rest]
  return topicFindings({ file, topic: buildTopic({ questions, ...topic }) }).map(
    ({ level, questionId, reason }) => `${level} ${questionId}: ${reason}`,
  )
}

test('a good topic has no findings', () => {
  expect(topicFindings({ file: 'shapes.yaml', topic: buildTopic() })).toEqual([])
  expect(reasons({})).toEqual([])
})

/** One planted fault per row, and what the check must report. */
const PLANTED: [name: string, changes: Partial<BankQuestion>, said: RegExp][] = [
  ['a question over 170 characters', { text: `What is ${'very '.repeat(33)}old?` }, /^error .*has 177 characters/],
  ['a question over 110 characters', { text: `What is ${'very '.repeat(20)}old?` }, /^note .*has 112 characters/],
  ['an answer over 65 characters', { answers: ['A', 'B', 'Magma', 'X'.repeat(66)] }, /^error .*66 characters/],
  ['a missing description', { description: undefined }, /description is missing/],
  ['a short description', { description: `${'x'.repeat(38)}.` }, /description has 39 characters/],
  ['a long description', { description: `${'x'.repeat(240)}.` }, /description has 241 characters/],
  ['a question without its mark', { text: 'Name the molten rock that lies below ground' }, /doesn't end in '\?'/],
  ['answers that differ in case only', { answers: ['Lava', 'LAVA', 'Magma', 'Ash'] }, /'Lava' and 'LAVA' are the same/],
  ['answers that differ in spaces only', { answers: ['A  b', 'A b', 'Magma', 'Ash'] }, /are the same/],
  ['all of the above', { answers: ['A', 'B', 'Magma', 'All of the above'] }, /not an answer in its own right/],
  ['none of these', { answers: ['A', 'B', 'Magma', 'None of these'] }, /not an answer in its own right/],
  ['none', { answers: ['A', 'B', 'Magma', 'None'] }, /not an answer in its own right/],
  ['both', { answers: ['A', 'B', 'Magma', 'Both'] }, /not an answer in its own right/],
  ['both of them', { answers: ['A', 'B', 'Magma', 'Both of them'] }, /not an answer in its own right/],
  ['a forbidden phrase', { text: 'Which of these rocks is the odd one out?' }, /'odd one out'/],
  ['a shouted negative', { text: 'Which of these rocks is NOT molten?' }, /'not' or 'except'/],
  ['a quiet negative', { text: 'Which rock is not molten?' }, /'not' or 'except'/],
  ['a clipped negative', { text: "Which rock isn't molten?" }, /'not' or 'except'/],
  ['except', { text: 'Which are all molten except one?' }, /'not' or 'except'/],
  ['a full stop after an answer', { answers: ['Lava.', 'B', 'Magma', 'D'] }, /'Lava\.' ends in punctuation/],
  ['a small letter at the start', { answers: ['lava', 'B', 'Magma', 'D'] }, /'lava' starts with neither/],
  ['an article in small letters', { answers: ['a stone', 'B', 'Magma', 'D'] }, /'a stone' starts with neither/],
  ['a bracket at the start', { answers: ['(Lava)', 'B', 'Magma', 'D'] }, /starts with neither/],
  ['double quotes', { text: 'Which rock is called "hot"?' }, /the question contains double quotes/],
  ['curly quotes', { answers: ['Mother’s', 'B', 'Magma', 'D'] }, /curly quotes/],
  ['a doubled space', { text: 'What is  molten rock called?' }, /doubled or unusual space/],
  ['a no-break space', { text: 'What is\u00a0molten rock called?' }, /doubled or unusual space/],
  ['an invisible character', { text: 'What is\u200b molten rock called?' }, /an invisible or unreadable character/],
  ['a control character', { answers: ['La\u0007va', 'B', 'Magma', 'D'] }, /an invisible or unreadable character/],
  ['a long dash', { text: 'What is molten rock — still below — called?' }, /long dash/],
  ['an entity', { text: 'What is Tom &amp; Jerry made of?' }, /entity/],
  ['a broken encoding', { answers: ['CafÃ©', 'B', 'Magma', 'D'] }, /broken encoding/],
  ['a space before a sign', { text: 'What is molten rock called ?' }, /space before a punctuation mark/],
  ['no space after a comma', { text: 'What,then is molten rock?' }, /lacks a space/],
  ['a doubled mark', { text: 'What is molten rock??' }, /doubled punctuation/],
  ['a word twice', { text: 'What is the the molten rock?' }, /repeats a word/],
  ['an open description', { description: 'At the surface it goes by quite another name' }, /without a full stop/],
  [
    'the answer in the question',
    { text: 'What is hot magma called below ground?' },
    /right answer is named in the question/,
  ],
  [
    'a description that repeats',
    { description: 'Magma is what molten rock is called while it is still underground.' },
    /100 % of the description's words/,
  ],
]

test.each(PLANTED)('the check catches %s', (_name, changes, said) => {
  const found = reasons(changes)
  expect(found.filter((line) => said.test(line))).toHaveLength(1)
  expect(found.find((line) => said.test(line))).toContain(' magma: ')
})

/** Changes that look like faults but are not. */
const SOUND: [name: string, changes: Partial<BankQuestion>][] = [
  ['a quoted line with not', { text: "Who says 'To be, or not to be' to molten rock?" }],
  ['a quoted line with an apostrophe', { text: "Who sang 'Don't Stop' about molten rock?" }],
  ['squares of the chess board', { answers: ['e4', 'd4', 'Magma', 'f8'] }],
  ['signs of sums', { answers: ['√2', 'x = 3', 'Magma', '−5'] }],
  ['numbers apart by their sign', { answers: ['−5', '5', 'Magma', '+ 5'] }],
  ['an abbreviation at the end', { answers: ['Washington D.C.', 'B', 'Magma', 'D'] }],
  ['any of a given number', { answers: ['Any of the three', 'All of them sink', 'Magma', 'D'] }],
  ['both doing something', { answers: ['Both sink', 'Both rise', 'Magma', 'D'] }],
  ['choices in the question', { text: 'Which is molten below ground, magma or gravel?' }],
  ['foreign letters', { answers: ['Reykjavík', 'Łódź', 'Magma', 'Ōsaka'] }],
  ['figures with commas', { answers: ['3,000 km', '0.5 °C', 'Magma', '½ m²'] }],
]

test.each(SOUND)('the check accepts %s', (_name, changes) => {
  expect(reasons(changes)).toEqual([])
})

test("logic puzzles may contain 'not'", () => {
  const text = 'Ann is not older than Bob. Who is older?'
  expect(reasons({ text }, { key: 'logic-puzzles' })).toEqual([])
})

test('logic puzzles may name what they ask for, with a note', () => {
  const text = 'If no magma is gravel, what is never gravel?'
  expect(reasons({ text }, { key: 'logic-puzzles' })).toEqual([])
  const named = 'If some of it is magma, what is it?'
  expect(reasons({ text: named }, { key: 'logic-puzzles' })).toEqual([
    'note magma: the right answer is named in the question',
  ])
})

describe('a topic as a whole', () => {
  const said = (topic: BankTopic) => topicFindings({ file: 'shapes.yaml', topic }).map(({ reason }) => reason)

  test('needs 25 questions', () => {
    expect(said(buildTopic({}, 24))).toEqual(['24 questions, a topic needs at least 25'])
  })

  test('has the correct answer as the longest in at most 30 % of its questions', () => {
    const withLongest = (count: number) =>
      buildTopic().questions.map((question, index) => {
        const right = index < count ? `Lot ${'long '.repeat(4)}${index}` : question.right
        return { ...question, right, answers: question.answers.map((a) => (a === question.right ? right : a)) }
      })
    expect(said(buildTopic({ questions: withLongest(7) }))).toEqual([])
    expect(said(buildTopic({ questions: withLongest(8) }))).toEqual([expect.stringContaining('longest in 8 of 25')])
  })

  test('may have wrong answers as long as the correct one', () => {
    const even = (text: string) => text.padEnd(20, 'x')
    const questions = buildTopic().questions.map(({ answers, right, ...question }) => ({
      ...question,
      answers: answers.map(even),
      right: even(right),
    }))
    expect(said(buildTopic({ questions }))).toEqual([])
  })

  test('spreads the correct answers over the four positions', () => {
    const questions = buildTopic().questions.map((question) => ({
      ...question,
      answers: [question.right, ...question.answers.filter((answer) => answer !== question.right)],
    }))
    expect(said(buildTopic({ questions }))).toEqual([
      '25 of 25 right answers in first place, not 10 to 40 %',
      '0 of 25 right answers in second place, not 10 to 40 %',
      '0 of 25 right answers in third place, not 10 to 40 %',
      '0 of 25 right answers in fourth place, not 10 to 40 %',
    ])
  })

  test('has a quarter easy, half medium and a quarter hard questions, give or take one', () => {
    const levels = (easy: number, medium: number) =>
      said(
        buildTopic({
          questions: buildTopic().questions.map((question, index) => ({
            ...question,
            difficulty: index < easy ? 1 : index < easy + medium ? 2 : 3,
          })),
        }),
      )
    expect(levels(6, 13)).toEqual([])
    expect(levels(5, 14)).toEqual([])
    expect(levels(7, 12)).toEqual([])
    expect(levels(4, 15)).toEqual([
      '4 of 25 easy questions, not 20 to 28 %',
      '15 of 25 medium questions, not 48 to 56 %',
    ])
    expect(levels(8, 9)).toEqual([
      '8 of 25 easy questions, not 20 to 28 %',
      '9 of 25 medium questions, not 48 to 56 %',
      '8 of 25 hard questions, not 20 to 28 %',
    ])
  })

  test('has at least three synonyms, each of which adds a word', () => {
    expect(said(buildTopic({ synonyms: ['forms'] }))).toEqual(['1 synonyms, at least 3 help'])
    expect(said(buildTopic({ synonyms: ['forms', 'figures', 'Forms'] }))).toEqual(["the synonym 'Forms' adds nothing"])
    expect(said(buildTopic({ synonyms: ['forms', 'figures', 'shapes'] }))).toEqual([
      "the synonym 'shapes' adds nothing",
    ])
  })

  test('belongs to a known group', () => {
    expect(said(buildTopic({ group: 'Odds and ends' }))).toEqual(["'Odds and ends' is not one of the bank's groups"])
  })
})

test('an imported topic only gets notes about lengths', () => {
  const changes = { text: `which color, NOT ${'x'.repeat(170)}`, answers: ['a.', 'B', 'Magma', 'y'.repeat(66)] }
  expect(reasons(changes, { group: 'Any' }, 'imported/shapes.yaml')).toEqual([
    'note magma: the question has 187 characters',
    `note magma: the answer '${'y'.repeat(66)}' has 66 characters`,
  ])
})
