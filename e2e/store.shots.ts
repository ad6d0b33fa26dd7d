// The pictures for the stores, from the real app: `npm run mobile:screenshots`.
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { NativeDevice } from './support/native-device.ts'
import { QuizServer } from './support/quiz-server.ts'
import { test } from './support/test.ts'

const STORE = join(import.meta.dirname, '../apps/mobile/store')
/** Devices whose sizes the stores take, in CSS pixels at `scale` device pixels each. */
const DEVICES = [
  { name: 'Android', platform: 'android', folder: 'android/screenshots', size: { width: 360, height: 640 }, scale: 3 },
  { name: 'iPhone', platform: 'ios', folder: 'ios/screenshots', size: { width: 430, height: 932 }, scale: 3 },
  {
    name: 'iPad',
    platform: 'ios',
    folder: 'ios/screenshots-ipad',
    size: { width: 1032, height: 1376 },
    scale: 2,
    insets: { top: 24, bottom: 20 },
  },
] as const

for (const { name: title, folder, ...options } of DEVICES) {
  test(title, async ({ browser, email }) => {
    // Without a public address the lobby would explain that phones cannot open this machine.
    const quiz = await QuizServer.start({ PUBLIC_URL: 'https://quizmaster.example' })
    const token = await quiz.signIn(email)
    const { data } = await quiz.post('user/api/auth/current_user', {}, token)
    await quiz.post('user/api/update_profile', { displayName: 'Mira Holt', id: (data as { id: string }).id }, token)
    const device = await NativeDevice.create(browser, quiz, { ...options, token })
    const { page } = device
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const shoot = async (name: string) => {
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(STORE, folder, `${name}.jpg`), type: 'jpeg', quality: 72 })
    }
    const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
    await device.start()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira Holt')
    await shoot('1-home')
    await page.getByRole('link', { name: 'Journey' }).click()
    await page.getByRole('switch', { name: 'All topics' }).click()
    await page.getByRole('button', { name: /^Start journey/ }).click()
    await expect(answers).toHaveCount(4)
    await shoot('2-question')
    await answers.first().click()
    await expect(page.getByRole('button', { name: 'Next question' })).toBeVisible()
    await expect(answers.and(page.locator('[data-state=good]'))).toHaveCount(1)
    await shoot('3-answer')
    await page.goto('/app/private-game')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    // The sheet that opens in a player's first lobby would cover it.
    const nameSheet = page.getByRole('dialog', { name: 'Your name in games' })
    await nameSheet.getByRole('button', { name: 'Continue' }).click()
    await expect(nameSheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Share invitation' })).toBeVisible()
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await shoot('4-friends')
    await device.close()
    await quiz.dispose()
  })
}
