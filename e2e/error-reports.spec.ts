import type { Page } from '@playwright/test'
import { type Ingest, startIngest } from '../apps/server/src/testing/sentry-ingest.ts'
import { QuizServer } from './support/quiz-server.ts'
import { expect, START_TIMEOUT_MS, stored, test as base } from './support/test.ts'

/** A server with error reports configured, and the ingest that receives them. */
const test = base.extend<object, { ingest: Ingest }>({
  ingest: [
    async ({}, use) => {
      const ingest = await startIngest()
      await use(ingest)
      await ingest.close()
    },
    { scope: 'worker' },
  ],
  quiz: [
    async ({ ingest }, use) => {
      const quiz = await QuizServer.start({ SENTRY_DSN: ingest.dsn })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  // Errors that the tests throw, and requests to the ingest.
  expectedPageError: /^uncaught: Planted|^console: .*Planted|^request to another site: http:\/\/127\.0\.0\.1:/s,
})

const card = (page: Page) => page.getByRole('region', { name: 'Privacy choices' })
const sent = (ingest: Ingest) => ingest.envelopes.map(({ text }) => text).join('\n')

/** Throws an uncaught error in the page. */
function plant(page: Page, words: string): Promise<void> {
  return page.evaluate((message) => {
    setTimeout(() => {
      throw new Error(`Planted ${message}`)
    })
  }, words)
}

async function waitForEvent(ingest: Ingest, words: string): Promise<void> {
  await expect.poll(() => JSON.stringify(ingest.items('event'))).toContain(`Planted ${words}`)
}

/** Waits for the library, which is loaded when the page is idle. */
function waitForLibrary(page: Page): Promise<unknown> {
  return page.waitForResponse(/\/assets\/reporting-client-/)
}

test.beforeEach(({ ingest }) => ingest.clear())

test('reports contain no e-mail address, code, token, query or typed text', async ({ page, quiz, ingest, email }) => {
  const traced: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sentry-trace']) traced.push(new URL(request.url()).pathname)
  })
  const library = waitForLibrary(page)
  await page.goto('/base/login/request-code?secret=query-canary#hash-canary')
  await library
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Request code' }).click()
  const code = await quiz.mailedCode(email)
  await page.getByLabel('Digit 1 of 6').pressSequentially(code)
  await expect(page).toHaveURL('/app/dashboard')
  await card(page).getByRole('button', { name: 'Allow' }).click()
  const { token = '' } = await stored(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await page.getByLabel('Display name').fill('Canary Typist')
  await page.getByRole('button', { name: 'Update profile' }).click()
  await expect(page.getByText('Canary Typist')).toBeVisible()
  await page.evaluate(() => history.pushState({}, '', '?late=query-canary'))
  await plant(page, `for ${email}, code ${code}, Bearer ${token}, https://a.example/x?key=query-canary#hash-canary`)
  await waitForEvent(ingest, 'for [removed], code [code], Bearer [removed], https://a.example/x"')
  const count = (...kinds: string[]) => kinds.flatMap((kind) => ingest.items(kind)).length
  await expect.poll(() => count('replay_recording')).toBeGreaterThan(0)
  await expect.poll(() => count('span', 'transaction')).toBeGreaterThan(0)
  await page.goto('/robots.txt')

  const everything = sent(ingest)
  for (const canary of [email, token, code, 'query-canary', 'hash-canary', 'Canary Typist', 'Canary']) {
    expect(everything.toLowerCase()).not.toContain(canary.toLowerCase())
  }
  expect(everything).not.toMatch(/"(?:ip_address|cookie|email|username)"/i)
  const { data } = await quiz.post('user/api/auth/current_user', {}, token)
  expect(everything).toContain((data as { id: string }).id)
  expect(traced).toContain('/services/user/api/verify_code')
  expect(traced.every((path) => path.startsWith('/services/'))).toBe(true)
})

test('an error from before the library has loaded is reported too', async ({ page, ingest }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      throw new Error('Planted early')
    })
  })
  await page.goto('/base/home')
  await waitForEvent(ingest, 'early')
})

test('a crash of a screen is reported with its component stack', async ({ player: page, ingest }) => {
  await page.route('**/assets/profile-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const Profile = () => { throw new Error("Planted in a screen") }',
    }),
  )
  await page.goto('/app/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await waitForEvent(ingest, 'in a screen')
  expect(JSON.stringify(ingest.items('event'))).toContain('componentStack')
})

test('without consent errors are reported but no replay is recorded', async ({ player: page, ingest }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const library = waitForLibrary(page)
  await page.reload()
  await library
  await plant(page, 'unasked')
  await waitForEvent(ingest, 'unasked')
  await card(page).getByRole('button', { name: 'No, thanks' }).click()
  await expect(card(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  const again = waitForLibrary(page)
  await page.reload()
  await again
  await expect(page.getByText(/^Hello, /)).toBeVisible()
  await plant(page, 'refused')
  await waitForEvent(ingest, 'refused')
  expect(await stored(page)).toMatchObject({ replayConsent: 'denied' })
  await expect(card(page)).toHaveCount(0)
  expect(sent(ingest)).not.toContain('replay_recording')
  expect(loaded.filter((url) => /\/assets\/replay-/.test(url))).toEqual([])
})

test('consent survives logout and can be withdrawn', async ({ player: page, ingest }) => {
  await card(page).getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  const choice = page.getByRole('switch', { name: 'Recordings of how pages behave' })
  await expect(choice).toBeChecked()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/base/home')
  expect(await stored(page)).toEqual({ replayConsent: 'granted' })
  await page.goto('/base/pages/cookie-policy')
  await choice.click()
  expect(await stored(page)).toEqual({ replayConsent: 'denied' })
  const library = page.waitForRequest(/\/assets\/reporting-client-/)
  await page.reload()
  await library
  await expect(choice).not.toBeChecked()
  ingest.clear()
  await plant(page, 'taken back')
  await waitForEvent(ingest, 'taken back')
  expect(sent(ingest)).not.toContain('replay')
})

test('a failing ingest does not disturb the user', async ({ page, ingest }) => {
  ingest.mode = 'resets'
  const library = page.waitForRequest(/\/assets\/reporting-client-/)
  await page.goto('/base/home')
  await library
  await plant(page, 'unheard')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  ingest.mode = 'accepts'
})
