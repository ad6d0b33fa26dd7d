import { buildQuestion, buildTopic } from '@quizmaster/content/testing/build-topic'
import type { BankQuestion } from '@quizmaster/content/topic-file'
import { expect, test } from 'vitest'
import { findingLine } from './finding.ts'
import { revealingWordFindings } from './revealing-words.ts'

const right = 'Underground fire'
const hinting: Partial<BankQuestion> = { answers: ['Rain', 'Wind', right, 'Snow'], right }

function said(changes: Partial<BankQuestion>, others: BankQuestion[] = [], file = 'rocks.yaml') {
  const topic = buildTopic({ questions: [buildQuestion({ ...hinting, ...changes }), ...others] })
  return revealingWordFindings([{ file, topic }]).map(findingLine)
}

test('a rare word that the question shares with the right answer only is noted', () => {
  expect(said({})).toEqual([
    "rocks.yaml, magma: (note) of the answers, only the right one shares 'underground…' with the question",
  ])
})

test.each([
  ['What makes magnets spin?', "shares 'magnet…'", 'Magnet dust'],
  ['What did Icelandic smiths have?', "'iceland…', akin to 'icelandic…'", 'Iceland iron'],
  ['What does a catalytic tube hold?', "'catalyst…', akin to 'catalytic…'", 'Some catalysts'],
])('so is another form of the word: %s', (text, says, answer) => {
  expect(said({ text, answers: ['Rain', 'Wind', answer, 'Snow'], right: answer })).toEqual([
    expect.stringContaining(says),
  ])
})

test('a word that a wrong answer has as well is no hint', () => {
  expect(said({ answers: ['Underground rain', 'Wind', right, 'Snow'] })).toEqual([])
})

test('a question that offers wrong answers as choices gives nothing away', () => {
  expect(said({ text: 'Is it an underground fire or the wind?' })).toEqual([])
  expect(said({ text: 'Is it underground flame or cold rain?', answers: ['Hot rain', 'Wind', right, 'Snow'] })).toEqual(
    [],
  )
})

test('short and common words are no hints', () => {
  expect(said({ text: 'Which ash is it?', answers: ['Rain', 'Wind', 'Ash fall', 'Snow'], right: 'Ash fall' })).toEqual(
    [],
  )
  const others = Array.from({ length: 12 }, (_, index) => buildQuestion({ id: `other-${index}` }))
  expect(said({}, others.slice(1))).toHaveLength(1)
  expect(said({}, others)).toEqual([])
})

test('imported questions are not judged', () => {
  expect(said({}, [], 'imported/rocks.yaml')).toEqual([])
})
