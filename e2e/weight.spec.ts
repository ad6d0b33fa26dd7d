import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import { APP, ROUTES } from './support/routes.ts'
import { expect, store, test } from './support/test.ts'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'apps/web/dist')
const LAZY_FILES = join(ROOT, 'apps/web/.cache/lazy-files.json')
const ALL_TOPICS = '{"state":{"topics":null},"version":0}'

interface Weight {
  requests: number
  /** With headers, as they go over the network. */
  bytes: number
  /** JavaScript, CSS and the page, which may contain its styles, without headers, brotli. */
  codeBytes: number
}

/** Opens a page with an empty cache and adds up what it loads until the network is idle. */
async function weigh(page: Page, path: string): Promise<Weight> {
  const devtools = await page.context().newCDPSession(page)
  const kinds = new Map<string, { isCode: boolean; headerBytes: number }>()
  const weight = { requests: 0, bytes: 0, codeBytes: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isCode = type === 'Script' || type === 'Stylesheet' || type === 'Document'
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
  const files = (await readdir(join(DIST, 'assets'))).filter((file) => file.endsWith('.js'))
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

test('no route loads more than 130 kB of JavaScript and CSS', async () => {
  const filesOf = JSON.parse(await readFile(LAZY_FILES, 'utf8')) as Record<string, string[]>
  const sizeOf = async (file: string) => {
    const { size } = await stat(join(DIST, `${file}.br`)).catch(() => stat(join(DIST, file)))
    return size
  }
  const tooHeavy: string[] = []
  for (const [route, modules] of Object.entries(ROUTES)) {
    const files = new Set<string>()
    for (const module of ['entry', ...modules]) {
      expect(filesOf[module], `${module} is loaded lazily`).toBeDefined()
      filesOf[module]?.forEach((file) => files.add(file))
    }
    const sizes = await Promise.all([...files].map(sizeOf))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (bytes > 130_000) tooHeavy.push(`${route}: ${bytes}`)
  }
  expect(tooHeavy).toEqual([])
})

test('the list of lazily loaded files is not served', async () => {
  expect(await readdir(DIST)).not.toContain('lazy-files.json')
})

test('the weights are of all screens that the routes load', async () => {
  const src = join(ROOT, 'apps/web/src')
  const screens: string[] = []
  for (const routes of ['router', 'routes/daily-routes', 'routes/app/player-routes', 'routes/def/visitor-routes']) {
    const file = join(src, `${routes}.tsx`)
    for (const [, module = ''] of (await readFile(file, 'utf8')).matchAll(/import\('(\.[^']+)'\)/g)) {
      screens.push(relative(src, join(dirname(file), module)))
    }
  }
  expect(screens.length).toBeGreaterThan(25)
  const weighed = new Set(Object.values(ROUTES).flat())
  expect(screens.filter((module) => !weighed.has(module))).toEqual([])
})

test('the first question of practice takes at most 25 requests', async ({ page, quiz, email }) => {
  await store(page, { token: await quiz.signIn(email), practiceStateStore: ALL_TOPICS })
  const { requests } = await weigh(page, '/app/practice/play')
  await expect(page.getByRole('group', { name: 'Answers' }).getByRole('button')).toHaveCount(4)
  expect(requests).toBeLessThanOrEqual(25)
})

test('pages that are often opened first contain their screen, and name all its files', async ({ quiz }) => {
  const filesOf = JSON.parse(await readFile(LAZY_FILES, 'utf8')) as Record<string, string[]>
  for (const [path, text, modules] of [
    ['/app/dashboard', 'Play with friends', ROUTES['/app/dashboard']],
    ['/app/practice/play', '<kbd>1</kbd>', ROUTES['/app/practice/play']],
    ['/def/infinite-game', '<kbd>1</kbd>', ROUTES['/def/infinite-game']],
    ['/app/private-game/lobby', '<div id="root"></div>', APP],
  ] as const) {
    const html = await (await fetch(`${quiz.url}${path}`)).text()
    expect(html, path).toContain(text)
    const files = ['entry', ...(modules ?? [])].flatMap((module) => filesOf[module] ?? [])
    expect(files.length).toBeGreaterThan(5)
    // Without its styles, a screen that the page contains would move once they arrive.
    expect(
      files.filter((file) => !html.includes(`href="/${file}"`) && !html.includes(`src="/${file}"`)),
      path,
    ).toEqual([])
  }
})

test('the first calls are made before the code has arrived, and only once', async ({ page, quiz, email }) => {
  await store(page, { token: await quiz.signIn(email), practiceStateStore: ALL_TOPICS })
  const firstCalls = ['/services/user/api/auth/current_user', '/services/gameplay/api/question/random_list']
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  // The code arrives only once the calls have been made.
  await page.route('**/assets/*.js', async (route) => {
    await expect.poll(() => calls).toEqual(expect.arrayContaining(firstCalls))
    await route.continue()
  })
  await page.goto('/app/practice/play')
  await expect(page.getByRole('group', { name: 'Answers' }).getByRole('button')).toHaveCount(4)
  expect(calls.filter((path) => firstCalls.includes(path)).toSorted()).toEqual(firstCalls.toSorted())
})

test('the landing is readable before its scripts, which load after its font and pictures', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  const priorities = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    priorities.set(new URL(request.url).pathname, request.initialPriority)
  })
  await devtools.send('Network.enable')
  let isRead = false
  await page.route('**/assets/*.js', async (route) => {
    await expect.poll(() => isRead).toBe(true)
    await route.continue()
  })
  await page.goto('/base/home', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => scriptsOf(priorities).length).toBeGreaterThan(2)
  expect([...new Set(scriptsOf(priorities).map(([, priority]) => priority))]).toEqual(['Low'])
  isRead = true
  await page.waitForLoadState('networkidle')
})

test('a prerendered screen has its styles with it, and the app does not load them again', async ({
  page,
  quiz,
  email,
}) => {
  await store(page, { token: await quiz.signIn(email), practiceStateStore: ALL_TOPICS })
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto('/app/practice/play')
  const answers = page.getByRole('group', { name: 'Answers' })
  await expect(answers.getByRole('button')).toHaveCount(4)
  await expect(answers.getByRole('button').first()).toHaveCSS('cursor', 'pointer')
  expect(files.filter((file) => file.endsWith('.css'))).toEqual([])
})

test('a prerendered screen is hidden from users who may not see it', async ({ page, quiz, email }) => {
  await page.goto('/app/dashboard')
  await expect(page).toHaveURL('/base/home')
  await store(page, { token: await quiz.signIn(email) })
  await page.goto('/app/practice/play')
  await expect(page).toHaveURL('/app/practice/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select topics for practice')
})

function scriptsOf(priorities: ReadonlyMap<string, string>): [path: string, priority: string][] {
  return [...priorities].filter(([path]) => path.endsWith('.js') && path.startsWith('/assets/'))
}
