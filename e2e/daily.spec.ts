import type { Page } from '@playwright/test'
import { clickWrongAnswer } from './support/right-answers.ts'
import { expectGoodLooks, expectWholeWords } from './support/screen-checks.ts'
import { expect, stored, test } from './support/test.ts'
import { zoneAtNoon } from './support/zone-at-noon.ts'

const answers = (page: Page) => page.getByRole('group', { name: 'Answers' }).getByRole('button')
const next = (page: Page) => page.getByRole('button', { name: /^(Next question|See result)$/ })
const score = (page: Page) => page.getByRole('heading', { level: 1, name: /of 10/ })

test.use({ timezoneId: zoneAtNoon() })

/** The server's date in the browser's time zone. */
const today = (page: Page) =>
  page.evaluate(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
  })

/** Answers the open question wrongly, which earns no points and so opens no sheet, and waits for the verdict. */
async function answer(page: Page): Promise<void> {
  await clickWrongAnswer(page.getByRole('heading', { level: 1 }), answers(page))
  await expect(next(page)).toBeVisible()
}

/** Answers what is left of the ten. */
async function finish(page: Page): Promise<void> {
  for (;;) {
    await answer(page)
    const isLast = (await next(page).innerText()) === 'See result'
    const step = await page.getByText(/^\d+ of 10$/).innerText()
    await next(page).click()
    if (isLast) break
    await expect(page.getByText(step, { exact: true })).toBeHidden()
  }
  await expect(score(page)).toBeVisible()
}

test('a player plays the ten of the day, sees the result and the answers, and finds both in the archive', async ({
  player: page,
}) => {
  await page.getByRole('link', { name: 'Daily Ten' }).click()
  await expect(page).toHaveURL('/app/daily')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Daily Ten')
  await expect(page.getByText('0 of 5 days')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Clock' })).toBeChecked()
  await expectGoodLooks(page, 'start')
  await expectWholeWords(page, 'start')
  await page.getByRole('switch', { name: 'Clock' }).click()
  await page.getByRole('link', { name: 'Start' }).click()

  const date = await today(page)
  await expect(page).toHaveURL(`/app/daily/${date}/play`)
  await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
  await expect(page.getByText('Question 1 of 10. 0 right so far.')).toBeAttached()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectGoodLooks(page, 'question')
  await answer(page)
  await expectGoodLooks(page, 'verdict')
  await expect(page.getByText(/^Question 1 of 10 answered\./)).toBeAttached()

  // Another device, or a reload, goes on where the player left off.
  await page.goto('/app/daily')
  await expect(page.getByRole('switch', { name: 'Clock' })).toBeDisabled()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
  await finish(page)

  await expect(page).toHaveURL(`/app/daily/${date}`)
  await expect(page.getByRole('list', { name: 'The ten, in order' }).getByRole('listitem')).toHaveCount(10)
  await expect(page.getByText('You are one of the first.')).toBeVisible()
  await expect(page.getByText('1 of 5 days')).toBeVisible()
  await expectGoodLooks(page, 'result')
  await expectWholeWords(page, 'result')

  await page.getByRole('link', { name: 'See answers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your answers')
  const first = page.getByRole('main').getByRole('listitem').first()
  await first.locator('summary').click()
  await expect(first.getByText('Right answer')).toBeVisible()
  await expectGoodLooks(page, 'answers')

  await page.goto('/app/daily/archive')
  await expect(page.getByText('1 played')).toBeVisible()
  await expectGoodLooks(page, 'archive')
  await page.getByRole('link', { name: /^Today, .*, \d+ of 10$/ }).click()
  await expect(score(page)).toBeVisible()
})

test('with the clock on, a question that is not answered counts as missed', async ({ player: page }) => {
  await page.goto('/app/daily')
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('timer', { name: 'Time' })).toBeVisible()
  await expect(page.getByText('Sorry, correct answer is', { exact: true })).toBeVisible()
  await expect(page.getByText('Question 1 of 10 answered. 0 right so far.')).toBeAttached()
})

test('the keyboard answers and goes on', async ({ player: page }) => {
  await page.goto('/app/daily')
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(answers(page).first()).toBeEnabled()
  await page.keyboard.press('3')
  await expect(next(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
})

test('a visitor plays the ten of a shared link, and signing in keeps the result', async ({ page, quiz }) => {
  await page.goto('/base/home')
  const date = await today(page)
  await page.goto(`/daily/${date}`)
  await expect(page).toHaveURL(`/def/daily/${date}`)
  await page.getByRole('link', { name: 'Start' }).click()
  await finish(page)
  await expect(page.getByText('Sign in to keep this result')).toBeVisible()
  await expectGoodLooks(page, 'result of a visitor')
  const result = (await score(page).textContent()) ?? ''
  expect((await stored(page))['dailyVisitor']).toMatch(/^[\w-]{43}$/)

  const token = await quiz.signIn('dora@example.com')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto('/app/dashboard')
  await expect.poll(async () => (await stored(page))['dailyVisitor']).toBeUndefined()
  // The same link takes a player to the player's screen.
  await page.goto(`/daily/${date}`)
  await expect(page).toHaveURL(`/app/daily/${date}`)
  await expect(score(page)).toHaveText(result)
})

test('the result is copied with its link where there is no share sheet, and saved as a picture', async ({
  player: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto('/app/daily')
  await page.getByRole('link', { name: 'Start' }).click()
  await finish(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Copied' })).toBeVisible()
  const date = await today(page)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Quizmaster, \d+ \w+: \d+ of 10\n/)
  expect(copied.split('\n')[1]).toBe(`${new URL(page.url()).origin}/daily/${date}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the picture' }).click()
  expect((await download).suggestedFilename()).toBe(`daily-ten-${date}.png`)
})

test('the share sheet gets the line, the link and a picture of the right size', async ({ player: page }) => {
  await page.addInitScript(() => {
    const shared: { text?: string; url?: string; size?: number[] }[] = []
    Object.assign(window, { shared })
    const share = async ({ text, url, files }: ShareData) => {
      const picture = files?.[0] ? await createImageBitmap(files[0]) : null
      shared.push({
        ...(text === undefined ? {} : { text }),
        ...(url === undefined ? {} : { url }),
        ...(picture ? { size: [picture.width, picture.height] } : {}),
      })
    }
    Object.defineProperty(navigator, 'share', { value: share })
    Object.defineProperty(navigator, 'canShare', { value: () => true })
  })
  await page.goto('/app/daily')
  await page.getByRole('link', { name: 'Start' }).click()
  await finish(page)
  const shared = () => page.evaluate(() => (window as unknown as { shared: { size: number[] }[] }).shared)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.poll(shared).toMatchObject([{ size: [1200, 630], text: expect.stringMatching(/^Quizmaster, /) }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.poll(shared).toMatchObject([{ size: [1080, 1920] }])
})

test('the weeks are paused and hidden with their switches', async ({ player: page }) => {
  await page.goto('/app/daily')
  await page.getByRole('link', { name: /This week/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your weeks')
  await expect(page.getByText('A new run starts with five days in a week')).toBeVisible()
  await page.getByRole('switch', { name: 'Pause' }).click()
  await expect(page.getByText(/^Paused until \d+ \w+/)).toBeVisible()
  await expectGoodLooks(page, 'weeks')
  await page.getByRole('switch', { name: 'Show my weeks' }).click()
  await expect(page.getByText('Your weeks are hidden')).toBeVisible()
  await page.goto('/app/daily')
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible()
  await expect(page.getByRole('link', { name: /This week/ })).toHaveCount(0)
})

test('a date without a Daily Ten says so and leads to today', async ({ player: page }) => {
  await page.goto('/app/daily/2020-01-01')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no Daily Ten for this date')
  await page.goto('/app/daily/2999-01-01')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This Daily Ten has not started yet where you are')
  await page.getByRole('link', { name: "Go to today's" }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Daily Ten')
})
