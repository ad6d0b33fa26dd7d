import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PlayScreen } from './support/play-screen.ts'
import { QuizServer } from './support/quiz-server.ts'
import { expect, START_TIMEOUT_MS, test as base } from './support/test.ts'

/** The server started from the files of the image, without the checkout's packages. */
const test = base.extend<object, { program: string; quiz: QuizServer }>({
  /** The folder of those files. */
  program: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'quizmaster-image-'))
      const program = join(folder, 'app')
      execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/deploy/assemble.mjs'), program])
      await use(program)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  quiz: [
    async ({ program }, use) => {
      const quiz = await QuizServer.start({}, program)
      await use(quiz)
      await quiz.dispose()
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

test('the documentation that the systemd unit names is installed with the program', ({ program }) => {
  const unit = readFileSync(join(program, 'deploy/quizmaster.service'), 'utf8')
  const [, page = ''] = /^Documentation=file:\/\/\/opt\/quizmaster\/(\S+)$/m.exec(unit) ?? []
  expect(readFileSync(join(program, page), 'utf8')).toMatch(/^# Operations\n/)
})
