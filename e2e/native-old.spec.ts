import { expect } from '@playwright/test'
import { NativeDevice } from './support/native-device.ts'
import { QuizServer } from './support/quiz-server.ts'
import { test } from './support/test.ts'

test('an app that is too old says so, with a link to its store, whatever it was opened on', async ({ browser }) => {
  const quiz = await QuizServer.start({ OLDEST_APP_VERSION: '2.0.0', APP_STORE_URL: 'https://apps.apple.com/app/id1' })
  const token = await quiz.signIn('old-app@example.com')
  for (const [platform, store] of [
    ['android', 'https://play.google.com/store/apps/details?id=app.quizmaster'],
    ['ios', 'https://apps.apple.com/app/id1'],
  ] as const) {
    for (const options of [{ token }, {}]) {
      const device = await NativeDevice.create(browser, quiz, { platform, version: '1.9.9', ...options })
      await device.start()
      await expect(device.page.getByRole('heading', { name: 'This version is too old' })).toBeVisible()
      await device.page.getByRole('button', { name: 'Update', exact: true }).click()
      await expect.poll(() => device.called('AppLauncher.openUrl')).toEqual([{ url: store }])
      await device.close()
    }
  }
  const current = await NativeDevice.create(browser, quiz, { version: '2.0.0', token })
  await current.start()
  await expect(current.page).toHaveURL('/app/dashboard')
  await current.close()
  await quiz.dispose()
})
