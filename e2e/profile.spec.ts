import type { Page } from '@playwright/test'
import { expect, soon, store, stored, test } from './support/test.ts'

const PROFILE = '/app/dashboard/profile'

const nameField = (page: Page) => page.getByLabel('Display name')
const update = (page: Page) => page.getByRole('button', { name: 'Update profile' })
const message = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('a player sees the address, the plan and the upgrade link', async ({ player: page, email }) => {
  await expect(page.getByText('Current plan: Starter')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade to Legend' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(PROFILE)
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expect(page.getByRole('main').getByText('Starter', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade to Legend' }).click()
  await expect(page).toHaveURL('/app/dashboard/premium')
})

test('a new name is saved, confirmed by a toast for 5 s, and used in the greeting', async ({ player: page }) => {
  await page.clock.install()
  await page.goto(PROFILE)
  await nameField(page).fill('  Mira Novak ')
  await page.clock.pauseAt(await soon(page))
  await update(page).click()
  const saved = toast(page, 'Profile updated')
  await expect(saved).toContainText('Your profile has been updated')
  await page.clock.runFor(4_000)
  await expect(saved).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(saved).toBeHidden()
  await page.clock.resume()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Mira Novak')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Mira Novak')
})

test('a name that is too short or missing shows an error under the field', async ({ player: page }) => {
  await page.goto(PROFILE)
  await nameField(page).fill('Mira')
  await update(page).click()
  await expect(message(page, 'Display name must be at least 5 characters')).toBeVisible()
  await expect(nameField(page)).toBeFocused()
  await nameField(page).fill('')
  await expect(message(page, 'Display name is a required field')).toBeVisible()
  await nameField(page).fill('x'.repeat(41))
  await expect(message(page, 'Display name must be at most 40 characters')).toBeVisible()
  await expect(toast(page, 'Profile updated')).toHaveCount(0)
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/@example\.com$/)
})

test("the server's error about the name is shown under the field", async ({ player: page }) => {
  await page.route('**/update_profile', (route) =>
    route.fulfill({ status: 422, json: { errors: { displayName: ['This name is taken'] } } }),
  )
  await page.goto(PROFILE)
  await nameField(page).fill('Mira Novak')
  await update(page).click()
  await expect(message(page, 'This name is taken')).toBeVisible()
  await expect(toast(page, 'Profile updated')).toHaveCount(0)
})

test('a server error on saving shows a toast, and the typed text stays', async ({ player: page }) => {
  await page.route(
    '**/update_profile',
    (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side', code: 'internal_error' } }),
    { times: 1 },
  )
  await page.goto(PROFILE)
  await nameField(page).fill('Mira Novak')
  await update(page).click()
  await expect(toast(page, 'Something went wrong on our side')).toBeVisible()
  await expect(nameField(page)).toHaveValue('Mira Novak')
  await update(page).click()
  await expect(toast(page, 'Profile updated')).toBeVisible()
})

test('Logout clears localStorage, invalidates the token and opens the landing page', async ({ player: page, quiz }) => {
  await page.goto('/app/practice/settings')
  await page.getByRole('switch', { name: 'All topics' }).click()
  await page.getByRole('button', { name: /^Start journey/ }).click()
  await expect(page.getByRole('group', { name: 'Answers' })).toBeVisible()
  await page.evaluate(() => {
    for (const key of ['email', 'joinGameId', 'isJustSubscribed', 'questionsTillNextAd']) localStorage.setItem(key, '5')
    localStorage.setItem('privateGameStateStore', '{"state":{"id":"48213907","status":"pending"},"version":0}')
  })
  const { token } = await stored(page)
  await page.goto(PROFILE)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/base/home')
  await expect(page.getByText('48213907')).toHaveCount(0)
  const left = Object.keys(await stored(page))
  expect(left).toEqual([])
  expect(await quiz.post('user/api/auth/current_user', undefined, token)).toEqual({ data: null })
  await page.goBack()
  await expect(page).toHaveURL('/base/home')
})

test('Logout in one tab signs out the other one', async ({ player: page, context }) => {
  const other = await context.newPage()
  await other.goto(PROFILE)
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/base/home')
  await expect(page).toHaveURL('/base/home')
})

test('an invalid token signs out, but an invitation is kept', async ({ page }) => {
  await store(page, { token: 'dead'.repeat(12), joinGameId: '48213907', email: 'mira@example.com' })
  await page.goto('/app/practice/settings')
  await expect(page).toHaveURL('/base/home')
  await expect(page.getByText('48213907')).toBeVisible()
  expect(await stored(page)).toEqual({ joinGameId: '48213907' })
})

test('a call with an invalid token signs out', async ({ player: page }) => {
  await page.goto(PROFILE)
  await page.route('**/update_profile', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${'dead'.repeat(12)}` } }),
  )
  await nameField(page).fill('Mira Novak')
  await update(page).click()
  await expect(page).toHaveURL('/base/home')
  expect(await stored(page)).toEqual({})
})

test.describe('a session that ends elsewhere', () => {
  // The sockets retry once with the invalid token, and the browser logs the refusal.
  test.use({ expectedPageError: /WebSocket connection to .* 403/ })

  test('signs out a page that is only looked at', async ({ player: page, quiz }) => {
    await page.goto(PROFILE)
    await expect(nameField(page)).toBeVisible()
    const { token } = await stored(page)
    await quiz.post('user/api/logout', undefined, token)
    await expect(page).toHaveURL('/base/home')
    expect(await stored(page)).toEqual({})
  })
})
