import type { AdItem } from '@quizmaster/contract/http/ads'
import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import type { Question } from '@quizmaster/contract/http/gameplay'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { QuizServer } from './quiz-server.ts'
import { START_TIMEOUT_MS, test as base } from './test.ts'

const ADMIN_EMAIL = 'boss@example.com'
const THRESHOLD = 5

interface WorkerFixtures {
  quiz: QuizServer
  /** The admin's bearer token. */
  adminToken: string
  /** The texts of questions that tests have been given. */
  usedTexts: Set<string>
}

/** The usual test on a server with an admin. `page` is the admin's. */
export const test = base.extend<{ admin: AdminSite }, WorkerFixtures>({
  quiz: [
    async ({}, use) => {
      const quiz = await QuizServer.start({ ADMIN_EMAILS: ADMIN_EMAIL })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  usedTexts: [async ({}, use) => use(new Set()), { scope: 'worker' }],
  adminToken: [async ({ quiz }, use) => use(await quiz.signIn(ADMIN_EMAIL)), { scope: 'worker' }],
  admin: async ({ page, browser, quiz, adminToken, usedTexts }, use) => {
    await page.goto('/robots.txt')
    await page.evaluate((token) => localStorage.setItem('token', token), adminToken)
    const admin = new AdminSite(page, browser, quiz, adminToken, usedTexts)
    await use(admin)
    await admin.close()
  },
})

/** The admin screens, with calls of the admin API and pages of players. */
export class AdminSite {
  readonly main: Locator
  readonly toasts: Locator
  readonly #closing: (() => Promise<void>)[] = []

  constructor(
    readonly page: Page,
    readonly browser: Browser,
    readonly quiz: QuizServer,
    readonly token: string,
    readonly usedTexts: Set<string>,
  ) {
    this.main = page.getByRole('main')
    this.toasts = page.locator('[data-toast]')
  }

  async open(tab: string): Promise<void> {
    await this.page.goto(`/app/admin/${tab}`)
    await expect(this.main.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** The card of a question. */
  card(text: string): Locator {
    return this.main.getByRole('listitem').filter({ has: this.page.getByRole('heading', { level: 2, name: text }) })
  }

  async expectToast(title: string): Promise<void> {
    await expect(this.toasts.filter({ hasText: title }).last()).toBeVisible()
  }

  /** Expects the newest audit entry with this action to name the subject and the admin. */
  async expectAudited(action: string, subject: string): Promise<void> {
    await this.open('audit')
    const entry = this.main.getByRole('listitem').filter({ hasText: action }).first()
    await expect(entry).toContainText(subject)
    await expect(entry).toContainText(ADMIN_EMAIL)
  }

  /** A question in circulation that no other test has used, as the admin API returns it. */
  async someQuestion(): Promise<AdminQuestion> {
    const [question] = (await this.draw(null)).filter(({ text }) => !this.usedTexts.has(text))
    if (!question) throw new Error('no question was drawn')
    this.usedTexts.add(question.text)
    const [found] = await this.find(question.text.slice(0, 100))
    if (found?.id !== question.id) throw new Error(`the admin search doesn't find "${question.text}"`)
    return found
  }

  async find(search: string): Promise<AdminQuestion[]> {
    return (await this.#get(`admin/api/v2/questions?search=${encodeURIComponent(search)}`)) as AdminQuestion[]
  }

  /** Fifty questions drawn as for a player, from one topic or from all. */
  async draw(topicId: string | null): Promise<Question[]> {
    const topics = topicId === null ? null : [topicId]
    const { data } = await this.quiz.post('gameplay/api/question/random_list', { topics, count: 50 })
    return data as Question[]
  }

  /** Whether the question is in circulation. */
  async isDrawn({ id, topic }: AdminQuestion): Promise<boolean> {
    return (await this.draw(topic.id)).some((question) => question.id === id)
  }

  /**
   * Reports a question as often as it takes to quarantine it, each time as a new player who was served the question and
   * has earned 50 points, so that the complaint counts.
   */
  async quarantineByComplaints({ id, topic }: AdminQuestion, comment: string): Promise<void> {
    for (let place = 0; place < THRESHOLD; place += 1) {
      const token = await this.quiz.signIn(`${crypto.randomUUID()}@example.com`)
      const { data } = await this.quiz.post(
        'gameplay/api/question/random_list',
        { topics: [topic.id], count: 50 },
        token,
      )
      for (const question of (data as Question[]).slice(0, 5)) await this.#answerRight(question, token)
      const complaint = place === 0 ? { reason: 'answers', comment } : {}
      await this.quiz.post(`admin/api/v2/question/${id}/complaint`, complaint, token)
    }
  }

  async ads(): Promise<AdItem[]> {
    return (await this.#get('user/api/ads')) as AdItem[]
  }

  async #answerRight({ id: question_id, answers }: Question, token: string): Promise<void> {
    const answer_id = await this.quiz.rightAnswerId(question_id, answers)
    await this.quiz.post('gameplay/api/question/verify_answer', { question_id, answer_id }, token)
  }

  /** A page of a player, in a new browser context. */
  async player(email: string): Promise<Page> {
    const token = await this.quiz.signIn(email)
    const origins = [{ origin: this.quiz.url, localStorage: [{ name: 'token', value: token }] }]
    const context = await this.browser.newContext({ baseURL: this.quiz.url, storageState: { cookies: [], origins } })
    this.#closing.push(() => context.close())
    return context.newPage()
  }

  async close(): Promise<void> {
    for (const close of this.#closing) await close()
  }

  async #get(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.token}` }
    const response = await fetch(`${this.quiz.url}/services/${path}`, { headers })
    return ((await response.json()) as { data: unknown }).data
  }
}

export { expect } from '@playwright/test'
