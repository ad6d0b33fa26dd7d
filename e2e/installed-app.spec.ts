import type { Page } from '@playwright/test'
import { expect, test as base } from './support/game-fixture.ts'
import { PlayScreen } from './support/play-screen.ts'
import { QuizServer } from './support/quiz-server.ts'
import { Releases } from './support/releases.ts'
import { START_TIMEOUT_MS } from './support/test.ts'

const OLDER = 'Journey'
const NEWER = 'Journey, newer'

/** A server whose web app can be deployed anew, and pages that have the service worker. */
const test = base.extend<{ older: void }, { releases: Releases; quiz: QuizServer }>({
  serviceWorkers: 'allow',
  releases: [
    async ({}, use) => {
      const releases = await Releases.create()
      await use(releases)
      await releases.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  quiz: [
    async ({ releases }, use) => {
      const quiz = await QuizServer.start({}, releases.root)
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  older: [
    async ({ releases }, use) => {
      await releases.deployOlder()
      await use()
    },
    { auto: true },
  ],
})

/** Waits until the worker has stored the app and answers for this page. */
async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    })
  })
}

/** Asks for a newer version, as a browser does at times, and waits until it has taken over. */
async function untilUpdated(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const taken = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    })
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    await taken
  })
}

const tile = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('the first visit is answered by the server alone, and calls never come from the worker', async ({
  player: page,
}) => {
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await untilInstalled(page)
  await page.reload()
  await expect(tile(page, OLDER)).toBeVisible()
  const stored = await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    }
    return paths
  })
  expect(stored).toContain('/index.html')
  expect(stored.filter((path) => !/^\/(index\.html|assets\/|img\/)/.test(path))).toEqual([])
  expect(stored.filter((path) => /admin|replay|reporting/.test(path))).toEqual([])
})

test('after a deploy between two visits the second one is of the newer version throughout', async ({
  player: page,
  releases,
}) => {
  await expect(tile(page, OLDER)).toBeVisible()
  await untilInstalled(page)
  await page.goto('about:blank')
  await releases.deployNewer()
  await page.goto('/app/dashboard')
  await expect(tile(page, NEWER)).toBeVisible()
  await tile(page, NEWER).click()
  await expect(page.getByRole('heading', { name: 'Select topics for practice' })).toBeVisible()
  await page.context().setOffline(true)
  await page.goto('/app/practice/settings')
  await expect(page.getByText('You are offline')).toBeVisible()
})

test('a page of the older version keeps its screens until a navigation, which brings the newer version', async ({
  player: page,
  releases,
}) => {
  await expect(tile(page, OLDER)).toBeVisible()
  await untilInstalled(page)
  await releases.deployNewer()
  await untilUpdated(page)
  await expect(tile(page, OLDER)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isOlderPage: true }))
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Play with friends' }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Play with friends' })).toBeVisible()
  expect(await page.evaluate(() => 'isOlderPage' in window)).toBe(false)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(tile(page, NEWER)).toBeVisible()
})

test('a deploy in the middle of a game changes nothing in it, whatever screen the player opens', async ({
  games,
  releases,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  await games.openLobby(host, guest)
  await untilInstalled(host.page)
  await games.start(host, guest)
  await host.page.evaluate(() => Object.assign(window, { isOlderPage: true }))
  await releases.deployNewer()
  await untilUpdated(host.page)
  await host.page.getByRole('link', { name: 'Quizmaster' }).click()
  await host.expectAtDashboard()
  await expect(tile(host.page, OLDER)).toBeVisible()
  await host.page.getByRole('link', { name: 'Active game' }).click()
  await host.expectAt('lobby')
  expect(await host.page.evaluate(() => 'isOlderPage' in window)).toBe(true)
})

test('practice survives a tunnel: an answer waits through a reload and is judged once, when the network is back', async ({
  player: page,
  quiz,
}) => {
  const play = new PlayScreen(page, quiz)
  await untilInstalled(page)
  await page.getByRole('link', { name: OLDER, exact: true }).click()
  await page.getByRole('switch', { name: 'All topics' }).click()
  await page.getByRole('button', { name: /^Start journey/ }).click()
  await expect(play.answers).toHaveCount(4)
  const asked = await play.question.innerText()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verify_answer')) sent.push(request.postData() ?? '')
  })

  await page.context().setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  const { rightIndex: right } = await play.solution()
  await play.answers.nth(right).click()
  await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()
  await expect(page.locator('[data-verdict]')).toHaveCount(0)
  await page.reload()
  await expect(play.question).toHaveText(asked)
  await expect(play.answers.nth(right)).toHaveAttribute('data-state', 'waiting')
  await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await expect(page.getByRole('heading', { name: 'Needs the network' })).toBeVisible()
  await expect(page.getByText(/^Level 0\. As of /)).toBeVisible()
  await page.getByRole('link', { name: /questions are ready$/ }).click()
  await expect(play.question).toHaveText(asked)
  expect(sent).toEqual([])

  await page.context().setOffline(false)
  await expect(page.locator('[data-verdict="correct"]')).toBeVisible()
  expect(sent).toHaveLength(1)
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await expect(page.getByText(/^10 \/ \d+$/)).toBeVisible()
})

test('without a network other screens say that they need it, and open by themselves', async ({ player: page }) => {
  await untilInstalled(page)
  await page.context().setOffline(true)
  await page.goto('/app/dashboard/leaderboard')
  await expect(page.getByRole('heading', { name: 'Needs the network' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible()
  await page.context().setOffline(false)
  await expect(tile(page, OLDER)).toBeVisible()
})

test('admin pages, calls and files for other programs do not come from the worker', async ({ player: page }) => {
  await untilInstalled(page)
  const fromWorker: string[] = []
  page.on('response', (response) => {
    if (response.fromServiceWorker()) fromWorker.push(new URL(response.url()).pathname)
  })
  await page.goto('/app/admin')
  await page.goto('/robots.txt')
  await page.goto('/app/dashboard')
  await expect(tile(page, OLDER)).toBeVisible()
  expect(fromWorker).toContain('/app/dashboard')
  expect(fromWorker.filter((path) => /^\/(?:app\/admin|robots|services|config|healthz)/.test(path))).toEqual([])
})

test('the worker itself is revalidated each time', async ({ quiz }) => {
  const response = await fetch(`${quiz.url}/sw.js`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
})
