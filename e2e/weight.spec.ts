import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, store, test } from './support/test.ts'

const ALL_TOPICS = '{"state":{"topics":null},"version":0}'

interface Weight {
  requests: number
  /** With headers, as they go over the network. */
  bytes: number
  /** JavaScript and CSS without headers, brotli. */
  codeBytes: number
}

/** Opens a page with an empty cache and adds up what it loads until the network is idle. */
async function weigh(page: Page, path: string): Promise<Weight> {
  const devtools = await page.context().newCDPSession(page)
  const kinds = new Map<string, { isCode: boolean; headerBytes: number }>()
  const weight = { requests: 0, bytes: 0, codeBytes: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isCode = type === 'Script' || type === 'Stylesheet'
    kinds.set(requestId, { isCode, headerBytes: response.encodedDataLength })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { isCode = false, headerBytes = 0 } = kinds.get(requestId) ?? {}
    weight.requests += 1
    weight.bytes += encodedDataLength
    if (isCode) weight.codeBytes += encodedDataLength - headerBytes
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(path, { waitUntil: 'networkidle' })
  await devtools.detach()
  return weight
}

test('the landing page loads at most 80 kB of JavaScript and CSS', async ({ page }) => {
  const { codeBytes } = await weigh(page, '/base/home')
  expect(codeBytes).toBeGreaterThan(10_000)
  expect(codeBytes).toBeLessThanOrEqual(80_000)
})

test('every JavaScript file can be loaded first', async ({ browser, quiz }) => {
  const files = (await readdir(join(import.meta.dirname, '../apps/web/dist/assets'))).filter((file) =>
    file.endsWith('.js'),
  )
  expect(files.length).toBeGreaterThan(10)
  const failed: string[] = []
  const context = await browser.newContext({ baseURL: quiz.url })
  for (const file of files) {
    const page = await context.newPage()
    await page.goto('/robots.txt')
    const error = await page.evaluate(async (path) => {
      document.body.append(Object.assign(document.createElement('div'), { id: 'root' }))
      return import(path).then(
        () => null,
        (reason: unknown) => String(reason),
      )
    }, `/assets/${file}`)
    if (error !== null) failed.push(`${file}: ${error}`)
    await page.close()
  }
  await context.close()
  expect(failed).toEqual([])
})

test('dashboard and practice load at most 130 kB of JavaScript and CSS', async ({ page, quiz, email }) => {
  await store(page, { token: await quiz.signIn(email), practiceStateStore: ALL_TOPICS })
  for (const path of ['/app/dashboard', '/app/practice/play']) {
    expect((await weigh(page, path)).codeBytes, path).toBeLessThanOrEqual(130_000)
  }
})

test('the first question of practice takes at most 25 requests', async ({ page, quiz, email }) => {
  await store(page, { token: await quiz.signIn(email), practiceStateStore: ALL_TOPICS })
  const { requests } = await weigh(page, '/app/practice/play')
  await expect(page.getByRole('group', { name: 'Answers' }).getByRole('button')).toHaveCount(4)
  expect(requests).toBeLessThanOrEqual(25)
})

test('pages that are often opened first contain their screen and name their chunks', async ({ quiz }) => {
  for (const [path, text, chunk] of [
    ['/app/dashboard', 'Play with friends', 'dashboard'],
    ['/app/practice/play', '<kbd>1</kbd>', 'practice'],
    ['/def/infinite-game', '<kbd>1</kbd>', 'practice'],
    ['/app/private-game/lobby', '<div id="root"></div>', 'player'],
  ] as const) {
    const html = await (await fetch(`${quiz.url}${path}`)).text()
    expect(html, path).toContain(text)
    expect(html, path).toMatch(new RegExp(`<link rel="modulepreload" crossorigin href="/assets/${chunk}-`))
  }
})

test('the first calls are made before the code has arrived, and only once', async ({ page, quiz, email }) => {
  await store(page, { token: await quiz.signIn(email), practiceStateStore: ALL_TOPICS })
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/app/practice/play')
  await expect(page.getByRole('group', { name: 'Answers' }).getByRole('button')).toHaveCount(4)
  for (const path of ['/services/user/api/auth/current_user', '/services/gameplay/api/question/random_list']) {
    expect(
      calls.filter((call) => call === path),
      path,
    ).toHaveLength(1)
  }
})

test('a prerendered screen is hidden from users who may not see it', async ({ page, quiz, email }) => {
  await page.goto('/app/dashboard')
  await expect(page).toHaveURL('/base/home')
  await store(page, { token: await quiz.signIn(email) })
  await page.goto('/app/practice/play')
  await expect(page).toHaveURL('/app/practice/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select topics for practice')
})
