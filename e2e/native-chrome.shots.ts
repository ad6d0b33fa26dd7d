// Pictures of the native apps with the bars of the system and an open keyboard, to look at:
// `npm run mobile:screenshots -- native-chrome` writes them to test-results/native-chrome.
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { KEYBOARD_SCREENS, PHONES } from './support/keyboard-screens.ts'
import { NativeDevice } from './support/native-device.ts'
import type { QuizServer } from './support/quiz-server.ts'
import { drawn } from './support/screen-checks.ts'
import { test } from './support/test.ts'

const FOLDER = join(import.meta.dirname, '../test-results/native-chrome')

for (const { size, platform, keyboard } of PHONES) {
  for (const theme of ['light', 'dark'] as const) {
    const folder = join(FOLDER, `${size.width}x${size.height}-${theme}`)
    const open = async (browser: Browser, quiz: QuizServer, email: string | null) => {
      const token = email === null ? {} : { token: await quiz.signIn(email) }
      const device = await NativeDevice.create(browser, quiz, { size, platform, theme, scale: 2, ...token })
      await device.page.emulateMedia({ reducedMotion: 'reduce' })
      return device
    }

    test(`${size.width}×${size.height}, ${theme}: strip and safe areas`, async ({ browser, quiz, email }) => {
      const device = await open(browser, quiz, email)
      const { page } = device
      await device.start('/app/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
      await shoot(page, folder, 'dashboard')
      await page.goto('/app/practice/settings')
      await page.getByRole('switch', { name: 'All topics' }).click()
      await shoot(page, folder, 'practice settings')
      await page.getByRole('button', { name: /^Start journey/ }).click()
      const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
      await expect(answers).toHaveCount(4)
      await shoot(page, folder, 'practice')
      await answers.first().click()
      await expect(page.getByRole('button', { name: 'Next question' })).toBeVisible()
      await shoot(page, folder, 'verdict')
      await page.goto('/app/dashboard/profile')
      await page.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shoot(page, folder, 'sheet')
      await page.goto('/base/pages/terms-of-service')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.mouse.wheel(0, 400)
      await shoot(page, folder, 'scrolled')
      await device.close()
    })

    for (const { name, isForVisitors = false, ...screen } of KEYBOARD_SCREENS) {
      test(`${size.width}×${size.height}, ${theme}: keyboard, ${name}`, async ({ browser, quiz, email }) => {
        const device = await open(browser, quiz, isForVisitors ? null : email)
        await device.start(screen.path)
        await screen.open?.(device.page, email)
        await screen.field(device.page).focus()
        await device.openKeyboard(keyboard)
        await shoot(device.page, folder, `keyboard, ${name}`)
        await device.close()
      })
    }
  }
}

async function shoot(page: Page, folder: string, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await drawn(page)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
