import type { Page } from '@playwright/test'
import { expect, soon, store, stored, test } from './support/test.ts'

const LANDING = '/base/home'
const DASHBOARD = '/app/dashboard'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** Path, the path it leads to, and the heading there. */
type Row = [path: string, target: string, title: string | RegExp]

const FOR_VISITORS: Row[] = [
  ['/', LANDING, 'Welcome to Quizmaster'],
  ['/base', LANDING, 'Welcome to Quizmaster'],
  [LANDING, LANDING, 'Welcome to Quizmaster'],
  ['/base/login', '/base/login/request-code', 'Sign in'],
  ['/base/login/request-code', '/base/login/request-code', 'Sign in'],
  ['/base/login/verify-code', '/base/login/request-code', 'Sign in'],
  ['/base/pages/privacy-policy', '/base/pages/privacy-policy', 'Privacy policy'],
  ['/base/pages/terms-of-service', '/base/pages/terms-of-service', 'Terms of service'],
  ['/base/pages/cookie-policy', '/base/pages/cookie-policy', 'Cookie policy'],
  ['/base/pages/no-such-policy', LANDING, 'Welcome to Quizmaster'],
  ['/base/pages/constructor', LANDING, 'Welcome to Quizmaster'],
  ['/no/such/path', LANDING, 'Welcome to Quizmaster'],
  ['/base/nothing', LANDING, 'Welcome to Quizmaster'],
  ['/def/infinite-game', '/def/infinite-game', /\S/],
  ['/app', LANDING, 'Welcome to Quizmaster'],
  [DASHBOARD, LANDING, 'Welcome to Quizmaster'],
  ['/app/dashboard/profile', LANDING, 'Welcome to Quizmaster'],
  ['/app/practice/play', LANDING, 'Welcome to Quizmaster'],
  ['/app/private-game', LANDING, 'Welcome to Quizmaster'],
]

const FOR_PLAYERS: Row[] = [
  ['/', DASHBOARD, /^Hello, /],
  ['/base', DASHBOARD, /^Hello, /],
  [LANDING, DASHBOARD, /^Hello, /],
  ['/base/login', DASHBOARD, /^Hello, /],
  ['/base/login/request-code', DASHBOARD, /^Hello, /],
  ['/base/login/verify-code', DASHBOARD, /^Hello, /],
  ['/base/pages/terms-of-service', '/base/pages/terms-of-service', 'Terms of service'],
  ['/def/infinite-game', DASHBOARD, /^Hello, /],
  ['/app', DASHBOARD, /^Hello, /],
  [DASHBOARD, DASHBOARD, /^Hello, /],
  ['/app/dashboard/profile', '/app/dashboard/profile', 'Account'],
  ['/app/dashboard/stats', '/app/dashboard/stats', 'My stats'],
  ['/app/dashboard/premium', '/app/dashboard/premium', /\S/],
  ['/app/practice', '/app/practice/settings', 'Select topics for practice'],
  ['/app/practice/settings', '/app/practice/settings', 'Select topics for practice'],
  ['/app/practice/play', '/app/practice/settings', 'Select topics for practice'],
  ['/app/private-game', '/app/private-game', /\S/],
  ['/no/such/path', DASHBOARD, /^Hello, /],
]

async function checkRoutes(page: Page, rows: Row[]): Promise<void> {
  for (const [path, target, title] of rows) {
    await test.step(`${path} leads to ${target}`, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(target)
      await expect(heading(page)).toHaveText(title)
      await expect(page).toHaveTitle(/\S · Quizmaster$/)
    })
  }
}

test('every path leads a visitor to the right screen', async ({ page }) => {
  await checkRoutes(page, FOR_VISITORS)
})

test('every path leads a player to the right screen', async ({ player: page }) => {
  await checkRoutes(page, FOR_PLAYERS)
})

test('an invited player who opens the landing page is sent on to the game', async ({ player: page }) => {
  await store(page, { joinGameId: '48213907' })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  // The game does not exist, and the refusal would redirect to the dashboard.
  await page.route('**/game/48213907/join', () => {})
  await page.goto(LANDING)
  await expect.poll(() => visited).toContain('/app/private-game/join/48213907')
  expect(visited).not.toContain(DASHBOARD)
})

test("a visitor's invitation is kept until they have signed in", async ({ page }) => {
  await page.goto('/app/private-game/join/48213907')
  await expect(page).toHaveURL(LANDING)
  await expect(page.getByText('48213907')).toBeVisible()
  expect(await stored(page)).toEqual({ joinGameId: '48213907' })
})

test('an invalid game id in a link is not stored', async ({ page }) => {
  await page.goto('/app/private-game/join/%3Cb%3Ex')
  await expect(page).toHaveURL(LANDING)
  expect(await stored(page)).toEqual({})
})

test("the dashboard's links lead to their screens and back", async ({ player: page }) => {
  await expect(page.getByText('Level 0', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Matchmaking/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /Matchmaking/ })).toContainText('In development')
  await page.getByRole('link', { name: 'Play with friends' }).click()
  await expect(page).toHaveURL('/app/private-game')
  await expect(page.getByRole('heading', { name: 'Fun mode' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Competitive game' })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(DASHBOARD)
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(DASHBOARD)
  await page.getByRole('link', { name: 'Journey' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Quizmaster' }).click()
  await expect(page).toHaveURL(DASHBOARD)
})

test('the legal pages have a date, the refund rules and the minimum age', async ({ page }) => {
  for (const slug of ['privacy-policy', 'terms-of-service', 'cookie-policy']) {
    await page.goto(`/base/pages/${slug}`)
    await expect(page.getByText('last updated 31 March 2025')).toBeVisible()
    expect((await page.getByRole('article').innerText()).length).toBeGreaterThan(1500)
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
  }
  await page.goto('/base/pages/terms-of-service')
  await expect(page.getByText(/within 7 days/)).toBeVisible()
  await expect(page.getByRole('article')).toContainText(/\b13 years/)
})

test('a new screen moves the focus to its heading, and the skip link to its content', async ({ player: page }) => {
  await expect(heading(page)).toHaveText(/^Hello, /)
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await expect(heading(page)).toHaveText('Account')
  await expect(heading(page)).toBeFocused()
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('a new subscriber is welcomed once', async ({ player: page }) => {
  await store(page, { isJustSubscribed: 'true' })
  await page.goto(DASHBOARD)
  await expect(page.getByRole('dialog').getByText('Welcome, Legend')).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('isJustSubscribed')
  await page.getByRole('button', { name: 'Continue journey' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expect(heading(page)).toHaveText(/^Hello, /)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test.describe('a chunk that a deploy has removed', () => {
  test('reloads the page once, and the app continues', async ({ player: page }) => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route('**/assets/profile-*.js', (route) =>
      loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
    await expect(heading(page)).toHaveText('Account')
    await expect(page).toHaveURL('/app/dashboard/profile')
    expect(loads).toBe(1)
  })

  test.describe('permanently', () => {
    test.use({ expectedPageError: /dynamically imported module|A part of the app could not be loaded/ })

    test('reloads once, then shows an error instead of reloading forever', async ({ player: page }) => {
      let loads = 0
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loads += 1
      })
      await page.route('**/assets/profile-*.js', (route) => route.fulfill({ status: 404 }))
      await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
      await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('A part of the app could not be loaded')
      expect(loads).toBe(1)
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
      await expect(heading(page)).toHaveText(/^Hello, /)
    })
  })
})

test.describe('a screen that crashes', () => {
  test.use({ expectedPageError: /Objects are not valid|Minified React error|mountain/ })

  test('is replaced by "Unexpected Application Error!" with the message', async ({ player: page }) => {
    await page.route('**/assets/profile-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export function Profile() { throw new Error('the mountain moved') }",
      }),
    )
    await page.goto('/app/dashboard/profile')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByText('the mountain moved')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL(DASHBOARD)
    await expect(heading(page)).toHaveText(/^Hello, /)
  })
})

test.describe('a failing or unreachable server', () => {
  test('is reported after the retries with a button to try again, and nobody is signed out', async ({
    player: page,
  }) => {
    // Wait for the first page's own call, or it would be counted.
    await expect(heading(page)).toHaveText(/^Hello, /)
    const { token } = await stored(page)
    let calls = 0
    // Time stands still, however slow the machine is, until the test moves it.
    await page.clock.install()
    await page.clock.pauseAt(await soon(page))
    await page.route('**/auth/current_user', (route) => {
      calls += 1
      return route.fulfill({ status: 500, json: { error: 'Something went wrong on our side', code: 'internal_error' } })
    })
    await page.goto(DASHBOARD)
    await expect.poll(() => calls).toBe(1)
    for (const [waitMs, expected] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
    ] as const) {
      // In small steps, because a retry is not planned before the response has arrived.
      let ranMs = 0
      const runOn = async () => {
        if (calls < expected) await page.clock.runFor(100)
        ranMs += 100
        return calls
      }
      await expect.poll(runOn, { intervals: [20] }).toBe(expected)
      expect(ranMs).toBeGreaterThanOrEqual(waitMs)
    }
    const failure = page.getByRole('heading', { name: 'We could not load your account' })
    const hasFailed = async () => {
      await page.clock.runFor(100)
      return failure.isVisible()
    }
    await expect.poll(hasFailed, { intervals: [20] }).toBe(true)
    await expect(page.getByText('Something went wrong on our side')).toBeVisible()
    await page.clock.runFor(20_000)
    expect(calls, 'three retries, no more').toBe(4)
    expect((await stored(page))['token']).toBe(token)
    await page.unroute('**/auth/current_user')
    await page.clock.resume()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(/^Hello, /)
  })

  test('is distinguished from an offline browser, and practice continues when it is back online', async ({
    player: page,
  }) => {
    await page.goto('/app/practice/settings')
    await page.getByRole('switch', { name: 'All topics' }).click()
    await page.getByRole('button', { name: /^Start journey/ }).click()
    const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
    await expect(answers).toHaveCount(4)
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    await answers.first().click()
    await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()
    await expect(page.locator('[data-verdict]')).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(page.locator('[data-verdict]')).toBeVisible()
    await expect(page.getByText('You are offline')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Next question' })).toBeVisible()
  })
})

test('a response without data is an error, not an empty screen', async ({ player: page }) => {
  let calls = 0
  await page.clock.install()
  await page.route('**/topic/random_list?*', (route) => {
    calls += 1
    return route.fulfill({ json: {} })
  })
  await page.goto('/app/practice/settings')
  for (const tries of [1, 2, 3, 4]) {
    // The clock also runs between the steps.
    await expect.poll(() => calls).toBeGreaterThanOrEqual(tries)
    await page.clock.runFor(6_000)
  }
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(calls, 'three retries, no more').toBe(4)
  await page.unroute('**/topic/random_list?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('group', { name: 'Topics' }).getByRole('button').first()).toBeVisible()
})

test('an invalid stored token is removed and shows no screen for players', async ({ page }) => {
  await store(page, { token: 'x'.repeat(43) })
  await page.goto(DASHBOARD)
  await expect(page).toHaveURL(LANDING)
  expect(await stored(page)).toEqual({})
})
