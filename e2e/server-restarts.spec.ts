import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PlayScreen } from './support/play-screen.ts'
import { freePort } from '../scripts/testing/free-port.mjs'
import { QuizServer } from './support/quiz-server.ts'
import { expect, START_TIMEOUT_MS, stored, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** Kills whatever is left of a process and its children. */
function killGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test.describe('a server that crashes and restarts', () => {
  /** These tests kill their server, so they don't share it. */
  const ownServerTest = test.extend<object, { quiz: QuizServer }>({
    quiz: [
      async ({}, use) => {
        const quiz = await QuizServer.start()
        await use(quiz)
        await quiz.dispose()
      },
      { scope: 'worker', timeout: START_TIMEOUT_MS },
    ],
  })

  // The browser logs each refused connection, and a starting server answers requests for styles with JSON.
  ownServerTest.use({ expectedPageError: /WebSocket connection to|Refused to apply style/ })

  ownServerTest(
    'after kill -9 the page shows it, signs nobody out, and continues by itself',
    async ({ player: page, quiz }) => {
      const play = new PlayScreen(page, quiz)
      await page.goto('/app/practice/settings')
      await page.getByRole('switch', { name: 'All topics' }).click()
      await page.getByRole('button', { name: /^Start journey/ }).click()
      const { rightIndex } = await play.solution()
      const question = await play.question.innerText()

      await quiz.end('SIGKILL')
      await play.answers.nth(rightIndex).click()
      await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()
      await expect(page.getByText('Reconnecting...')).toBeVisible()
      await expect(play.verdict).toBeHidden()
      await expect(play.answers.nth(rightIndex)).toHaveAttribute('aria-disabled', 'true')

      await quiz.start()
      await expect(page.getByText('Reconnecting...')).toBeHidden()
      // The answer that waited is judged without another press.
      await expect(play.correct).toBeVisible()
      await page.reload()
      await expect(play.question).toHaveText(question)
    },
  )

  ownServerTest(
    'a call that failed while the server was away is repeated once it is back',
    async ({ player: page, quiz }) => {
      await page.goto('/app/practice/settings')
      const topics = page.getByRole('group', { name: 'Topics' }).getByRole('button')
      await expect(topics.nth(5)).toBeVisible()
      await quiz.end('SIGTERM')
      await page.getByRole('button', { name: 'Search topics' }).click()
      await page.keyboard.type('volcano')
      await expect(page.getByText('Reconnecting...')).toBeVisible()
      await quiz.start()
      await expect(topics).toHaveText(['Volcanoes'])
      await expect(page.getByText('Reconnecting...')).toBeHidden()
    },
  )

  ownServerTest.describe('while a screen is opened for the first time', () => {
    // A starting server answers requests for styles with JSON.
    ownServerTest.use({
      expectedPageError: /WebSocket connection to|The server cannot be reached|Refused to apply style/,
    })

    ownServerTest(
      'the screen says that the server is unreachable, and nobody is signed out',
      async ({ player: page, quiz }) => {
        await expect(heading(page)).toHaveText(/^Hello, /)
        const { token } = await stored(page)
        await quiz.end('SIGKILL')
        await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
        await expect(page.getByRole('main')).toContainText('The server cannot be reached')
        await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('main')).toContainText('The server cannot be reached')
        await quiz.start()
        await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
        await expect(heading(page)).toHaveText('Account')
        expect((await stored(page))['token']).toBe(token)
      },
    )
  })

  ownServerTest('SIGTERM ends the server with code 0 even with an open page', async ({ player: page, quiz }) => {
    await expect(heading(page)).toHaveText(/^Hello, /)
    expect(await quiz.end('SIGTERM')).toBe(0)
    await quiz.start()
    await page.reload()
    await expect(heading(page)).toHaveText(/^Hello, /)
  })
})

test('SIGTERM to npm start ends the server too, and npm waits for it and ends with code 0', async ({ quiz }) => {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(quiz.dataDir, 'npm-start'), HOST: '127.0.0.1' }
  // A process group of its own, so that nothing is left over if the test fails.
  const npm = spawn('npm', ['start'], { cwd: join(import.meta.dirname, '..'), env, detached: true })
  let output = ''
  const ready = new Promise<void>((resolve) => {
    npm.stdout.on('data', (data: Buffer) => {
      output += data.toString()
      if (output.includes('Quizmaster is ready')) resolve()
    })
  })
  try {
    const ended = once(npm, 'exit')
    await Promise.race([ready, ended])
    const url = `http://127.0.0.1:${port}/healthz`
    expect((await fetch(url)).status, output).toBe(200)
    npm.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await expect(fetch(url)).rejects.toThrow()
    expect(await readdir(join(quiz.dataDir, 'npm-start'))).not.toContain('lock')
  } finally {
    killGroup(npm)
  }
})

test('SIGTERM ends a server that is still starting, with code 0', async ({ quiz }) => {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(quiz.dataDir, 'starting'), LOG_LEVEL: 'silent' }
  const server = spawn(process.execPath, [join(import.meta.dirname, '../dist/server.mjs')], { env, detached: true })
  try {
    const ended = once(server, 'exit')
    // It listens before it opens the database.
    const isListening = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isListening, { intervals: [20] }).toBe(true)
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    killGroup(server)
  }
})
