import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildTopic } from '@quizmaster/content/testing/build-topic'
import { topicYaml } from '@quizmaster/content/topic-yaml'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptContent, checkContent } from './check.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-check-'))
  await write('shapes.yaml', topicYaml(buildTopic()))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function write(file: string, text: string) {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

const withoutFirst = (count = 26) => {
  const topic = buildTopic({}, count)
  return { ...topic, questions: topic.questions.slice(1) }
}

test('a valid bank passes and shows its tally', async () => {
  const { lines, errorCount } = await checkContent(folder)
  expect(errorCount).toBe(0)
  expect(lines).toEqual([
    'topic  | questions | easy/medium/hard | longest | places',
    'shapes | 25        | 7/12/6           | 0 %     | 7/6/6/6',
    '1 topics, 25 questions: 0 errors, 0 notes',
  ])
})

test('findings are grouped by file, errors before notes', async () => {
  const long = `What is ${'very '.repeat(20)}old?`
  await write(
    'shapes.yaml',
    topicYaml(buildTopic())
      .replace(/text: .*/, `text: ${long}`)
      .replace('Row A 1 of', 'row A 1 of'),
  )
  await write('broken.yaml', 'name: [\n')
  const { lines, errorCount } = await checkContent(folder)
  expect(errorCount).toBe(2)
  expect(lines.slice(0, 5)).toEqual([
    expect.stringMatching(/^broken.yaml: line 2: /),
    '',
    expect.stringMatching(/^shapes.yaml, shape-2: the answer 'row A 1 of all' starts/),
    expect.stringMatching(/^shapes.yaml, shape-1: \(note\) the question has 112 characters/),
    '',
  ])
})

test('a file with unplayable questions is an error with its place', async () => {
  await write('shapes.yaml', topicYaml(buildTopic()).replace(/right: .*/, 'right: Nowhere'))
  const { lines } = await checkContent(folder)
  expect(lines[0]).toBe('shapes.yaml: question shape-1: `right` is not one of the four answers')
})

test('--only reports on one topic, including questions that another topic asks too', async () => {
  await write('forms.yaml', topicYaml(buildTopic({ key: 'forms', name: 'Forms' })))
  const { lines, errorCount } = await checkContent(folder, 'forms')
  expect(errorCount).toBe(26)
  expect(lines.filter((line) => line.startsWith('shapes'))).toEqual([])
  expect((await checkContent(folder, 'forma')).errorCount).toBe(1)
})

test('an accepted id can only be removed by retiring it', async () => {
  expect(await acceptContent(folder)).toEqual(['shapes'])
  expect(await acceptContent(folder)).toEqual([])
  await write('shapes.yaml', topicYaml(withoutFirst()))
  expect((await checkContent(folder)).lines.slice(0, 2)).toEqual([
    "shapes.yaml, shape-1: the id is gone: put it back, or write 'retired shape-1' in keys/shapes.txt",
    'shapes.yaml: shape-26 not in keys/shapes.txt: npm run content:check -- --accept',
  ])
  const list = await readFile(join(folder, 'keys/shapes.txt'), 'utf8')
  await write('keys/shapes.txt', list.replace('shape-1\n', 'retired shape-1\n'))
  expect(await acceptContent(folder)).toEqual(['shapes'])
  expect((await checkContent(folder)).errorCount).toBe(0)
})

test('an empty folder fails, because a check that reads nothing proves nothing', async () => {
  expect((await checkContent(join(folder, 'nowhere'))).errorCount).toBe(1)
})
