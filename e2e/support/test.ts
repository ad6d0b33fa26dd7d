import { expect, type Locator, test as base, type Page } from '@playwright/test'
import { QuizServer } from './quiz-server.ts'

interface WorkerFixtures {
  /** The server, one per worker. Each test uses its own accounts. */
  quiz: QuizServer
}

interface TestOptions {
  /** Logged errors that the test provokes on purpose. */
  expectedPageError: RegExp | null
}

interface TestFixtures {
  /** An unused e-mail address. */
  email: string
  /** A page on the dashboard, signed in as `email`. */
  player: Page
}

let counter = 0

/** Starting takes seconds, and much longer on a busy machine. */
export const START_TIMEOUT_MS = 180_000

/**
 * The usual test, with a running server. A page that logs an error or sends a request to another site fails the test.
 */
export const test = base.extend<TestOptions & TestFixtures, WorkerFixtures>({
  expectedPageError: [null, { option: true }],
  quiz: [
    async ({}, use) => {
      const quiz = await QuizServer.start()
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  baseURL: async ({ quiz }, use) => use(quiz.url),
  email: async ({}, use, info) => {
    counter += 1
    await use(`e2e-${info.workerIndex}-${counter}@example.com`)
  },
  page: async ({ page, quiz, expectedPageError }, use) => {
    const logged = watch(page, quiz.url)
    await use(page)
    const pageErrors = logged.filter((error) => !expectedPageError?.test(error))
    if (pageErrors.length > 0) throw new Error(`The page logged errors:\n${pageErrors.join('\n')}`)
  },
  player: async ({ page, quiz, email }, use) => {
    const token = await quiz.signIn(email)
    await store(page, { token })
    await page.goto('/app/dashboard')
    await use(page)
  },
})

/** Puts values into the page's localStorage, as if from an earlier visit. */
export async function store(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(values))
}

/** A time for `page.clock.pauseAt`, far enough ahead that it has not passed when the call arrives. */
export function soon(page: Page): Promise<number> {
  return page.evaluate(() => Date.now() + 10_000)
}

/** Runs the page's stopped clock until something is visible, and at most a tenth of a second beyond that. */
export async function runUntilVisible(page: Page, shown: Locator): Promise<void> {
  const look = async () => {
    await page.clock.runFor(100)
    return shown.isVisible()
  }
  await expect.poll(look, { intervals: [20] }).toBe(true)
}

/** A sign-in code that differs from this one. */
export function otherThan(code: string): string {
  return `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`
}

/** The page's localStorage. */
export function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)
}

export { expect } from '@playwright/test'

/** Whether the browser itself has logged this about a request that failed. */
export function isRequestNote(logged: string): boolean {
  return logged.startsWith('Failed to load resource')
}

/** Whether the browser itself has logged this about a request or a socket. */
export function isNetworkNote(logged: string): boolean {
  // A routed socket notifies the page late that the server has closed it, as it does after signing out.
  return isRequestNote(logged) || /^WebSocket (?:connection to|is already in CLOSING or CLOSED)/.test(logged)
}

/** Collects uncaught errors, console errors except the browser's own notes, and requests to other sites. */
function watch(page: Page, ownOrigin: string): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRequestNote(message.text())) pageErrors.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isOurs = url.origin === ownOrigin || ['data:', 'blob:'].includes(url.protocol)
    if (!isOurs) pageErrors.push(`request to another site: ${url.origin}`)
  })
  return pageErrors
}
