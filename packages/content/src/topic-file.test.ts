import { expect, test } from 'vitest'
import { parseTopicFile, parseTopicsFile } from './topic-file.ts'
import { buildTopic } from './testing/build-topic.ts'
import { bundleYaml, topicYaml } from './topic-yaml.ts'

const yaml = topicYaml(buildTopic({}, 3))

test('a written topic file reads back the same', () => {
  expect(parseTopicFile('shapes.yaml', yaml)).toEqual(buildTopic({}, 3))
  expect(parseTopicsFile('shapes.yaml', yaml)).toEqual([buildTopic({}, 3)])
})

test('a long topic whose questions share a source reads back the same, without aliases', () => {
  const source = { name: 'Ann', url: 'https://example.org', licence: 'CC0' }
  const topic = buildTopic({ questions: buildTopic({}, 150).questions.map((question) => ({ ...question, source })) })
  expect(topicYaml(topic)).not.toContain('*')
  expect(parseTopicFile('shapes.yaml', topicYaml(topic))).toEqual(topic)
})

test('text that YAML could take for other types stays text', () => {
  const text = yaml.replace(/answers:\n.*\n/, 'answers:\n      - no\n').replace('name: Shapes', 'name: 1e3')
  const topic = parseTopicFile('shapes.yaml', text.replace(/right: .*/, 'right: no'))
  expect(topic.name).toBe('1e3')
  expect(topic.questions[0]?.right).toBe('no')
})

const BROKEN: [fault: string, change: (yaml: string) => string, message: string][] = [
  ['bad YAML', (text) => text.replace('name: Shapes', 'name: [Shapes'), 'shapes.yaml, line 2: '],
  ['a missing name', (text) => text.replace('name: Shapes\n', ''), 'shapes.yaml: name: must be text'],
  [
    'an unknown field',
    (text) => text.replace('group:', 'grp: x\ngroup:'),
    'shapes.yaml: file: Unrecognized key: "grp"',
  ],
  [
    'a difficulty of 4',
    (text) => text.replace('difficulty: 2', 'difficulty: 4'),
    'question 2, difficulty: must be 1, 2 or 3',
  ],
  ['a bad id', (text) => text.replace('shape-3', 'Shape_3'), 'question 3, id: must be lower-case words'],
  ['an id twice', (text) => text.replace('shape-3', 'shape-1'), 'question shape-1: the id appears twice'],
  ['three answers', (text) => text.replace(/ +- Row A 0.*\n/, ''), 'question 1, answers: must be four answers'],
  ['an answer twice', (text) => text.replace('Row A 0', 'Row B 0'), 'question shape-1: two answers are the same'],
  ['a right answer apart', (text) => text.replace(/right: .*/, 'right: Nowhere'), '`right` is not one of the four'],
  ['an empty text', (text) => text.replace(/text: .*/, 'text: ""'), 'question 1, text: must not be empty'],
  [
    'a control character',
    (text) => text.replace(/text: .*/, String.raw`text: "a\0?"`),
    'question 1, text: must be one line',
  ],
  [
    'a script for a source',
    (text) => `${text}    source: {name: A, url: "javascript:a()", licence: B}\n`,
    'web address',
  ],
  ['an alias to nowhere', (text) => text.replace('name: Shapes', 'name: *shapes'), 'shapes.yaml'],
]

test.each(BROKEN)('a file with %s is rejected with place and reason', (_fault, change, message) => {
  expect(change(yaml)).not.toBe(yaml)
  expect(() => parseTopicFile('shapes.yaml', change(yaml))).toThrow(message)
})

test("a file's name must be a key", () => {
  expect(() => parseTopicFile('My Shapes.yaml', yaml)).toThrow("My Shapes.yaml: the file's name must be")
})

test('several topics in one file read back the same, and faults are reported with topic and reason', () => {
  const topics = [buildTopic({}, 2), buildTopic({ key: 'forms', name: 'Forms' }, 2)]
  const bundle = bundleYaml(topics)
  expect(parseTopicsFile('all.yaml', bundle)).toEqual(topics)
  expect(() => parseTopicsFile('all.yaml', bundle.replace('key: forms', 'key: shapes'))).toThrow(
    'topic shapes: the key',
  )
  expect(() => parseTopicsFile('all.yaml', bundle.replace('key: forms', 'key: F'))).toThrow('topic 2, key: must be')
  expect(() => parseTopicsFile('all.yaml', bundle.replace('name: Forms\n', 'nome: Forms\n'))).toThrow(
    'topic forms: name',
  )
})
