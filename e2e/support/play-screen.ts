import { expect, type Locator, type Page, type Response } from '@playwright/test'
import type { QuizServer } from './quiz-server.ts'

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

/** The play screen as a person sees it, and beside it what only the server knows. */
export class PlayScreen {
  /** The lists of questions that the page was given, the newest last. */
  readonly lists: Question[][] = []
  readonly question: Locator
  readonly answers: Locator
  readonly next: Locator
  readonly correct: Locator
  readonly sorry: Locator
  readonly verdict: Locator
  readonly #quiz: QuizServer

  /** Make it before the page goes to the play screen: it listens to what the page is given. */
  constructor(page: Page, quiz: QuizServer) {
    const main = page.getByRole('main')
    this.#quiz = quiz
    this.question = main.getByRole('heading', { level: 1 })
    this.answers = main.getByRole('group', { name: 'Answers' }).getByRole('button')
    this.next = main.getByRole('button', { name: 'Next question' })
    this.correct = main.getByText("That's correct! Answer is", { exact: true })
    this.sorry = main.getByText('Sorry, correct answer is', { exact: true })
    this.verdict = this.correct.or(this.sorry)
    page.on('response', (response) => void this.#keepList(response))
  }

  /** Which answer of the question on the screen is right, and what is said about it. */
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

  /** Takes the first answer and waits for the verdict. */
  async answer(): Promise<void> {
    await this.answers.first().click()
    await expect(this.verdict).toBeVisible()
  }

  /** Answers and goes on, so many times. */
  async playOn(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await this.answer()
      await this.next.click()
      await expect(this.verdict).toBeHidden()
    }
  }

  /** The question on the screen, out of those the page was given. */
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
