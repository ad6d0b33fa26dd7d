import { buildQuestion, buildTopic } from '@quizmaster/content/testing/build-topic'
import type { BankTopic } from '@quizmaster/content/topic-file'
import { bundleYaml, topicYaml } from '@quizmaster/content/topic-yaml'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BankFile } from '../rules/topic-rules.ts'
import { foreignCandidate, type ForeignQuestion, type ImportCandidate, readOwn } from './candidate.ts'
import { planImport } from './plan.ts'

/** The seed is fixed, so that a run fails because of a change and not by chance. */
const SEED = 20_250_331

function foreign(changes: Partial<ForeignQuestion> = {}): ImportCandidate {
  const question = {
    id: undefined,
    difficulty: 2,
    text: 'Who wrote the Moomin books?',
    right: 'Tove Jansson',
    wrong: ['Astrid Lindgren', 'Beatrix Potter', 'Selma Lagerlöf'],
    topicName: 'Books',
    group: undefined,
  }
  return foreignCandidate('row 1', { ...question, ...changes })
}

const rocks: BankFile = {
  file: 'rocks.yaml',
  topic: buildTopic({ key: 'rocks', name: 'Rocks', questions: [buildQuestion()] }),
}

function skippedReasons(candidates: ImportCandidate[], bank: BankFile[]) {
  return planImport(candidates, bank).skipped.map(({ reason }) => reason)
}

test('new questions create a new topic', () => {
  const { topics, skipped } = planImport([foreign()], [rocks])
  expect(skipped).toEqual([])
  expect(topics).toEqual([{ ...foreign().topic, questions: [foreign().question] }])
})

test('a question that differs from one in the bank only in case, quotes or spaces is skipped', () => {
  const text = 'what is molten rock called, while it is still "underground"?'
  const same = foreign({ text: text.replace('called,', 'called') })
  expect(skippedReasons([same], [rocks])).toEqual(['already in the bank as rocks/magma'])
})

test('a question about a fact in the bank is skipped', () => {
  const alike = foreign({ text: 'What name has molten rock still underground?', right: 'Magma' })
  expect(skippedReasons([alike], [rocks])).toEqual(['looks like the fact of rocks/magma'])
})

test('of two similar questions within an import the first is taken', () => {
  const second = foreign({ text: 'Which author wrote the Moomin books?' })
  const { taken, skipped } = planImport([foreign(), foreign(), second], [])
  expect(taken).toHaveLength(1)
  const first = `imported-books/${foreign().question.id}`
  expect(skipped.map(({ reason }) => reason)).toEqual([
    `already in the bank as ${first}`,
    `looks like the fact of ${first}`,
  ])
})

test('a question is never skipped because of one that was itself skipped', () => {
  const own = readOwn(
    'rocks.yaml',
    topicYaml({
      ...rocks.topic,
      questions: [buildQuestion({ id: 'new', text: 'Who wrote the Moomin books?', right: 'Pumice' })],
    }),
  )
  const alike = foreign({ text: 'Who wrote the Moomin books at first?', right: 'Pumice', wrong: ['A', 'B', 'C'] })
  const { taken } = planImport([...own.candidates, alike], [rocks])
  expect(taken).toEqual([alike])
})

test('importing again changes nothing, and new questions are appended', () => {
  const first = planImport([foreign()], [rocks]).topics
  const bank = [rocks, ...first.map((topic) => ({ file: `imported/${topic.key}.yaml`, topic }))]
  expect(planImport([foreign()], bank).topics).toEqual([])
  const more = foreign({ text: 'Who painted the ceiling of the Sistine Chapel?', right: 'Michelangelo' })
  expect(planImport([foreign(), more], bank).topics).toEqual([
    { ...first[0], questions: [foreign().question, more.question] },
  ])
})

test('a written topic is never overwritten', () => {
  const questions = [buildQuestion({ id: 'new', text: 'Who wrote the Moomin books?' })]
  const { candidates } = readOwn('rocks.yaml', topicYaml({ ...rocks.topic, questions }))
  expect(skippedReasons(candidates, [rocks])).toEqual(['its topic is written in rocks.yaml'])
})

test('an imported topic never gets the name of another topic', () => {
  expect(planImport([foreign({ topicName: 'ROCKS' })], [rocks]).topics[0]?.name).toBe('ROCKS (imported)')
})

test('an id is not used twice in a topic', () => {
  const other = foreign({ id: 'moomin', text: 'Which knot makes a fixed loop?', right: 'Bowline' })
  expect(skippedReasons([foreign({ id: 'moomin' }), other], [])).toEqual([
    'its id imported-books/moomin is taken by another question',
  ])
})

/** Text with what YAML, trimming and comparison may trip over. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom(
      'no',
      '1e3',
      '~',
      'null',
      '- a',
      'a: b',
      'a #b',
      "'",
      '"',
      '|',
      '>',
      '&a',
      '*a',
      '!x',
      '%',
      '@',
      '`',
      '{',
      '[',
      '---',
      '...',
      '? x',
      '0x1F',
      '2001-01-01',
      '\\n',
      'é',
      '😀',
    ),
  )
  .map((value) => value.replace(/[\p{Cc}\p{Cs}]/gu, '').trim())
  .filter((value) => value !== '')

const key = fc.stringMatching(/^[a-z0-9]{1,5}(-[a-z0-9]{1,5}){0,2}$/)

const question = fc
  .record({
    id: key,
    difficulty: fc.constantFrom(1, 2, 3),
    text,
    answers: fc.uniqueArray(text, { minLength: 4, maxLength: 4 }),
    rightPlace: fc.nat({ max: 3 }),
    description: fc.option(text, { nil: undefined }),
    source: fc.option(fc.record({ name: text, url: fc.webUrl(), licence: text }), { nil: undefined }),
  })
  .map(({ rightPlace, description, source, ...rest }) => ({
    ...rest,
    right: rest.answers[rightPlace] ?? '',
    ...(description === undefined ? {} : { description }),
    ...(source === undefined ? {} : { source }),
  }))

const topics: fc.Arbitrary<BankTopic[]> = fc.uniqueArray(
  fc.record({
    key,
    name: text,
    group: text,
    synonyms: fc.array(text, { maxLength: 3 }),
    questions: fc.uniqueArray(question, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
  }),
  { minLength: 1, maxLength: 4, selector: (topic) => topic.key },
)

/** Numbers the questions, because no sentence may be in the bank twice. */
function numbered(bank: readonly BankTopic[]): BankTopic[] {
  return bank.map((topic) => ({
    ...topic,
    questions: topic.questions.map((each, index) => ({ ...each, text: `${topic.key}, ${index}: ${each.text}` })),
  }))
}

test('exported topics are imported unchanged, from one file or several', () => {
  fc.assert(
    fc.property(topics.map(numbered), (bank) => {
      const one = readOwn('all.yaml', bundleYaml(bank))
      expect(planImport(one.candidates, []).topics).toEqual(bank)
      const several = bank.flatMap((topic) => readOwn(`${topic.key}.yaml`, topicYaml(topic)).candidates)
      expect(planImport(several, []).topics).toEqual(bank)
    }),
    { numRuns: 60, seed: SEED },
  )
})
