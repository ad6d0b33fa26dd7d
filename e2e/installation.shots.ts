// The pictures that browsers show beside the offer to install the web app; taken with those for the stores.
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './support/test.ts'

const FOLDER = join(import.meta.dirname, '../apps/web/public/screenshots')
/** In CSS pixels. */
const FORMS = [
  { form: 'narrow', size: { width: 390, height: 844 }, scale: 2 },
  { form: 'wide', size: { width: 1280, height: 800 }, scale: 1 },
] as const

for (const { form, size, scale } of FORMS) {
  test(form, async ({ browser, quiz, email }) => {
    const token = await quiz.signIn(email)
    const { data } = await quiz.post('user/api/auth/current_user', {}, token)
    await quiz.post('user/api/update_profile', { displayName: 'Mira Holt', id: (data as { id: string }).id }, token)
    const origins = [{ origin: quiz.url, localStorage: [{ name: 'token', value: token }] }]
    const context = await browser.newContext({
      baseURL: quiz.url,
      viewport: size,
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins },
    })
    const page = await context.newPage()
    await page.goto('/app/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira Holt')
    await shoot(page, `${form}-home`)
    await page.goto('/app/practice/settings')
    await page.getByRole('switch', { name: 'All topics' }).click()
    await page.getByRole('button', { name: /^Start journey/ }).click()
    const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
    await expect(answers).toHaveCount(4)
    await answers.first().click()
    await expect(answers.and(page.locator('[data-state=good]'))).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Next question' })).toBeVisible()
    await shoot(page, `${form}-answer`)
    await context.close()
  })
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 70 })
}
