import { expect, test } from 'vitest'
import { readOpenTrivia } from './open-trivia.ts'

const row = {
  category: 'Entertainment: Film & TV',
  type: 'multiple',
  difficulty: 'medium',
  question: 'Who said \'Café > tea\' in "Ünit 5"?',
  correct_answer: 'Zoë & Max',
  incorrect_answers: ['Ann', 'Bob', 'Cy <3'],
}
const trueFalse = { ...row, type: 'boolean', correct_answer: 'True', incorrect_answers: ['False'] }

function encoded(rows: readonly (typeof row)[], encode: (text: string) => string, encodeType = encode): string {
  const results = rows.map((each) => ({
    category: encode(each.category),
    type: encodeType(each.type),
    difficulty: encodeType(each.difficulty),
    question: encode(each.question),
    correct_answer: encode(each.correct_answer),
    incorrect_answers: each.incorrect_answers.map(encode),
  }))
  return JSON.stringify({ response_code: 0, results })
}

const entities = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&#039;')
    .replaceAll('"', '&quot;')
    .replaceAll('>', '&gt;')
    .replaceAll('<', '&lt;')
    .replaceAll('é', '&eacute;')
    .replaceAll('Ü', '&Uuml;')
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['HTML entities', entities, entities],
  ['URL encoding', encodeURIComponent, encodeURIComponent],
  ['base64', base64, base64],
])('a question in %s is taken with its texts decoded and its source named', (_name, encode, encodeType) => {
  const { candidates } = readOpenTrivia('otdb.json', encoded([row], encode, encodeType))
  expect(candidates).toEqual([
    {
      place: 'row 1',
      topic: {
        key: 'imported-entertainment-film-tv',
        name: 'Entertainment: Film & TV',
        group: 'Imported',
        synonyms: [],
      },
      isOwn: false,
      question: {
        id: expect.stringMatching(/^q-[0-9a-f]{12}$/),
        difficulty: 2,
        text: row.question,
        answers: expect.arrayContaining(['Zoë & Max', 'Ann', 'Bob', 'Cy <3']),
        right: 'Zoë & Max',
        source: { name: 'Open Trivia Database', url: 'https://opentdb.com', licence: 'CC BY-SA 4.0' },
      },
    },
  ])
})

test('an entity is decoded only once', () => {
  const { candidates } = readOpenTrivia('otdb.json', encoded([{ ...row, question: 'What does &lt; mean?' }], entities))
  expect(candidates[0]?.question.text).toBe('What does &lt; mean?')
})

test('true/false rows are skipped and reported with their row', () => {
  const { candidates, skipped } = readOpenTrivia('otdb.json', encoded([trueFalse, row], entities))
  expect(skipped).toEqual([{ place: 'row 1', reason: 'a true/false question' }])
  expect(candidates.map(({ place }) => place)).toEqual(['row 2'])
})

test('a question has the same id and answers at every import', () => {
  const read = () => readOpenTrivia('otdb.json', encoded([row], entities)).candidates[0]?.question
  const reordered = encoded([{ ...row, incorrect_answers: ['Cy <3', 'Bob', 'Ann'] }], base64)
  expect(read()).toEqual(readOpenTrivia('other.json', reordered).candidates[0]?.question)
})

test('the correct answer is in each position equally often', () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ ...row, question: `Who was number ${index}?` }))
  const { candidates } = readOpenTrivia('otdb.json', encoded(rows, entities))
  for (const place of [0, 1, 2, 3]) {
    const count = candidates.filter(({ question }) => question.answers[place] === question.right).length
    expect(count).toBeGreaterThan(30)
  }
})

const BAD: [fault: string, json: string, said: string][] = [
  ['no JSON', '{"results": [', 'otdb.json: no JSON'],
  ['no results', '{"response_code": 0}', 'otdb.json: results'],
  ['an empty list', '{"response_code": 0, "results": []}', 'otdb.json: results: holds no questions'],
  ['an error code', '{"response_code": 5, "results": [{}]}', 'otdb.json: the database answered with response_code 5'],
  ['a row without fields', '{"results": [{"type": "multiple"}]}', 'otdb.json, row 1: not all of its fields are there'],
  ['an unknown type', encoded([{ ...row, type: 'essay' }], entities), "otdb.json, row 1: the type 'essay' is unknown"],
  ['an unknown difficulty', encoded([{ ...row, difficulty: 'odd' }], entities), "row 1: the difficulty 'odd'"],
  [
    'two wrong answers',
    encoded([row, { ...row, incorrect_answers: ['A', 'B'] }], entities),
    'row 2: there are 2 wrong',
  ],
  [
    'an answer twice',
    encoded([{ ...row, incorrect_answers: ['A', 'a', 'B'] }], entities),
    "the answer 'a' appears twice",
  ],
  ['an empty answer', encoded([{ ...row, correct_answer: ' ' }], entities), 'row 1: an answer is empty'],
  [
    'a broken character',
    encoded([{ ...row, question: 'W\u0000?' }], entities),
    'row 1: a text contains a broken character',
  ],
]

test.each(BAD)('a file with %s is rejected with row and reason', (_fault, json, said) => {
  expect(() => readOpenTrivia('otdb.json', json)).toThrow(said)
})

test('all bad rows of a file are reported together', () => {
  const json = encoded([trueFalse, { ...row, question: '' }, row, { ...row, category: '' }], entities)
  expect(() => readOpenTrivia('otdb.json', json)).toThrow(
    expect.objectContaining({
      faults: ['otdb.json, row 2: the question is empty', 'otdb.json, row 4: the topic is empty'],
    }),
  )
})
