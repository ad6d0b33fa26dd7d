import type { Page } from '@playwright/test'
import { buyLegend } from './support/plan.ts'
import { PlayScreen } from './support/play-screen.ts'
import { QuizServer } from './support/quiz-server.ts'
import { expectAccessible, expectNarrow } from './support/screen-checks.ts'
import { expect, runUntilVisible, soon, START_TIMEOUT_MS, store, stored, test } from './support/test.ts'

const PLAY = '/app/practice/play'
/** localStorage of a journey through all topics. */
const JOURNEY = JSON.stringify({ state: { topics: null }, version: 0 })

const ad = (page: Page) => page.getByRole('dialog', { name: /^Ad: / })
const pill = (page: Page) => ad(page).getByRole('button')
/** How long an ad is shown before it can be closed. */
const AD_MS = 5_000
const left = async (page: Page) => (await stored(page))['questionsTillNextAd']

/** Opens the signed-in player's journey, `count` questions before the next ad. */
async function play(page: Page, quiz: QuizServer, questionsLeft?: number): Promise<PlayScreen> {
  await store(page, {
    practiceStateStore: JOURNEY,
    ...(questionsLeft !== undefined && { questionsTillNextAd: String(questionsLeft) }),
  })
  const screen = new PlayScreen(page, quiz)
  await page.goto(PLAY)
  await expect(screen.answers).toHaveCount(4)
  return screen
}

/** Opens the journey one question before an ad and waits for the ad's preloaded picture. */
async function playBeforeAd(page: Page, quiz: QuizServer): Promise<PlayScreen> {
  const picture = page.waitForResponse((response) => response.url().includes('/img/ads/'))
  const screen = await play(page, quiz, 1)
  await (await picture).finished()
  return screen
}

/** Answers and continues to the ad. */
async function openAd(page: Page, quiz: QuizServer): Promise<void> {
  const screen = await playBeforeAd(page, quiz)
  await screen.answer()
  await screen.next.click()
  await expect(ad(page)).toBeVisible()
}

test('the fifth press on Next question shows an ad, and the next ad comes ten presses later', async ({
  player: page,
  quiz,
}) => {
  await page.clock.install()
  const screen = await play(page, quiz)
  await screen.playOn(4)
  await expect.poll(() => left(page)).toBe('1')
  await expect(ad(page)).toHaveCount(0)
  await screen.answer()
  await page.clock.pauseAt(await soon(page))
  await screen.next.click()
  await runUntilVisible(page, ad(page))
  await expect.poll(() => left(page)).toBe('0')
  const cover = ad(page).locator('img')
  expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const link = ad(page).getByRole('link', { name: 'See the book' })
  await expect(link).toHaveAttribute('href', /^https:\/\//)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(pill(page)).toHaveText(/Cancel in [1-5]/)
  const place = await pill(page).boundingBox()
  await page.clock.runFor(AD_MS)
  await expect(pill(page)).toHaveText('Close')
  expect(await pill(page).boundingBox()).toEqual(place)
  await page.clock.resume()
  await pill(page).click()
  await expect(ad(page)).toHaveCount(0)
  await expect.poll(() => left(page)).toBe('10')
  await screen.answer()
  await screen.next.click()
  await expect.poll(() => left(page)).toBe('9')
  await expect(ad(page)).toHaveCount(0)
})

test('with the keyboard an ad takes the focus, keeps it, and returns it to the question', async ({ player, quiz }) => {
  const page = player
  await page.clock.install()
  const screen = await playBeforeAd(page, quiz)
  await page.keyboard.press('1')
  await expect(screen.verdict).toBeVisible()
  await page.clock.pauseAt(await soon(page))
  await page.keyboard.press('Enter')
  await runUntilVisible(page, ad(page))
  await expect(pill(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(ad(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(ad(page).getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(pill(page)).toBeFocused()
  await page.clock.runFor(AD_MS)
  await expect(pill(page)).toHaveText('Close')
  await page.clock.resume()
  await page.keyboard.press('Escape')
  await expect(ad(page)).toHaveCount(0)
  await expect(screen.question).toBeFocused()
  await page.keyboard.press('2')
  await expect(screen.verdict).toBeVisible()
})

test('two ads in a row are for different books', async ({ player: page, quiz }) => {
  const titles: string[] = []
  await page.clock.install()
  for (let turn = 0; turn < 2; turn += 1) {
    await openAd(page, quiz)
    titles.push(await ad(page).getByRole('heading').innerText())
    await page.clock.runFor(AD_MS)
    await expect(pill(page)).toHaveText('Close')
    await pill(page).click()
  }
  expect(titles[0]).not.toBe(titles[1])
})

test('a Legend never sees an ad, and nothing is counted', async ({ player: page, quiz }) => {
  await buyLegend(quiz, (await stored(page))['token'] ?? '')
  const screen = await play(page, quiz, 1)
  await screen.playOn(3)
  await expect(ad(page)).toHaveCount(0)
  expect(await left(page)).toBe('1')
})

test('a visitor never sees an ad', async ({ page, quiz }) => {
  const screen = new PlayScreen(page, quiz)
  await page.goto('/def/infinite-game')
  await screen.playOn(6)
  await expect(ad(page)).toHaveCount(0)
  expect(await stored(page)).toEqual({})
})

test('a missing picture or a failing list of ads does not block the game', async ({ player: page, quiz }) => {
  await page.route('**/img/ads/*', (route) => route.abort())
  const first = await play(page, quiz, 1)
  await first.playOn(1)
  await expect.poll(() => left(page)).toBe('10')
  await page.unroute('**/img/ads/*')
  await page.route('**/user/api/ads', (route) => route.fulfill({ status: 500, json: { error: 'no', code: 'no' } }))
  const second = await play(page, quiz, 1)
  await second.playOn(1)
  await expect.poll(() => left(page)).toBe('10')
  await expect(ad(page)).toHaveCount(0)
})

test('an ad fits every screen size in both themes and with large text', async ({ player, quiz }) => {
  const page = player
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAd(page, quiz)
  for (const [width, height] of [
    // Small phone, phone, phone in landscape, desktop (design 3.0, frames B, A, E and D).
    [320, 568],
    [390, 844],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNarrow(page, `${width} px`)
    await expect(ad(page).getByRole('link')).toBeInViewport({ ratio: 1 })
    await expect(pill(page)).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, `${width} px`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'dark', ['color-contrast'])
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.setViewportSize({ width: 320, height: 568 })
  await expectNarrow(page, 'text 200 %')
  await ad(page).getByRole('link').scrollIntoViewIfNeeded()
  await expect(ad(page).getByRole('link')).toBeInViewport({ ratio: 0.9 })
  await expect(pill(page)).toBeInViewport({ ratio: 1 })
})

/** A server with ads switched off. */
const withoutAds = test.extend({
  quiz: [
    async ({}, use) => {
      const quiz = await QuizServer.start({ FLAGS: 'fullscreen_ads_enabled=false' })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})
withoutAds('with the flag off nobody sees an ad', async ({ player: page, quiz }) => {
  const screen = await play(page, quiz, 1)
  await screen.playOn(3)
  await expect(ad(page)).toHaveCount(0)
  expect(await left(page)).toBe('1')
})
