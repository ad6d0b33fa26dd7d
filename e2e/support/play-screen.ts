import { expect, type Locator, type Page, type Response } from '@playwright/test'
import type { QuizServer } from './quiz-server.ts'
import { clickWrongAnswer } from './right-answers.ts'

interface Question {
  id: string
  text: string
  answers: { id: string; text: string }[]
}

interface Solution {
  correct_answer_id: string
  correct_answer_text: string
  description: string
}

/** The practice screen, with the solutions fetched from the server. */
export class PlayScreen {
  /** The lists of questions that the page has loaded, newest last. */
  readonly lists: Question[][] = []
  readonly question: Locator
  readonly answers: Locator
  readonly next: Locator
  readonly correct: Locator
  readonly sorry: Locator
  readonly verdict: Locator
  readonly #quiz: QuizServer

  /** Create it before the page opens the play screen, because it listens to the page's responses. */
  constructor(page: Page, quiz: QuizServer) {
    const main = page.getByRole('main')
    this.#quiz = quiz
    this.question = main.getByRole('heading', { level: 1 })
    this.answers = main.getByRole('group', { name: 'Answers' }).getByRole('button')
    this.next = main.getByRole('button', { name: 'Next question' })
    // Not found by role, because a sheet that opens over the verdict hides everything behind it from roles.
    const verdict = page.locator('[data-verdict]')
    this.correct = verdict.getByText("That's correct! Answer is", { exact: true })
    this.sorry = verdict.getByText('Sorry, correct answer is', { exact: true })
    this.verdict = this.correct.or(this.sorry)
    page.on('response', (response) => void this.#keepList(response))
  }

  /** The solution of the question on the screen, with the index of its right answer and of a wrong one. */
  async solution(): Promise<Solution & { rightIndex: number; wrongIndex: number }> {
    const question = await this.#current()
    const { data } = await this.#quiz.post('gameplay/api/question/verify_answer', {
      question_id: question.id,
      answer_id: question.answers[0]?.id,
    })
    const solution = data as Solution
    const rightIndex = question.answers.findIndex(({ id }) => id === solution.correct_answer_id)
    return { ...solution, rightIndex, wrongIndex: (rightIndex + 1) % question.answers.length }
  }

  /** Clicks a wrong answer, which earns no points and so opens no sheet, and waits for the verdict. */
  async answer(): Promise<void> {
    await clickWrongAnswer(this.question, this.answers)
    await expect(this.verdict).toBeVisible()
  }

  /** Answers `count` questions wrongly and goes to the next one after each. */
  async playOn(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await this.answer()
      await this.next.click()
      await expect(this.verdict).toBeHidden()
    }
  }

  /** The question on the screen, from the lists the page has loaded. */
  async #current(): Promise<Question> {
    await expect(this.answers).toHaveCount(4)
    const text = await this.question.innerText()
    const find = () => this.lists.flat().find((question) => question.text === text)
    await expect.poll(() => find()?.text, { message: 'the question on the screen was served' }).toBe(text)
    return find() as Question
  }

  async #keepList(response: Response): Promise<void> {
    if (!response.url().endsWith('/question/random_list') || !response.ok()) return
    const { data } = (await response.json()) as { data: Question[] }
    this.lists.push(data)
  }
}
