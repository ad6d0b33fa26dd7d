import { buildQuestion, buildTopic } from '@quizmaster/content/testing/build-topic'
import { expect, test } from 'vitest'
import { findingLine } from './finding.ts'
import { acceptKeys, keyListFindings, parseKeyList } from './key-list.ts'

function said(ids: string[], list: string | null, file = 'rocks.yaml') {
  const topic = buildTopic({ key: 'rocks', questions: ids.map((id) => buildQuestion({ id })) })
  const lists = list === null ? [] : [['rocks', parseKeyList(list)] as const]
  return keyListFindings([{ file, topic }], new Map(lists)).map(findingLine)
}

test('without any key list, ids may change freely', () => {
  expect(said(['magma'], null)).toEqual([])
})

test('the ids of an accepted topic pass', () => {
  expect(said(['magma', 'lava'], 'lava\nmagma\nretired tuff\n')).toEqual([])
})

test('an id that is missing without being retired is an error', () => {
  expect(said(['magma'], 'magma\nlava\n')).toEqual([
    "rocks.yaml, lava: the id is gone: put it back, or write 'retired lava' in keys/rocks.txt",
  ])
})

test("a retired id can't be used by another question", () => {
  expect(said(['magma', 'lava'], 'magma\nretired lava\n')).toEqual([
    'rocks.yaml, lava: the id is retired in keys/rocks.txt: a new question needs a new id',
  ])
})

test('new ids must be accepted', () => {
  expect(said(['magma', 'lava', 'tuff'], 'magma\n')).toEqual([
    'rocks.yaml: lava, tuff not in keys/rocks.txt: npm run content:check -- --accept',
  ])
})

test('a missing topic is an error unless all its ids are retired', () => {
  const lists = (text: string) => new Map([['rocks', parseKeyList(text)]])
  expect(keyListFindings([], lists('magma\n')).map(findingLine)).toEqual([
    'rocks.yaml: the topic is gone, but keys/rocks.txt lists it: put it back or retire its ids',
  ])
  expect(keyListFindings([], lists('retired magma\n'))).toEqual([])
})

test('imported questions are not on the lists', () => {
  expect(said(['magma'], 'magma\n', 'imported/rocks.yaml')).toEqual([
    'rocks.yaml: the topic is gone, but keys/rocks.txt lists it: put it back or retire its ids',
  ])
})

test('accepting appends new ids and keeps all existing lines', () => {
  expect(acceptKeys('', ['a', 'b'])).toBe('a\nb\n')
  expect(acceptKeys('b\nretired c\n', ['a', 'b', 'c'])).toBe('b\nretired c\na\n')
  expect(acceptKeys('b', ['a'])).toBe('b\na\n')
})
