// `npm run content:sheet -- KEY… [--key]`: a sheet of questions for a second reader to answer, or the key to it.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BankQuestion, BankTopic } from '@quizmaster/content/topic-file'
import { CONTENT_FOLDER, pickTopics, readContentFolder, UsageError } from './bank-folder.ts'
import { seededOrder } from './texts.ts'

const LETTERS = ['A', 'B', 'C', 'D']

/** Questions with shuffled answers. Ids are left out, because they often name the answer. */
export function sheetLines(topic: BankTopic): string[] {
  return [
    topic.name,
    '',
    ...topic.questions.flatMap((question, index) => [
      `${index + 1}. ${question.text}`,
      ...shuffled(topic, question).map((answer, place) => `   ${LETTERS[place]}  ${answer}`),
      '',
    ]),
  ]
}

/** The key to the sheet: letter, correct answer, id, difficulty and description of each question. */
export function keyLines(topic: BankTopic): string[] {
  return [
    `${topic.name}: key`,
    '',
    ...topic.questions.map((question, index) => {
      const letter = LETTERS[shuffled(topic, question).indexOf(question.right)]
      const description = question.description ?? 'no description'
      return `${index + 1}. ${letter}  ${question.right}  (${question.id}, ${question.difficulty})  ${description}`
    }),
    '',
  ]
}

function shuffled(topic: BankTopic, question: BankQuestion): string[] {
  return seededOrder(`${topic.key}/${question.id}`, question.answers)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { key: { type: 'boolean' } }, allowPositionals: true })
  try {
    if (positionals.length === 0) throw new UsageError('usage: npm run content:sheet -- KEY… [--key]')
    const { files, broken } = await readContentFolder(CONTENT_FOLDER)
    for (const { file, reason } of broken) console.error(`${file}: ${reason}`)
    const topics = pickTopics(files, positionals)
    console.log(topics.flatMap(values.key === true ? keyLines : sheetLines).join('\n'))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
