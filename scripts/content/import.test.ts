import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildTopic } from '@quizmaster/content/testing/build-topic'
import { parseTopicFile } from '@quizmaster/content/topic-file'
import { topicYaml } from '@quizmaster/content/topic-yaml'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkContent } from './check.ts'
import { exportTopics } from './export.ts'
import { importFiles } from './import.ts'

const CSV = `topic,question,right,wrong1,wrong2,wrong3
Rivers,Which river flows through Paris?,Seine,Loire,Rhône,Marne
Books,Who wrote the Moomin books?,Tove Jansson,Astrid Lindgren,Beatrix Potter,Selma Lagerlöf
`
const OPEN_TRIVIA = JSON.stringify({
  response_code: 0,
  results: [
    {
      category: 'Rivers',
      type: 'multiple',
      difficulty: 'hard',
      question: 'Which river flows through K&ouml;ln?',
      correct_answer: 'Rhine',
      incorrect_answers: ['Main', 'Elbe', 'Oder'],
    },
    {
      category: 'Rivers',
      type: 'boolean',
      difficulty: 'easy',
      question: 'The Seine flows through Paris.',
      correct_answer: 'True',
      incorrect_answers: ['False'],
    },
  ],
})

let root: string
const bank = () => join(root, 'content')

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'content-import-'))
  await put('content/shapes.yaml', topicYaml(buildTopic()))
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

async function put(path: string, text: string | Uint8Array): Promise<string> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
  return join(root, path)
}

async function imported(): Promise<string[]> {
  return readdir(join(bank(), 'imported')).catch(() => [])
}

test('files of two formats are imported together, with a report of what was skipped and why', async () => {
  const paths = [await put('quiz.csv', CSV), await put('otdb.json', OPEN_TRIVIA)]
  expect(await importFiles(paths, bank())).toEqual([
    'skipped otdb.json, row 2: a true/false question',
    'content/imported/imported-rivers.yaml: 2 taken, 2 in all',
    'content/imported/imported-books.yaml: 1 taken, 1 in all',
    '3 taken, 1 skipped, 2 files written',
  ])
  const yaml = await readFile(join(bank(), 'imported/imported-rivers.yaml'), 'utf8')
  const { questions } = parseTopicFile('imported-rivers.yaml', yaml)
  expect(questions.map(({ text }) => text)).toEqual([
    'Which river flows through Paris?',
    'Which river flows through Köln?',
  ])
  expect(questions.map(({ source }) => source?.licence)).toEqual([undefined, 'CC BY-SA 4.0'])
  expect((await checkContent(bank())).errorCount).toBe(0)
})

test('repeating an import takes nothing and changes no file', async () => {
  const paths = [await put('quiz.csv', CSV)]
  await importFiles(paths, bank())
  const before = await readFile(join(bank(), 'imported/imported-books.yaml'), 'utf8')
  expect((await importFiles(paths, bank())).at(-1)).toBe('0 taken, 2 skipped, 0 files written')
  expect(await readFile(join(bank(), 'imported/imported-books.yaml'), 'utf8')).toBe(before)
})

test('one bad file stops the whole import, and every fault is named', async () => {
  const paths = [
    await put('quiz.csv', CSV),
    await put('bad.csv', CSV.replace('Seine', '')),
    await put('bad.json', '{}'),
    await put('latin.csv', Buffer.from(CSV, 'latin1')),
    await put('quiz.xls', ''),
  ]
  await expect(importFiles(paths, bank())).rejects.toMatchObject({
    faults: [
      'bad.csv, row 2: an answer is empty',
      expect.stringMatching(/^bad.json: results: /),
      'latin.csv: is not in UTF-8; save it in that encoding',
      'quiz.xls: is not one of .json, .csv, .yaml',
    ],
  })
  expect(await imported()).toEqual([])
})

test("if one file can't be written, the others stay unchanged", async () => {
  await importFiles([await put('quiz.csv', CSV.split('\n').slice(0, 2).join('\n'))], bank())
  const before = await readFile(join(bank(), 'imported/imported-rivers.yaml'), 'utf8')
  // A folder in the place of the second file: it can't be overwritten.
  await mkdir(join(bank(), 'imported/imported-books.yaml/full'), { recursive: true })
  const more = CSV.replace('Which river flows through Paris?,Seine', 'Where does Lake Nasser lie?,Nile')
  await expect(importFiles([await put('more.csv', more)], bank())).rejects.toThrow(/EISDIR|directory/)
  expect(await imported()).toEqual(['imported-books.yaml', 'imported-rivers.yaml'])
  expect(await readFile(join(bank(), 'imported/imported-rivers.yaml'), 'utf8')).toBe(before)
})

test('a missing file is named', async () => {
  await expect(importFiles([join(root, 'gone.csv')], bank())).rejects.toThrow('gone.csv: no such file')
})

test.each(['out', 'out.yaml'])('what is exported to %s is imported unchanged into an empty bank', async (target) => {
  await importFiles([await put('quiz.csv', CSV), await put('otdb.json', OPEN_TRIVIA)], bank())
  expect(await exportTopics(bank(), join(root, target), [])).toBe(3)
  const other = join(root, 'other')
  await importFiles([join(root, target)], other)
  for (const key of ['shapes', 'imported-rivers', 'imported-books']) {
    const file = key === 'shapes' ? 'shapes.yaml' : `imported/${key}.yaml`
    const before = parseTopicFile(file, await readFile(join(bank(), file), 'utf8'))
    const after = parseTopicFile(file, await readFile(join(other, `imported/${key}.yaml`), 'utf8'))
    expect(after).toEqual(before)
  }
})

test('an export of some topics contains only those, never overwrites, and rejects an unknown topic', async () => {
  const target = join(root, 'out')
  await expect(exportTopics(bank(), target, ['shaped'])).rejects.toThrow("no topic 'shaped'")
  expect(await exportTopics(bank(), target, ['shapes'])).toBe(1)
  expect(await readdir(target)).toEqual(['shapes.yaml'])
  await expect(exportTopics(bank(), target, ['shapes'])).rejects.toThrow('exists already')
  await expect(exportTopics(bank(), join(target, 'shapes.yaml'), [])).rejects.toThrow('exists already')
})
