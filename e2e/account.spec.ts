import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { QuizServer } from './support/quiz-server.ts'
import { expectGoodLooks } from './support/screen-checks.ts'
import { expect, otherThan, START_TIMEOUT_MS, store, stored, test as base } from './support/test.ts'

/** Behind a proxy a second device has its own client address, so it may request a code at once. */
const test = base.extend({
  quiz: [
    async ({}, use) => {
      const quiz = await QuizServer.start({ TRUST_PROXY: '1' })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

const PROFILE = '/app/dashboard/profile'
/** Longer than the app waits for the page to become idle. */
const IDLE_MS = 3_500

/** Found by attribute: an open sheet hides the toast from roles, though its live region is still read out. */
const toast = (page: Page, title: string) => page.locator('[data-toast]').filter({ hasText: title })
const sheet = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('without error reports and chat configured, no consent is asked for and nothing is loaded or sent', async ({
  page,
  quiz,
  email,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.clock.install()
  await store(page, { token: await quiz.signIn(email) })
  for (const path of ['/app/dashboard', PROFILE, '/base/pages/cookie-policy']) {
    const config = page.waitForResponse('**/config.json')
    await page.goto(path)
    await config
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.runFor(IDLE_MS)
    await expect(page.getByText('Privacy choices')).toHaveCount(0)
  }
  expect(loaded.filter((url) => /reporting-client|replay|site-extras|sentry|chatwoot/.test(url))).toEqual([])
})

test('the export is one readable file with all data of the account', async ({ player: page, quiz, email }) => {
  await page.goto(PROFILE)
  await page.getByLabel('Display name').fill('Mira Novak')
  await press(page, 'Update profile')
  await expect(toast(page, 'Profile updated')).toBeVisible()
  const asked = Date.now() - 1
  await press(page, 'Download my data')
  await expect(sheet(page).getByLabel('Digit 1 of 6')).toBeFocused()
  await page.keyboard.type(await quiz.mailedCode(email, asked))
  const download = page.waitForEvent('download')
  await press(page, 'Download')
  const file = await download
  expect(file.suggestedFilename()).toBe('quizmaster-data.json')
  await expect(toast(page, 'Your data is ready')).toBeVisible()
  const { token = '' } = await stored(page)
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ account: { email, display_name: 'Mira Novak' }, sessions: [{}] })
  expect(text).toContain('\n  "account": {\n')
  expect(text).not.toContain(token)
})

test('a failed export shows a toast', async ({ player: page }) => {
  await page.route('**/account/export', (route) =>
    route.fulfill({ status: 429, json: { error: 'Too many tries. Please wait a little', code: 'rate_limited' } }),
  )
  await page.goto(PROFILE)
  await press(page, 'Download my data')
  await expect(toast(page, 'Too many tries. Please wait a little')).toBeVisible()
})

test.describe('sessions that end', () => {
  // The sockets retry once with the invalid token, and the browser logs the refusal.
  test.use({ expectedPageError: /WebSocket connection to .* 403/ })

  test('another device is listed by name and can be signed out alone', async ({
    player: page,
    browser,
    quiz,
    email,
  }) => {
    const phone = await openPhone(browser, quiz, email)
    await page.goto(PROFILE)
    await press(page, 'Signed-in devices')
    const devices = sheet(page).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.first()).toContainText('This device')
    await expect(devices.first().getByRole('button')).toHaveCount(0)
    await expect(devices.last()).toContainText('Firefox on Android')
    await expect(devices.last()).toContainText('Active now')
    await press(page, 'Sign out Firefox on Android')
    await expect(toast(page, 'Firefox on Android is signed out')).toBeVisible()
    await expect(devices).toHaveCount(1)
    await expect(phone).toHaveURL('/base/home')
    expect(await stored(phone)).toEqual({})
    await expect(page).toHaveURL(PROFILE)
    await phone.context().close()
  })

  test('signing out everywhere ends all sessions and opens the landing page', async ({
    player: page,
    browser,
    quiz,
    email,
  }) => {
    const phone = await openPhone(browser, quiz, email)
    const { token } = await stored(page)
    await page.goto(PROFILE)
    await press(page, 'Signed-in devices')
    await press(page, 'Sign out everywhere')
    await expect(page).toHaveURL('/base/home')
    await expect(phone).toHaveURL('/base/home')
    expect(await stored(page)).toEqual({})
    expect(await stored(phone)).toEqual({})
    expect(await quiz.post('user/api/auth/current_user', undefined, token)).toEqual({ data: null })
    await phone.context().close()
  })

  test('a deleted account is gone on all devices, and its address can sign up again', async ({
    player: page,
    browser,
    quiz,
    email,
  }) => {
    const phone = await openPhone(browser, quiz, email)
    await store(page, { joinGameId: '48213907', questionsTillNextAd: '3' })
    await page.goto(PROFILE)
    const { token } = await stored(page)
    await press(page, 'Delete account')
    await expect(sheet(page).getByRole('button', { name: 'Keep my account' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toHaveCount(0)
    await press(page, 'Delete account')
    await sheet(page).getByRole('button', { name: 'Delete account' }).click()
    await expect(sheet(page).getByText('email is a required field')).toBeVisible()
    await sheet(page).getByLabel('Type your e-mail again').fill('somebody.else@example.com')
    await sheet(page).getByRole('button', { name: 'Delete account' }).click()
    await expect(sheet(page).getByText('This is not the e-mail address of your account')).toBeVisible()
    await expect(sheet(page).getByLabel('Type your e-mail again')).toBeFocused()
    await sheet(page).getByLabel('Type your e-mail again').fill(` ${email.toUpperCase()} `)
    const asked = Date.now()
    await sheet(page).getByRole('button', { name: 'Delete account' }).click()
    await expect(sheet(page).getByLabel('Digit 1 of 6')).toBeFocused()
    const code = await quiz.mailedCode(email, asked - 1)
    await page.keyboard.type(otherThan(code))
    await sheet(page).getByRole('button', { name: 'Delete account' }).click()
    await expect(sheet(page).getByText('Code is invalid or has expired')).toBeVisible()
    await expect(sheet(page).getByLabel('Digit 1 of 6')).toBeFocused()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/base/home')
    await expect(toast(page, 'Your account is deleted')).toBeVisible()
    expect(await stored(page)).toEqual({})
    await expect(phone).toHaveURL('/base/home')
    expect(await quiz.post('user/api/auth/current_user', undefined, token)).toEqual({ data: null })
    await page.goto(PROFILE)
    await expect(page).toHaveURL('/base/home')
    await phone.context().close()
  })
})

test('while the payment provider is unreachable the account is not deleted, and a toast says so', async ({
  player: page,
}) => {
  const error = 'Payments are not available right now. Please try again later'
  await page.route('**/account/delete', (route) =>
    route.fulfill({ status: 503, json: { error, code: 'payments_unavailable' } }),
  )
  await page.goto(PROFILE)
  await press(page, 'Delete account')
  await sheet(page).getByLabel('Type your e-mail again').fill('mira@example.com')
  await sheet(page).getByRole('button', { name: 'Delete account' }).click()
  await expect(toast(page, error)).toBeVisible()
  await expect(sheet(page).getByLabel('Type your e-mail again')).toHaveValue('mira@example.com')
  expect(await stored(page)).toHaveProperty('token')
})

test('the account sheets fit every screen size in both themes and with large text', async ({ player: page, email }) => {
  await page.goto(PROFILE)
  for (const name of ['Signed-in devices', 'Delete account']) {
    await press(page, name)
    await expect(sheet(page).getByRole('button').first()).toBeVisible()
    await expectGoodLooks(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeFocused()
  }
  await press(page, 'Download my data')
  await expect(sheet(page).getByLabel('Digit 1 of 6')).toBeFocused()
  await expectGoodLooks(page, 'Download my data')
  await page.keyboard.press('Escape')
  await press(page, 'Delete account')
  await sheet(page).getByLabel('Type your e-mail again').fill(email)
  await sheet(page).getByRole('button', { name: 'Delete account' }).click()
  await expect(sheet(page).getByLabel('Digit 1 of 6')).toBeFocused()
  await expectGoodLooks(page, 'Delete account, the code')
})

/** The same player on a phone, with another client address. */
async function openPhone(browser: Browser, quiz: QuizServer, email: string): Promise<Page> {
  const from = {
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  }
  const asked = Date.now()
  await quiz.post('user/api/request_code', { email }, undefined, from)
  const code = await quiz.mailedCode(email, asked - 1)
  const { token } = await quiz.post('user/api/verify_code', { email, code }, undefined, from)
  const origins = [{ origin: quiz.url, localStorage: [{ name: 'token', value: String(token) }] }]
  const context = await browser.newContext({ baseURL: quiz.url, storageState: { cookies: [], origins } })
  const page = await context.newPage()
  await page.goto('/app/dashboard')
  await expect(page.getByText(/^Hello, /)).toBeVisible()
  return page
}
