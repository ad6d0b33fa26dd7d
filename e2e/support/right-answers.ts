import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { parse } from 'yaml'

const CONTENT = join(import.meta.dirname, '../../content')

let rightAnswers: ReadonlyMap<string, string> | null = null

/** The right answer to a question of the bank, by texts: ids differ from serving to serving. */
export function rightAnswer(question: string): string | undefined {
  // Read by the first test that asks, as many workers run none.
  rightAnswers ??= readRightAnswers()
  return rightAnswers.get(question)
}

/** Clicks a wrong answer to a question of the bank, or the first answer to another question. */
export async function clickWrongAnswer(question: Locator, answers: Locator): Promise<void> {
  await answers.nth(await wrongPlace(question, answers)).click()
}

/** The place (0 to 3) of a wrong answer to a question of the bank, or of the first answer to another question. */
export async function wrongPlace(question: Locator, answers: Locator): Promise<number> {
  await expect(answers).toHaveCount(4)
  const right = rightAnswer(await question.innerText())
  const texts = await answers.allInnerTexts()
  // The letter of the key is on a line of its own.
  return texts.findIndex((text) => !text.split('\n').includes(right ?? ''))
}

/** The right answer by question text, from the question bank. */
function readRightAnswers(): ReadonlyMap<string, string> {
  const files = readdirSync(CONTENT).filter((name) => name.endsWith('.yaml'))
  const questions = files.flatMap((name) => {
    const topic = parse(readFileSync(join(CONTENT, name), 'utf8')) as {
      questions: { text: string; right: string | number }[]
    }
    return topic.questions
  })
  return new Map(questions.map(({ text, right }) => [text, String(right)]))
}
