import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ChatProvider } from './support/chat-provider.ts'
import { QuizServer } from './support/quiz-server.ts'
import { expectAccessible, expectNarrow } from './support/screen-checks.ts'
import { expect, isRequestNote, START_TIMEOUT_MS, store, stored, test as base } from './support/test.ts'

const WEBSITE_TOKEN = 'site-token-of-the-chat'
const HMAC_KEY = 'identity-key-of-the-chat'
const NOT_LOADED = 'The chat widget did not load within 1 second'

/** A server with a chat provider configured. `isPatient`: the page gives the widget more than its second to load. */
const test = base.extend<{ isPatient: boolean }, { chat: ChatProvider }>({
  isPatient: [true, { option: true }],
  page: async ({ page, isPatient }, use) => {
    if (isPatient) await bePatient(page)
    await use(page)
  },
  chat: [
    async ({}, use) => {
      const chat = await ChatProvider.start()
      await use(chat)
      await chat.stop()
    },
    { scope: 'worker' },
  ],
  quiz: [
    async ({ chat }, use) => {
      const quiz = await QuizServer.start({
        CHATWOOT_BASE_URL: chat.origin,
        CHATWOOT_WEBSITE_TOKEN: WEBSITE_TOKEN,
        CHATWOOT_HMAC_KEY: HMAC_KEY,
      })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  expectedPageError: /^request to another site: http:\/\/127\.0\.0\.1:|^console: The chat widget did not load/,
})

/** Gives the widget more than the usual second to load, which may be too short for a slow machine. */
async function bePatient(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const usual = window.setTimeout.bind(window)
    const usualClear = window.clearTimeout.bind(window)
    const extended = new Map<number, number>()
    const slow = (work: (...args: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
      const id: number = usual(() => {
        // The script is there while the widget loads, and not yet when the time before the start is over.
        const isLoading = ms === 1_000 && document.querySelector('script[src$="/sdk.js"]') !== null
        if (isLoading) extended.set(id, usual(work, 60_000, ...rest))
        else work(...rest)
      }, ms)
      return id
    }
    const clear = (id?: number) => {
      usualClear(id)
      if (id !== undefined) usualClear(extended.get(id))
    }
    Object.assign(window, { setTimeout: slow, clearTimeout: clear })
  })
}

const button = (page: Page) => page.getByRole('button', { name: 'Support chat' })
const card = (page: Page) => page.getByRole('region', { name: 'Privacy choices' })
const calls = (page: Page) => page.evaluate(() => (window as unknown as { chatCalls: string[] }).chatCalls)

function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRequestNote(message.text())) errors.push(message.text())
  })
  return errors
}

test.beforeEach(({ chat }) => {
  chat.mood = 'works'
  chat.asked.length = 0
})

test('with consent the chat loads, identifies the user, opens and closes', async ({ player: page, chat, email }) => {
  await expect(page.getByText(/^Hello, /)).toBeVisible()
  await expect(card(page)).toBeVisible()
  expect(chat.asked).toEqual([])
  await card(page).getByRole('button', { name: 'Allow' }).click()
  await expect(button(page)).toBeVisible()
  await expect.poll(() => button(page).boundingBox()).toMatchObject({ width: 52, height: 52 })
  const id = await userId(page)
  const hash = createHmac('sha256', HMAC_KEY).update(id).digest('hex')
  await expect
    .poll(() => calls(page))
    .toEqual([
      `run ${WEBSITE_TOKEN} bubble:false`,
      `setUser ${id} {"email":"${email}","identifier_hash":"${hash}"}`,
      `setCustomAttributes {"user_id":"${id}","email":"${email}"}`,
    ])
  await button(page).click()
  await expect(page.locator('.chat-stand-in')).toBeVisible()
  await button(page).click()
  await expect(page.locator('.chat-stand-in')).toBeHidden()
  expect((await calls(page)).slice(3)).toEqual(['toggle open', 'toggle close'])
  await page.reload()
  await expect(button(page)).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('the perks that need an answer from us open the chat', async ({ player: page }) => {
  await card(page).getByRole('button', { name: 'Allow' }).click()
  await page.goto('/app/dashboard/premium')
  for (const name of ['Premium support', 'Priority feature requests']) {
    await page.getByRole('main').getByRole('button', { name }).click()
    await expect(page.locator('.chat-stand-in')).toBeVisible()
    await button(page).click()
    await expect(page.locator('.chat-stand-in')).toBeHidden()
  }
})

const anonymousTest = test.extend<object>({
  quiz: [
    async ({ chat }, use) => {
      const quiz = await QuizServer.start({ CHATWOOT_BASE_URL: chat.origin, CHATWOOT_WEBSITE_TOKEN: WEBSITE_TOKEN })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

anonymousTest('without a key for identities the chat does not learn who the player is', async ({ player: page }) => {
  const identity = page.waitForResponse('**/chat_identity')
  await card(page).getByRole('button', { name: 'Allow' }).click()
  expect(await (await identity).json()).toEqual({ data: null })
  await expect(button(page)).toBeVisible()
  await button(page).click()
  await expect(page.locator('.chat-stand-in')).toBeVisible()
  expect(await calls(page)).toEqual([`run ${WEBSITE_TOKEN} bubble:false`, 'toggle open'])
})

test("logging out resets the chat's user", async ({ player: page }) => {
  await card(page).getByRole('button', { name: 'Allow' }).click()
  await expect(button(page)).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/base/home')
  await expect.poll(() => calls(page)).toContain('reset')
  expect(await page.evaluate(() => (window as unknown as { $chatwoot: { user: unknown } }).$chatwoot.user)).toBeFalsy()
})

test('the chat does not appear during sign-in, on questions or over sheets', async ({ page, quiz, chat, email }) => {
  await page.clock.install()
  // Again, because the installed clock has replaced setTimeout.
  await bePatient(page)
  await store(page, { chatConsent: 'granted' })
  const config = page.waitForResponse('**/config.json')
  await page.goto('/base/login/request-code')
  await config
  await page.clock.runFor(5_000)
  await page.waitForLoadState('networkidle')
  expect(chat.asked).toEqual([])
  await store(page, { token: await quiz.signIn(email) })
  await page.goto('/app/practice/settings')
  await expect(button(page)).toBeVisible()
  await button(page).click()
  await page.getByRole('switch', { name: 'All topics' }).click()
  await page.getByRole('button', { name: /^Start journey/ }).click()
  await expect(page.getByRole('group', { name: 'Answers' })).toBeVisible()
  await expect(button(page)).toBeHidden()
  await expect(page.locator('.chat-stand-in')).toBeHidden()
  await page.goto('/app/dashboard/profile')
  await expect(button(page)).toBeVisible()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('[aria-label="Support chat"]')).toBeHidden()
})

test('without consent the chat is never loaded', async ({ player: page, chat }) => {
  await card(page).getByRole('button', { name: 'No, thanks' }).click()
  await page.clock.install()
  const config = page.waitForResponse('**/config.json')
  await page.reload()
  await config
  await page.clock.runFor(5_000)
  await page.waitForLoadState('networkidle')
  expect(chat.asked).toEqual([])
  expect(await stored(page)).toMatchObject({ chatConsent: 'denied' })
})

test('withdrawing consent removes the chat and what it has stored', async ({ player: page, context, chat }) => {
  await card(page).getByRole('button', { name: 'Allow' }).click()
  await expect(button(page)).toBeVisible()
  await page.goto('/app/dashboard/profile')
  await expect(button(page)).toBeVisible()
  chat.asked.length = 0
  const reloaded = page.waitForEvent('load')
  await page.getByRole('switch', { name: 'Support chat' }).click()
  await reloaded
  await expect(page.getByRole('switch', { name: 'Support chat' })).not.toBeChecked()
  await expect(button(page)).toHaveCount(0)
  expect(await context.cookies()).toEqual([])
  expect(chat.asked).not.toContain('/packs/js/sdk.js')
})

const impatientTest = test.extend<object>({ isPatient: false })
for (const mood of ['missing', 'hangs'] as const) {
  impatientTest(
    `a chat whose script ${mood === 'missing' ? 'is missing' : 'never comes'} is reported once and shows no button`,
    async ({ page, chat }) => {
      chat.mood = mood
      const errors = errorsOf(page)
      await store(page, { chatConsent: 'granted' })
      // A hanging script delays the load event, so don't wait for it.
      await page.goto('/base/home', { waitUntil: 'commit' })
      await expect.poll(() => errors).toEqual([NOT_LOADED])
      await page.getByRole('link', { name: 'Cookie policy' }).click()
      await expect(page.getByRole('switch', { name: 'Support chat' })).toBeChecked()
      await expect(button(page)).toHaveCount(0)
      expect(errors).toEqual([NOT_LOADED])
      expect(chat.asked.filter((path) => path.endsWith('sdk.js'))).toHaveLength(1)
    },
  )
}

test.describe('the consent prompt', () => {
  const SIZES = [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ]
  test('covers no primary button and is readable in both themes', async ({ page, quiz, email }) => {
    const token = await quiz.signIn(email)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await store(page, { token: '' })
      await page.goto('/base/home')
      await expect(card(page)).toBeVisible()
      for (const name of ['Sign in', 'Try Quiz Now', 'Cookie policy']) await expectApart(page, name)
      await expectNarrow(page, `landing, ${size.width} px`)
      await store(page, { token })
      await page.goto('/app/dashboard')
      await expect(card(page)).toBeVisible()
      for (const name of ['Upgrade to Legend', 'Home', 'Account']) await expectApart(page, name)
      await expectNarrow(page, `dashboard, ${size.width} px`)
      await expect
        .poll(async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          return overlap(await box(page.getByText('Matchmaking')), await box(card(page)))
        }, 'the last tile is covered')
        .toBe(false)
      await expectAccessible(page, `${size.width} px, light`)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, `${size.width} px, dark`, ['color-contrast'])
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })

  test('can be answered with the keyboard, after the page and its navigation', async ({ player: page }) => {
    await expect(card(page)).toBeVisible()
    // The main element of the loading dashboard would take the focus with it when it goes.
    await expect(page.getByRole('main').getByRole('link', { name: 'Journey' })).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).focus()
    await page.keyboard.press('Tab')
    await expect(card(page).getByRole('button', { name: 'No, thanks' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(card(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    expect(await stored(page)).toMatchObject({ chatConsent: 'granted' })
  })
})

type Box = { x: number; y: number; width: number; height: number }

async function box(locator: ReturnType<Page['locator']>): Promise<Box> {
  const found = await locator.boundingBox()
  if (!found) throw new Error('not on the screen')
  return found
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

async function expectApart(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true })
  await expect.poll(async () => overlap(await box(link), await box(card(page))), `${name} is covered`).toBe(false)
}

/** The id of the signed-in user, from the server. */
function userId(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const response = await fetch('/services/user/api/auth/current_user', { method: 'POST', headers })
    const { data } = (await response.json()) as { data: { id: string } }
    return data.id
  })
}
