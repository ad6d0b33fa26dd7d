import type { Page } from '@playwright/test'
import { expect, test as base } from './support/game-fixture.ts'
import { PlayScreen } from './support/play-screen.ts'
import { QuizServer } from './support/quiz-server.ts'
import { Releases } from './support/releases.ts'
import { expectGoodLooks, expectWholeWords } from './support/screen-checks.ts'
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
  page: async ({ page }, use) => {
    await noteVersions(page)
    await use(page)
  },
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

declare global {
  interface Window {
    /** The files of the version that has taken over last. */
    filesOfWorker?: readonly string[]
    /** Whether the page came from a worker. */
    wasControlled?: boolean
  }
}

/** Has the page note whether it came from a worker, and which version takes over. */
const noteVersions = (page: Page) =>
  page.addInitScript(() => {
    // An empty page has none.
    if (!('serviceWorker' in navigator)) return
    window.wasControlled = navigator.serviceWorker.controller !== null
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ files: readonly string[] }>) => {
      window.filesOfWorker = data.files
    })
  })

/** Asks for a newer version, as a browser does at times, and waits until the deployed one has taken over. */
async function untilUpdated(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const html = await (await fetch(new URL('/index.html', page.url()))).text()
  const entry = /src="(\/assets\/index-[^"]+\.js)"/.exec(html)?.[1]
  await expect.poll(() => page.evaluate(() => window.filesOfWorker)).toContain(entry)
}

/** Marks the page, so that `isOlderPage` tells whether it has been loaded anew since. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isOlderPage: true }))
const isOlderPage = (page: Page) => page.evaluate(() => 'isOlderPage' in window)

interface Manifest {
  shortcuts: { name: string; url: string }[]
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string }[]
}

/** The real size of a picture, as a manifest writes it. */
function sizeOfPicture(page: Page, src: string): Promise<string> {
  return page.evaluate(async (url) => {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return `${picture.naturalWidth}x${picture.naturalHeight}`
  }, src)
}

const tile = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('the first visit is answered by the server alone, and calls never come from the worker', async ({
  player: page,
}) => {
  const isFirstVisit = await page.evaluate(() => window.wasControlled === false)
  expect(isFirstVisit).toBe(true)
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
  await untilUpdated(page)
  await markPage(page)
  await tile(page, NEWER).click()
  await expect(page.getByRole('heading', { name: 'Select topics for practice' })).toBeVisible()
  expect(await isOlderPage(page), 'a page that is newest already is not loaded anew').toBe(true)
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
  await markPage(page)
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Play with friends' }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Play with friends' })).toBeVisible()
  expect(await isOlderPage(page)).toBe(false)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(tile(page, NEWER)).toBeVisible()
})

test('a deploy in the middle of a game changes nothing in it until it is over, whatever screen the player opens', async ({
  games,
  releases,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  await noteVersions(host.page)
  const id = await games.openLobby(host, guest)
  // So that no question ends meanwhile.
  await games.call(host, 'game/update', { settings: { has_clock: false } })
  await untilInstalled(host.page)
  await games.start(host, guest)
  await markPage(host.page)
  await releases.deployNewer()
  await untilUpdated(host.page)
  await host.page.getByRole('link', { name: 'Quizmaster' }).click()
  await host.expectAtDashboard()
  await expect(tile(host.page, OLDER)).toBeVisible()
  await host.page.getByRole('link', { name: 'Active game' }).click()
  await host.expectAt('lobby')
  await host.page.getByRole('link', { name: 'Go to game' }).click()
  await host.expectAt('play')
  for (let question = (await games.fetchGame(host, id)).questions.length; question <= 5; question += 1) {
    await expect(host.main.getByText(`Question ${question} of 5`)).toBeVisible()
    await games.answerAll(id, [
      [host, true],
      [guest, false],
    ])
    await expect(host.correct).toBeVisible()
  }
  await host.expectAt('results')
  await host.resultRows(2)
  expect(await isOlderPage(host.page)).toBe(true)
  await host.button('Archive').click()
  await host.expectAtDashboard()
  await expect(tile(host.page, NEWER)).toBeVisible()
  expect(await isOlderPage(host.page)).toBe(false)
})

test('a deploy does not interrupt a Daily Ten, whose clock runs', async ({ player: page, releases }) => {
  const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
  await untilInstalled(page)
  await page.goto('/app/daily')
  await markPage(page)
  await releases.deployNewer()
  await untilUpdated(page)
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await answers.first().click()
  await page.getByRole('button', { name: 'Next question' }).click()
  await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
  expect(await isOlderPage(page)).toBe(true)
  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await expect(tile(page, NEWER)).toBeVisible()
  expect(await isOlderPage(page)).toBe(false)
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
  for (const path of ['/app/dashboard/leaderboard', '/app/dashboard/stats', '/app/daily', '/daily']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Needs the network' }), path).toBeVisible()
  }
  await page.goto('/')
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible()
  await page.context().setOffline(false)
  await expect(tile(page, OLDER)).toBeVisible()
})

test('every state without a network fits all sizes and is accessible', async ({ player: page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await untilInstalled(page)
  await page.goto('/app/practice/settings')
  await page.getByRole('switch', { name: 'All topics' }).click()
  await page.getByRole('button', { name: /^Start journey/ }).click()
  await expect(play.answers).toHaveCount(4)
  await page.context().setOffline(true)
  await play.answers.first().click()
  await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'an answer that waits')
  await page.goto('/app/dashboard')
  await expect(page.getByRole('link', { name: /questions are ready$/ })).toBeVisible()
  await expectGoodLooks(page, 'home screen')
  await expectWholeWords(page, 'home screen')
  await page.goto('/app/daily')
  await expect(page.getByRole('heading', { name: 'Needs the network' })).toBeVisible()
  await expectGoodLooks(page, 'another screen')
})

test('the offer to install fits all sizes and is accessible', async ({ player: page }) => {
  await page.getByRole('link', { name: 'Account' }).click()
  await page.evaluate(() => {
    const prompt = () => Promise.resolve({ outcome: 'accepted' })
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  const card = page.getByRole('region', { name: 'Quizmaster app' })
  await expect(card.getByRole('button', { name: 'Install' })).toBeVisible()
  await expectGoodLooks(page, 'offer of a browser')
  await expectWholeWords(page, 'offer of a browser')
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
  await page.reload()
  await expect(card).toContainText('Add to Home Screen')
  await expectGoodLooks(page, 'how on iOS')
})

test('the manifest names shortcuts that open, and pictures of the sizes it says', async ({ player: page, quiz }) => {
  const manifest = (await (await fetch(`${quiz.url}/manifest.webmanifest`)).json()) as Manifest
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Journey', 'Play with friends'])
  for (const { url } of manifest.shortcuts) {
    await page.goto(url)
    await expect(page).toHaveURL(new RegExp(`^${quiz.url}${url}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  expect(new Set(manifest.screenshots.map(({ form_factor: form }) => form))).toEqual(new Set(['narrow', 'wide']))
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await fetch(`${quiz.url}${src}`)).headers.get('content-type'), src).toBe(type)
    if (sizes !== 'any') expect(await sizeOfPicture(page, src), src).toBe(sizes)
  }
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
