import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PlayScreen } from './support/play-screen.ts'
import { QuizServer } from './support/quiz-server.ts'
import { expect, START_TIMEOUT_MS, test as base } from './support/test.ts'

/** The server started from the files of the image, without the checkout's packages. */
const test = base.extend<object, { quiz: QuizServer }>({
  quiz: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'quizmaster-image-'))
      const program = join(folder, 'app')
      execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/deploy/assemble.mjs'), program])
      const quiz = await QuizServer.start({}, program)
      await use(quiz)
      await quiz.dispose()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

test('the files of the image are all that the server needs: pages, questions, artwork and API pages', async ({
  page,
  quiz,
}) => {
  const failed: string[] = []
  page.on('response', (response) => void (response.ok() || failed.push(response.url())))
  const play = new PlayScreen(page, quiz)
  await page.goto('/')
  await page.getByRole('link', { name: 'Try Quiz Now' }).click()
  await play.answer()
  await page.goto('/docs')
  await expect(page.getByText('request_code').first()).toBeVisible()
  expect(failed).toEqual([])
})
