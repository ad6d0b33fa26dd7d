import { buildQuestion, buildTopic } from '@quizmaster/content/testing/build-topic'
import type { BankQuestion } from '@quizmaster/content/topic-file'
import { expect, test } from 'vitest'
import { findingLine } from './finding.ts'
import { dictionaryWith, spellingFindings } from './spelling-rules.ts'

const plain = dictionaryWith([])

function said(changes: Partial<BankQuestion>, file = 'rocks.yaml', dictionary = plain) {
  const topic = buildTopic({
    key: 'rocks',
    questions: [buildQuestion({ answers: ['Ash', 'Sand', 'Magma', 'Gravel'], ...changes })],
  })
  return spellingFindings([{ file, topic }], dictionary).map(findingLine)
}

/** A text, the misspelt or unknown word in it, and what the check reports. */
const PLANTED: [text: string, says: string][] = [
  ['Which color has molten rock?', "'color', which is neither"],
  ['Who could organize molten rock?', "'organize', which is neither"],
  ['Who could analyze molten rock?', "'analyze', which is neither"],
  ['Who traveled to molten rock?', "'traveled', which is neither"],
  ['How many kilometers deep is molten rock?', "'kilometers', which is neither"],
  ['What did molten rock recieve?', "'recieve', which is neither"],
  ['Wich rock is molten?', "'Wich', which is neither"],
  ["Is it molten? 'Wich rock is?'", "'Wich', which is neither"],
  ["What is a vulcano's molten rock?", "'vulcano', which is neither"],
  ['Is a half-moltin rock hot?', "'moltin', which is neither"],
  ['How hot is rock 10 meters down?', "'meter': British is 'metre'"],
  ['Who went toward the rock?', "'toward': British is 'towards'"],
  ['Who had gotten to the rock?', "'gotten': British is 'got'"],
]

test.each(PLANTED)('the check catches the misspelling in: %s', (text, says) => {
  expect(said({ text })).toEqual([expect.stringContaining(`rocks.yaml, magma: the question says ${says}`)])
})

test.each([
  'Who kept his word at the Pearl Harbor of Xqzt on molten rock?',
  'Pearl Harbor is made of which rock?',
  'Who reads the gas meter on molten rock?',
  "What did NASA's and DeLorean's people do in the 1960s on the 21st?",
  "Whose rocks copied one another's colours?",
  'Which mother-in-law organised it?',
])('the check accepts: %s', (text) => {
  expect(said({ text })).toEqual([])
})

test('answers and descriptions are checked as well', () => {
  expect(said({ answers: ['Center of it', 'B', 'Magma', 'D'], description: 'It was once gray.' })).toEqual([
    expect.stringContaining("magma: the answer 'Center of it' says 'Center'"),
    expect.stringContaining("magma: the description says 'gray'"),
  ])
})

test('a word in words.txt is known; one in lower case also at the start of a sentence', () => {
  expect(said({ text: 'Rhyolite, or façade rhyolite?' }, 'rocks.yaml', dictionaryWith(['façade', 'rhyolite']))).toEqual(
    [],
  )
  expect(said({ text: 'Is it laki?' }, 'rocks.yaml', dictionaryWith(['Laki']))).toEqual([
    expect.stringContaining("says 'laki'"),
    expect.stringContaining("'Laki' is in no question"),
  ])
})

test('words.txt is in order, without repetitions and without words that no question needs', () => {
  const text = 'Is it rhyolite or andesite?'
  expect(said({ text }, 'rocks.yaml', dictionaryWith(['rhyolite', 'andesite', 'andesite', 'tuff']))).toEqual([
    "words.txt: 'andesite' is not in order after 'rhyolite'",
    "words.txt: 'andesite' is not in order after 'andesite'",
    "words.txt: (note) 'tuff' is in no question any more",
  ])
})

test('imported questions keep their spelling', () => {
  expect(said({ text: 'Which color has molten rock?' }, 'imported/rocks.yaml')).toEqual([])
})
