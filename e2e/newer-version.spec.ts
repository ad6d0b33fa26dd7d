import type { Page } from '@playwright/test'
import { expect, test as base } from './support/game-fixture.ts'
import { isMarkedPage, markPage, noteVersions, untilInstalled, untilUpdated } from './support/installed-app.ts'
import { QuizServer } from './support/quiz-server.ts'
import { Releases } from './support/releases.ts'
import { START_TIMEOUT_MS } from './support/test.ts'

const OLDER = 'Journey'
const NEWER = 'Journey, newer'

/** A server whose web app can be replaced by a newer version, and pages that have the service worker. */
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

const tile = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

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
  expect(await isMarkedPage(page), 'a page that is newest already is not loaded anew').toBe(true)
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
  expect(await isMarkedPage(page)).toBe(false)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(tile(page, NEWER)).toBeVisible()
})

test('a deploy during a game changes nothing until the game is over, whatever screen the player opens', async ({
  games,
  releases,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  await noteVersions(host.page)
  const id = await games.openLobby(host, guest)
  await games.removeClock(host)
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
  // Nobody is right, as five right answers reach a level, whose sheet would cover the results.
  for (let question = (await games.fetchGame(host, id)).questions.length; question <= 5; question += 1) {
    await expect(host.main.getByText(`Question ${question} of 5`)).toBeVisible()
    await games.answerAll(id, [
      [host, false],
      [guest, false],
    ])
    await games.untilClosed(host, id, question)
  }
  await host.expectAt('results')
  await host.resultRows(2)
  expect(await isMarkedPage(host.page)).toBe(true)
  await host.button('Archive').click()
  await host.expectAtDashboard()
  await expect(tile(host.page, NEWER)).toBeVisible()
  expect(await isMarkedPage(host.page)).toBe(false)
})

test('a deploy does not interrupt a Daily Ten, whose clock runs', async ({ player: page, releases }) => {
  const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
  await untilInstalled(page)
  await page.goto('/app/daily')
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible()
  await markPage(page)
  await releases.deployNewer()
  await untilUpdated(page)
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await answers.first().click()
  await page.getByRole('button', { name: 'Next question' }).click()
  await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
  expect(await isMarkedPage(page)).toBe(true)
  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await expect(tile(page, NEWER)).toBeVisible()
  expect(await isMarkedPage(page)).toBe(false)
})

test('a deploy while a sheet is open changes nothing, even if the screen below it changes, until it is closed', async ({
  player: page,
  releases,
}) => {
  await untilInstalled(page)
  await tile(page, OLDER).click()
  await page.getByRole('switch', { name: 'All topics' }).click()
  await page.getByRole('button', { name: /^Start journey/ }).click()
  await page.getByRole('button', { name: 'Report complaint' }).click()
  const comment = page.getByLabel('Tell us more (optional)')
  await comment.fill('Half a sen')
  await markPage(page)
  await releases.deployNewer()
  await untilUpdated(page)
  await page.goBack()
  await expect(page).toHaveURL('/app/practice/settings')
  await expect(page.getByRole('heading', { name: 'Select topics for practice', includeHidden: true })).toBeVisible()
  await expect(comment).toHaveValue('Half a sen')
  expect(await isMarkedPage(page)).toBe(true)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await loaded
  await expect(tile(page, NEWER)).toBeVisible()
  expect(await isMarkedPage(page)).toBe(false)
})

for (const [path, link, next] of [
  ['/base/home', 'Try Quiz Now', '/def/infinite-game'],
  ['/base/home', 'Sign in', '/base/login/request-code'],
  ['/def/infinite-game', 'Back', '/base/home'],
] as const) {
  test(`a visitor goes on with the newer version at the next navigation, from ${path} to ${next}`, async ({
    page,
    releases,
  }) => {
    await page.goto(path)
    await untilInstalled(page)
    await releases.deployNewer()
    await untilUpdated(page)
    await markPage(page)
    const loaded = page.waitForEvent('load')
    await page.getByRole('link', { name: link }).click()
    await loaded
    await expect(page).toHaveURL(next)
    expect(await isMarkedPage(page)).toBe(false)
  })
}

test("a deploy does not interrupt a visitor's Daily Ten", async ({ page, releases }) => {
  await page.goto('/def/daily')
  await untilInstalled(page)
  await releases.deployNewer()
  await untilUpdated(page)
  await markPage(page)
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  expect(await isMarkedPage(page)).toBe(true)
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await loaded
  await expect(page).toHaveURL('/base/home')
  expect(await isMarkedPage(page)).toBe(false)
})

test('what failed installations have stored goes, and versions that open pages may need stay', async ({
  player: page,
  releases,
}) => {
  const storedVersions = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('version-')))
  await untilInstalled(page)
  const [older] = await storedVersions()
  await page.evaluate(async () => {
    for (const name of ['version-1', 'version-2', 'version-3']) {
      const cache = await caches.open(name)
      await cache.put('/assets/part.js', new Response('part'))
    }
  })
  await releases.deployNewer()
  await untilUpdated(page)
  await expect.poll(async () => (await storedVersions()).length).toBe(2)
  expect(await storedVersions()).toContain(older)
})
