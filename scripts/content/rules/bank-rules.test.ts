import { buildQuestion, buildTopic } from '@quizmaster/content/testing/build-topic'
import { expect, test } from 'vitest'
import { bankFindings } from './bank-rules.ts'
import { findingLine } from './finding.ts'

const rocks = { file: 'rocks.yaml', topic: buildTopic({ key: 'rocks', name: 'Rocks', questions: [buildQuestion()] }) }

function said(file: string, name: string, question = {}) {
  const key = file.replace(/^.*\//, '').replace('.yaml', '')
  const topic = buildTopic({ key, name, questions: [buildQuestion({ id: 'other', ...question })] })
  return bankFindings([rocks, { file, topic }]).map(findingLine)
}

const unlike = { text: 'Who wrote the Moomin books?', right: 'Tephra' }

test('two topics with different names, keys and facts pass', () => {
  expect(said('lava.yaml', 'Lava', unlike)).toEqual([])
})

test('a name used by two topics is reported for both', () => {
  expect(said('lava.yaml', ' rocks', unlike)).toEqual([
    "rocks.yaml: the name 'rocks' is used by lava.yaml too",
    "lava.yaml: the name 'rocks' is used by rocks.yaml too",
  ])
})

test('a key used in two folders is reported for both', () => {
  expect(said('imported/rocks.yaml', 'Stones', unlike)).toContain(
    "imported/rocks.yaml: the key 'rocks' is used by rocks.yaml too",
  )
})

test('the same sentence in two topics is reported for both, whatever its case, spaces and quotes', () => {
  const text = "what is MOLTEN rock  called while it is 'still' underground ?"
  expect(said('lava.yaml', 'Lava', { text, right: 'Gravel' })).toEqual([
    `rocks.yaml, magma: asks the same as lava/other: ${text}`,
    'lava.yaml, other: asks the same as rocks/magma: What is molten rock called while it is still underground?',
  ])
})

test('the same fact in other words is reported for both', () => {
  expect(said('lava.yaml', 'Lava', { text: 'Which name has molten rock that is still underground?' })).toEqual([
    expect.stringMatching(/^rocks.yaml, magma: looks like the fact of lava\/other/),
    expect.stringMatching(/^lava.yaml, other: looks like the fact of rocks\/magma/),
  ])
})

test('a duplicate among the imported questions is only a note', () => {
  expect(said('imported/lava.yaml', 'Lava').map((line) => line.includes('(note)'))).toEqual([true, true])
})
