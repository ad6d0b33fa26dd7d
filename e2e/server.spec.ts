import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PlayScreen } from './support/play-screen.ts'
import { freePort, QuizServer } from './support/quiz-server.ts'
import { expect, START_TIMEOUT_MS, store, stored, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** The printed lines. */
function lines(output: string): string[] {
  return output.trim().split('\n')
}

/** Ends what is left of a process and its children. */
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
  ownServerTest.use({ expectedComplaint: /WebSocket connection to|Refused to apply style/ })

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
      await expect(page.getByRole('listitem').filter({ hasText: 'The server can not be reached' })).toBeVisible()
      await expect(page.getByText('Reconnecting...')).toBeVisible()
      await expect(play.verdict).toBeHidden()
      await expect(play.answers.nth(rightIndex)).toHaveAttribute('aria-disabled', 'true')

      await quiz.start()
      await expect(page.getByText('Reconnecting...')).toBeHidden({ timeout: 40_000 })
      await play.answers.nth(rightIndex).click()
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
      await expect(topics).toHaveText(['Volcanoes'], { timeout: 40_000 })
      await expect(page.getByText('Reconnecting...')).toBeHidden()
    },
  )

  ownServerTest.describe('while a screen is opened for the first time', () => {
    // A starting server answers requests for styles with JSON.
    ownServerTest.use({
      expectedComplaint: /WebSocket connection to|The server can not be reached|Refused to apply style/,
    })

    ownServerTest(
      'the screen says that the server is unreachable, and nobody is signed out',
      async ({ player: page, quiz }) => {
        await expect(heading(page)).toHaveText(/^Hello, /)
        const { token } = await stored(page)
        await quiz.end('SIGKILL')
        await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
        await expect(page.getByRole('main')).toContainText('The server can not be reached')
        await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('main')).toContainText('The server can not be reached')
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

test('a used port prints one clear line and exits with code 1', async ({ quiz }) => {
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { code, output } = await QuizServer.attempt({
    PORT: String(port),
    DATA_DIR: join(quiz.dataDir, 'second'),
    LOG_LEVEL: 'silent',
  })
  other.close()
  expect(code).toBe(1)
  expect(lines(output)).toEqual([`PORT ${port} is already used by another program`])
})

test('a data folder in use by another process prints one clear line and exits with code 1', async ({ quiz }) => {
  const { code, output } = await QuizServer.attempt({
    PORT: String(await freePort()),
    DATA_DIR: quiz.dataDir,
    LOG_LEVEL: 'silent',
  })
  expect(code).toBe(1)
  expect(lines(output)).toHaveLength(1)
  expect(output).toContain(quiz.dataDir)
})

for (const [name, value] of [
  ['PORT', '99999'],
  ['PORT', '4000x'],
  ['HOST', '192.0.2.1'],
  ['DATA_DIR', '/dev/null'],
  ['PUBLIC_URL', 'quiz.example'],
  ['DATABASE_URL', 'mysql://localhost/quiz'],
  ['SMTP_URL', 'mail.example:25'],
  ['FLAGS', 'fullscreen_ads_enabled'],
  ['SERVICES', 'user,billing'],
  ['TRUST_PROXY', 'yes'],
] as const) {
  test(`${name}=${value} prints one line that names it and exits with code 2`, async () => {
    const { code, output } = await QuizServer.attempt({ [name]: value })
    expect(code).toBe(2)
    expect(lines(output)).toHaveLength(1)
    expect(output).toMatch(new RegExp(`^${name} `))
  })
}

test('in production the server does not start without SMTP_URL, SECRET_KEY, PUBLIC_URL or TRUST_PROXY', async () => {
  const given: Record<string, string> = { NODE_ENV: 'production' }
  for (const [name, value] of [
    ['SMTP_URL', 'smtp://127.0.0.1:2525'],
    ['SECRET_KEY', 'a-secret-of-some-length'],
    ['PUBLIC_URL', 'https://quiz.example'],
    ['TRUST_PROXY', '1'],
  ] as const) {
    const { code, output } = await QuizServer.attempt(given)
    expect(code).toBe(2)
    expect(lines(output)).toHaveLength(1)
    expect(output).toContain(name)
    given[name] = value
  }
})

test('health, readiness, metrics and settings can be requested', async ({ quiz }) => {
  for (const path of ['/healthz', '/readyz']) expect((await fetch(`${quiz.url}${path}`)).status).toBe(200)
  const metrics = await (await fetch(`${quiz.url}/metrics`)).text()
  expect(metrics).toMatch(/^# TYPE \S+ (counter|gauge|histogram)$/m)
  const config = await fetch(`${quiz.url}/config.json`)
  expect(config.headers.get('cache-control')).toBe('no-store')
  expect(await config.json()).toEqual({
    public_url: quiz.url,
    sentry_dsn: null,
    chatwoot_base_url: null,
    chatwoot_website_token: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
})

test('/version names the program, its version and the commit that was built', async ({ quiz }) => {
  const root = join(import.meta.dirname, '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = (await readFile(join(root, 'dist/commit'), 'utf8')).trim()
  const response = await fetch(`${quiz.url}/version`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({ name: 'quizmaster', version, commit: commit || null })
})

test('/docs shows the API from one OpenAPI 3.1 document per service', async ({ page, quiz }) => {
  for (const service of ['user', 'admin', 'gameplay', 'stats']) {
    const api = (await (await fetch(`${quiz.url}/services/${service}/openapi.json`)).json()) as { openapi: string }
    expect(api.openapi).toMatch(/^3\.1\./)
  }
  await page.goto('/docs')
  await expect(page.getByText('/request_code').first()).toBeVisible()
})

test('every response has its security headers, and the page has no inline script', async ({ quiz }) => {
  for (const path of ['/', '/app/dashboard', '/services/user/openapi.json', '/services/user/api/no-such-call']) {
    const { headers } = await fetch(`${quiz.url}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).toMatch(/script-src 'self'(;|$)/)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBeTruthy()
    expect(headers.get('strict-transport-security'), path).toBeNull()
  }
  const html = await (await fetch(quiz.url)).text()
  for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
    expect(attributes).toContain('src="/')
    expect(body?.trim()).toBe('')
  }
})

test.describe('text', () => {
  test.use({ expectedComplaint: /This document requires 'Trusted/ })

  test('never becomes markup or a script', async ({ page }) => {
    await page.goto('/')
    const refusals = await page.evaluate(() => {
      const attempts = [
        () => (document.body.innerHTML = '<img src=x onerror=alert(1)>'),
        () => (document.createElement('script').src = '/boot.js'),
        () => document.body.insertAdjacentHTML('beforeend', '<b>bold</b>'),
      ]
      return attempts.map((attempt) => {
        try {
          return attempt()
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError'])
  })
})

test('assets are compressed and cached forever; the page is revalidated', async ({ quiz }) => {
  const page = await fetch(quiz.url, { headers: { 'accept-encoding': 'br' } })
  expect(page.headers.get('content-encoding')).toBe('br')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  for (const encoding of ['br', 'gzip']) {
    const asset = await fetch(`${quiz.url}${script}`, { headers: { 'accept-encoding': encoding } })
    expect(asset.headers.get('content-encoding')).toBe(encoding)
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-type')).toMatch(/javascript/)
  }
  const again = await fetch(quiz.url, {
    headers: {
      'accept-encoding': 'br',
      'if-none-match': page.headers.get('etag') ?? '',
      // As a browser sends it. By default fetch would add no-cache.
      'cache-control': 'max-age=0',
    },
  })
  expect(again.status).toBe(304)
  expect((await fetch(`${quiz.url}/assets/gone-00000000.js`)).status).toBe(404)
})

test('an unknown API path is a 404 in JSON, an unknown page is the app', async ({ quiz }) => {
  const call = await fetch(`${quiz.url}/services/user/api/no-such-call`)
  expect(call.status).toBe(404)
  expect(await call.json()).toEqual({ error: 'Not found', code: 'not_found' })
  const page = await fetch(`${quiz.url}/app/dashboard/no-such-page`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
})

test('secrets in the data folder are readable by the owner only', async ({ quiz }) => {
  const { mode } = await stat(join(quiz.dataDir, 'secret'))
  expect(mode & 0o777).toBe(0o600)
  const secret = (await readFile(join(quiz.dataDir, 'secret'), 'utf8')).trim()
  expect(quiz.output).not.toContain(secret)
})

test('the landing page can be read without JavaScript', async ({ browser, quiz }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: quiz.url })
  const page = await context.newPage()
  for (const path of ['/', '/base', '/base/home']) {
    await page.goto(path)
    await expect(heading(page)).toHaveText('Welcome to Quizmaster')
    await expect(page.getByText('80 levels and 8 ranks')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try Quiz Now' })).toBeVisible()
  }
  await page.goto('/app/dashboard')
  await expect(page.getByText(/needs JavaScript/)).toBeVisible()
  await context.close()
})

test('a signed-in player never glimpses the landing page', async ({ page, quiz, email }) => {
  await store(page, { token: await quiz.signIn(email) })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/auth/current_user', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Try Quiz Now' })).toBeHidden()
  letGo()
  await expect(heading(page)).toHaveText(/^Hello, /)
})
