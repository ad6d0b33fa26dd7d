import { buildTopic } from '@quizmaster/content/testing/build-topic'
import { expect, test } from 'vitest'
import { keyLines, sheetLines } from './sheet.ts'

const topic = buildTopic({}, 20)
const sheet = sheetLines(topic)

test('the sheet shows each question with its four answers, without id and description', () => {
  expect(sheet.filter((line) => /^\d+\. /.test(line))).toEqual(
    topic.questions.map(({ text }, index) => `${index + 1}. ${text}`),
  )
  for (const { answers, id, description } of topic.questions) {
    for (const answer of answers) expect(sheet.filter((line) => line.endsWith(`  ${answer}`))).toHaveLength(1)
    expect(sheet.join('\n')).not.toContain(id)
    expect(sheet.join('\n')).not.toContain(description)
  }
})

test('the key gives the letter of the correct answer on the sheet', () => {
  const key = keyLines(topic).slice(2, -1)
  expect(key).toHaveLength(20)
  for (const [index, { right, description }] of topic.questions.entries()) {
    const letter = sheet.find((line) => line.endsWith(`  ${right}`))?.trim()[0]
    expect(key[index]).toContain(`${index + 1}. ${letter}  ${right}  `)
    expect(key[index]).toContain(description)
  }
})

test("the sheet's order of answers differs from the file's", () => {
  const places = topic.questions.map(({ answers, right }) => answers.indexOf(right))
  const letters = keyLines(topic)
    .slice(2, -1)
    .map((line) => 'ABCD'.indexOf(line.split(' ')[1] ?? ''))
  expect(letters).not.toEqual(places)
  expect(sheetLines(buildTopic({}, 20))).toEqual(sheet)
})
