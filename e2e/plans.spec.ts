import type { Page } from '@playwright/test'
import { PaymentStandIn } from '../apps/server/src/testing/payments/stand-in.ts'
import { buyLegend, isPremium } from './support/plan.ts'
import { QuizServer } from './support/quiz-server.ts'
import { expectAccessible, expectGoodLooks } from './support/screen-checks.ts'
import { expect, START_TIMEOUT_MS, store, stored, test } from './support/test.ts'

const HOME = '/app/dashboard'
const PLANS = '/app/dashboard/premium'
const SUCCESS = '/app/dashboard/premium/success'
const INTERRUPT = '/app/dashboard/premium/interrupt'
const PROFILE = '/app/dashboard/profile'

const become = (page: Page) => page.getByRole('button', { name: 'Become a Legend' })
const manage = (page: Page) => page.getByRole('button', { name: 'Manage subscription' })
const upgrade = (page: Page) => page.getByRole('link', { name: 'Upgrade to Legend' })
const crown = (page: Page) => page.getByRole('main').getByAltText('Legend')
const welcome = (page: Page) => page.getByRole('dialog', { name: 'Welcome, Legend' })
const tokenOf = async (page: Page) => (await stored(page))['token'] ?? ''

/** Runs in the page: resolves after `count` frames. */
const framesPainted = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const next = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)))
    next(count)
  })

/** Delays the redirect of the success page, usually 3 s, until {@link redirect} is called. */
async function holdRedirect(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const usual = window.setTimeout.bind(window)
    const slow = (work: () => void, ms?: number, ...rest: unknown[]) => {
      if (ms === 3_000) window.addEventListener('e2e:redirect', work, { once: true })
      return usual(work, ms === 3_000 ? 1_000_000 : ms, ...rest)
    }
    Object.assign(window, { setTimeout: slow })
  })
}

async function redirect(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('e2e:redirect')))
}

/** Opens the success page without its redirect. */
async function openSuccess(page: Page): Promise<void> {
  await holdRedirect(page)
  await page.goto(SUCCESS)
  await expect(page.getByRole('link', { name: 'Go now' })).toBeVisible()
}

test('a Starter becomes a Legend through the checkout, and a Starter again', async ({ player: page, quiz }) => {
  await holdRedirect(page)
  await upgrade(page).click()
  await expect(page).toHaveURL(PLANS)
  await page.getByRole('radio', { name: 'Monthly' }).check({ force: true })
  await expect(page.getByText('EUR 2.99 per month')).toBeVisible()
  await become(page).click()
  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
  await expect(page.getByRole('heading', { name: 'Sandbox checkout' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()

  await expect(page).toHaveURL(SUCCESS)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Payment successful! You will be redirected in a moment...',
  )
  await redirect(page)
  await expect(page).toHaveURL(HOME)
  await expect(welcome(page)).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('isJustSubscribed')
  await welcome(page).getByRole('button', { name: 'Continue journey' }).click()
  await expect(crown(page)).toBeVisible()
  await expect(page.getByText('Current plan: Starter')).toHaveCount(0)
  await page.reload()
  await expect(crown(page)).toBeVisible()
  await expect(welcome(page)).toHaveCount(0)

  await page.goto(PLANS)
  await expect(manage(page)).toBeVisible()
  await expect(become(page)).toHaveCount(0)
  await page.goto(PROFILE)
  await manage(page).click()
  await expect(page).toHaveURL(/\/sandbox\/portal\//)
  await page.getByRole('button', { name: 'End subscription' }).click()
  await expect(page).toHaveURL(PROFILE)
  await expect(upgrade(page)).toBeVisible()
  await expect(manage(page)).toHaveCount(0)
  expect(await isPremium(quiz, await tokenOf(page))).toBe(false)
})

test('cancelling the checkout says so, leaves the player a Starter and shows the plans again', async ({
  player: page,
  quiz,
}) => {
  await page.goto(PLANS)
  await become(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(INTERRUPT)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction interrupted. Please try again.')
  expect(await isPremium(quiz, await tokenOf(page))).toBe(false)
  await page.getByRole('link', { name: 'Back to plans' }).click()
  await expect(page).toHaveURL(PLANS)
  await expect(become(page)).toBeVisible()
})

test('the success page grants nothing without a payment', async ({ player: page, quiz }) => {
  await openSuccess(page)
  await page.getByRole('link', { name: 'Go now' }).click()
  await expect(welcome(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Current plan: Starter')).toBeVisible()
  await expect(crown(page)).toHaveCount(0)
  expect(await isPremium(quiz, await tokenOf(page))).toBe(false)
})

test("the button works again after the browser's Back from the checkout", async ({ player: page }) => {
  await page.goto(PLANS)
  await become(page).click()
  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
  await page.goBack()
  await expect(become(page)).toBeVisible()
  await expect(become(page)).not.toHaveAttribute('aria-busy')
})

test('a lifetime Legend has no subscription to manage, which is not an error', async ({ player: page, quiz }) => {
  await buyLegend(quiz, await tokenOf(page), 'lifetime')
  await page.goto(PROFILE)
  await manage(page).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'There is no subscription to manage' })
  await expect(toast).toBeVisible()
  await expect(page.locator('#alert')).toBeEmpty()
  await expect(page).toHaveURL(PROFILE)
})

test('a Legend never sees an upgrade flash up, nor a Starter a crown', async ({ player: page, quiz }) => {
  const token = await tokenOf(page)
  // Held back until the screen has been painted without it for a while.
  await page.route('**/auth/current_user', async (route) => {
    const response = await route.fetch()
    await page.evaluate(framesPainted, 40).catch(() => undefined)
    await route.fulfill({ response })
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenTexts: seen })
    const look = () => {
      const text = document.body?.innerText ?? ''
      for (const words of ['Upgrade to Legend', 'Become a Legend', 'Current plan: Starter', 'Manage subscription']) {
        if (text.includes(words) && !seen.includes(words)) seen.push(words)
      }
      if (document.querySelector('main img[alt="Legend"]') && !seen.includes('crown')) seen.push('crown')
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const seen = () => page.evaluate(() => (window as unknown as { seenTexts: string[] }).seenTexts.toSorted())

  await page.goto(HOME)
  await expect(upgrade(page)).toBeVisible()
  await expect.poll(seen).toEqual(['Current plan: Starter', 'Upgrade to Legend'])
  await page.goto(PLANS)
  await expect(become(page)).toBeVisible()
  expect(await seen()).toEqual(['Become a Legend'])

  await buyLegend(quiz, token)
  await page.goto(HOME)
  await expect(crown(page)).toBeVisible()
  expect(await seen()).toEqual(['crown'])
  await page.goto(PLANS)
  await expect(manage(page)).toBeVisible()
  expect(await seen()).toEqual(['Manage subscription'])
  await page.goto(PROFILE)
  await expect(manage(page)).toBeVisible()
  expect(await seen()).toEqual(['Manage subscription'])
})

test('the plans can be used with the keyboard alone, without layout shifts', async ({ player: page }) => {
  await page.goto(PLANS)
  await expect(become(page)).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const before = await page.getByRole('tabpanel').boundingBox()
  await page.getByRole('tab', { name: 'Legend' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Starter', selected: true })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toContainText('with occasional ads')
  await expect.poll(() => page.getByRole('tabpanel').boundingBox()).toEqual(before)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Yearly' }).focus()
  const button = await become(page).boundingBox()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('49.99 once')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('2.99 per month')).toBeVisible()
  expect(await become(page).boundingBox()).toEqual(button)
  await become(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
})

const SCREENS: [string, (page: Page) => Promise<unknown>][] = [
  ['Legend', (page) => become(page).waitFor()],
  ['Starter', (page) => page.getByRole('tab', { name: 'Starter' }).click()],
  [
    'success',
    async (page) => {
      await openSuccess(page)
    },
  ],
  ['interrupted', (page) => page.goto(INTERRUPT)],
  [
    'welcome',
    async (page) => {
      await store(page, { isJustSubscribed: 'true' })
      await page.goto(HOME)
      await welcome(page).waitFor()
    },
  ],
]
for (const [name, open] of SCREENS) {
  test(`${name}: nothing is cut off or out of reach, in both themes, with large letters`, async ({ player: page }) => {
    await page.goto(PLANS)
    await open(page)
    await expectGoodLooks(page, name)
  })
}

/** A server with a fake payment provider. */
const withProvider = test.extend<object, { provider: PaymentStandIn }>({
  provider: [
    async ({}, use) => {
      const provider = await PaymentStandIn.start()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  quiz: [
    async ({ provider }, use) => {
      const quiz = await QuizServer.start(provider.env)
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})
const hookOf = (quiz: QuizServer) => `${quiz.url}/services/user/api/payments/webhook`

withProvider.describe('with a payment provider', () => {
  // The provider's pages are on another origin.
  withProvider.use({ expectedPageError: /request to another site: http:\/\/127\.0\.0\.1/ })

  withProvider('a player who paid at the provider is welcomed', async ({ player: page, quiz, provider }) => {
    provider.webhookUrl = hookOf(quiz)
    await page.goto(PLANS)
    await become(page).click()
    await expect(page.getByRole('heading', { name: 'Provider checkout' })).toBeVisible()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL(`${quiz.url}${HOME}`)
    await welcome(page).getByRole('button', { name: 'Continue journey' }).click()
    await expect(crown(page)).toBeVisible()
    await page.goto(PROFILE)
    await manage(page).click()
    await page.getByRole('button', { name: 'End subscription' }).click()
    await expect(page).toHaveURL(`${quiz.url}${PROFILE}`)
  })

  withProvider('a late confirmation is waited for with a message', async ({ player: page, quiz, provider }) => {
    provider.webhookUrl = null
    const toldSoFar = provider.events.length
    await page.goto(PLANS)
    await become(page).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL(`${quiz.url}${HOME}`)
    await welcome(page).getByRole('button', { name: 'Continue journey' }).click()
    await expect(page.getByText('Current plan: Starter')).toHaveCount(0)
    await expect(upgrade(page)).toHaveCount(0)
    const note = page.getByRole('main').getByText('Your payment is being confirmed. This can take a minute.')
    await expect(note).toBeVisible({ timeout: 120_000 })
    await expectAccessible(page, 'note')
    provider.webhookUrl = hookOf(quiz)
    await provider.deliver(provider.events.slice(toldSoFar))
    await expect(crown(page)).toBeVisible()
    await expect(note).toHaveCount(0)
  })

  withProvider('an outage of the provider is reported, and the button works again', async ({ player, provider }) => {
    const page = player
    await page.goto(PLANS)
    provider.fault = { kind: 'error' }
    await become(page).click()
    const toast = page.getByRole('listitem').filter({ hasText: 'Payments are not available right now' })
    await expect(toast).toBeVisible()
    await expect(become(page)).not.toHaveAttribute('aria-busy')
    provider.fault = null
    await become(page).click()
    await expect(page.getByRole('heading', { name: 'Provider checkout' })).toBeVisible()
  })
})
