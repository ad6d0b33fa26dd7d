import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { KEYBOARD_SCREENS, PHONES } from './support/keyboard-screens.ts'
import { NativeDevice } from './support/native-device.ts'
import type { QuizServer } from './support/quiz-server.ts'
import { untilAtRest } from './support/screen-checks.ts'
import { test as base } from './support/test.ts'

interface Phones {
  /** Installs the app on a new phone and opens it. */
  open(options?: Parameters<typeof NativeDevice.create>[2], path?: string): Promise<NativeDevice>
  /** The same, signed in with a new account. */
  openSignedIn(options?: Parameters<typeof NativeDevice.create>[2], path?: string): Promise<NativeDevice>
}

const test = base.extend<{ phones: Phones }>({
  phones: async ({ browser, quiz }, use) => {
    const devices: NativeDevice[] = []
    await use(createPhones(browser, quiz, devices))
    for (const device of devices) await device.close()
    expect(devices.flatMap(({ pageErrors }) => pageErrors)).toEqual([])
  },
})

function createPhones(browser: Browser, quiz: QuizServer, devices: NativeDevice[]): Phones {
  const open: Phones['open'] = async (options, path) => {
    const device = await NativeDevice.create(browser, quiz, options)
    devices.push(device)
    await device.start(path)
    return device
  }
  return {
    open,
    openSignedIn: async (options, path) => open({ ...options, token: await quiz.signIn(newEmail()) }, path),
  }
}

const newEmail = () => `${crypto.randomUUID()}@example.com`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const platform of ['android', 'ios'] as const) {
  test(`${platform}: the token is a secret of the device, the rest are preferences, nothing is in the web view`, async ({
    phones,
    quiz,
  }) => {
    const device = await phones.open({ platform }, '/base/login/request-code')
    const { page } = device
    const email = newEmail()
    await page.getByLabel('E-mail').fill(email)
    await button(page, 'Request code').click()
    await expect(page).toHaveURL('/base/login/verify-code')
    const boxes = page.getByLabel(/^Digit \d of 6$/)
    await expect(boxes.first()).toHaveAttribute('autocomplete', 'one-time-code')
    device.clipboard = await quiz.mailedCode(email)
    await button(page, 'Paste code').click()
    await expect(page).toHaveURL('/app/dashboard')
    await expect.poll(() => device.secrets.get('capacitor-storage_token')).toMatch(/^[\w-]{40,}$/)
    // Not synchronized, and readable only while this device is unlocked.
    expect(device.called('SecureStorage.internalSetItem').at(-1)).toMatchObject({ sync: false, access: 1 })
    await expect.poll(() => device.preferences.get('email')).toBe(email)
    expect([...device.preferences.keys()]).not.toContain('token')
    const inWebView = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      return frame.contentWindow?.localStorage.length
    })
    expect(inWebView).toBe(0)

    await test.step('it is there after the app was closed, and gone after signing out', async () => {
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
      await page.getByRole('link', { name: 'Account' }).click()
      await button(page, 'Logout').click()
      await expect(page).toHaveURL('/base/home')
      await expect.poll(() => device.secrets.size).toBe(0)
      await expect.poll(() => device.preferences.has('email')).toBe(false)
    })
  })
}

test('an app that was deleted and installed again is signed out, though iOS has kept the token', async ({
  browser,
  quiz,
}) => {
  const device = await NativeDevice.create(browser, quiz, { platform: 'ios' })
  device.secrets.set('capacitor-storage_token', 'left behind')
  await device.start()
  await expect(device.page).toHaveURL('/base/home')
  await expect.poll(() => device.secrets.size).toBe(0)
  await expect.poll(() => device.preferences.get('installed')).toBe('true')
  await device.close()
})

test('the strip grows by the status bar, and each inset is kept free once', async ({ phones }) => {
  for (const platform of ['android', 'ios'] as const) {
    const { top, bottom } = platform === 'android' ? { top: 38, bottom: 20 } : { top: 59, bottom: 34 }
    const { page } = await phones.openSignedIn({ platform }, '/app/dashboard')
    const header = page.locator('header')
    await expect(header).toBeVisible()
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(top + 6)
    const bar = page.getByRole('navigation', { name: 'Main' })
    const freeBelow = async () => {
      const home = await bar.getByRole('link', { name: 'Home' }).boundingBox()
      return 844 - ((home?.y ?? 0) + (home?.height ?? 0))
    }
    await expect.poll(freeBelow).toBe(bottom + 8)
  }
})

test('the bars have the colours of the theme, and follow it', async ({ phones }) => {
  const { page, called } = await openThemed('light')
  const styles = () => called().slice(-2)
  const light = [
    { style: 'DARK', bar: 'StatusBar' },
    { style: 'LIGHT', bar: 'NavigationBar' },
  ]
  const dark = [
    { style: 'DARK', bar: 'StatusBar' },
    { style: 'DARK', bar: 'NavigationBar' },
  ]
  await expect.poll(styles).toEqual(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(styles).toEqual(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(styles).toEqual(light)

  async function openThemed(theme: 'light' | 'dark') {
    const device = await phones.open({ theme })
    return { page: device.page, called: () => device.called('SystemBars.setStyle') }
  }
})

test('what has been scrolled is not under the text of the status bar', async ({ phones }) => {
  const { page } = await phones.openSignedIn({ platform: 'ios' }, '/app/dashboard/profile')
  await expect(button(page, 'Delete account')).toBeVisible()
  const atTop = () =>
    page.evaluate(() => getComputedStyle(document.elementFromPoint(195, 50) ?? document.body).backgroundColor)
  const strip = await atTop()
  await button(page, 'Delete account').scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  expect(await atTop()).toBe(strip)
})

test('a sheet and the dock of a question keep the bottom inset free, once', async ({ phones }) => {
  for (const platform of ['android', 'ios'] as const) {
    const bottom = platform === 'android' ? 20 : 34
    const { page } = await phones.openSignedIn({ platform }, '/app/dashboard/profile')
    const freeBelow = async (element: Locator) => {
      const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 }
      return 844 - y - height
    }
    await button(page, 'Delete account').click()
    const sheet = page.getByRole('dialog')
    await untilAtRest(sheet)
    expect(await freeBelow(sheet)).toBe(0)
    expect(await freeBelow(sheet.getByRole('button', { name: 'Delete account' }))).toBe(bottom + 24)
    await page.goto('/app/practice/settings')
    await page.getByRole('switch', { name: 'All topics' }).click()
    await page.getByRole('button', { name: /^Start journey/ }).click()
    await expect.poll(() => freeBelow(button(page, 'Report complaint'))).toBe(bottom + 14)
  }
})

for (const { name, isForVisitors = false, ...screen } of KEYBOARD_SCREENS) {
  test(`the keyboard covers neither field nor button: ${name}`, async ({ phones, quiz }) => {
    for (const { size, platform, keyboard } of PHONES) {
      const email = newEmail()
      const token = isForVisitors ? {} : { token: await quiz.signIn(email) }
      const device = await phones.open({ size, platform, ...token }, screen.path)
      const { page } = device
      await screen.open?.(page, email)
      await screen.field(page).focus()
      await device.openKeyboard(keyboard)
      await expectInFront(screen.field(page))
      if (screen.button) await expectInFront(screen.button(page))
      for (const sheet of await page.getByRole('dialog').all()) {
        expect((await sheet.boundingBox())?.y, 'below the status bar').toBeGreaterThanOrEqual(
          platform === 'ios' ? 59 : 38,
        )
      }
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    }
  })
}

/** Expects that an element is all on the screen and nothing covers it. */
async function expectInFront(element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 })
  const isInFront = () =>
    element.evaluate((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect()
      const middle = (left + right) / 2
      return [top + 2, bottom - 2].every((y) => node.contains(document.elementFromPoint(middle, y)))
    })
  await expect.poll(isInFront).toBe(true)
}

test("Android's back button closes the sheet, goes back, and leaves the app at the dashboard", async ({ phones }) => {
  const device = await phones.openSignedIn({}, '/app/dashboard')
  const { page } = device
  await page.getByRole('link', { name: 'Account' }).click()
  await button(page, 'Delete account').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await device.pressBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/app/dashboard/profile')
  await device.pressBack()
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
  expect(device.called('App.minimizeApp')).toEqual([])
  await device.pressBack()
  await expect.poll(() => device.called('App.minimizeApp').length).toBe(1)
  await expect(page).toHaveURL('/app/dashboard')
})

test('back from a screen that a link opened leads to the dashboard', async ({ phones }) => {
  const device = await phones.openSignedIn({ launchUrl: '/app/dashboard/leaderboard' })
  await expect(device.page).toHaveURL('/app/dashboard/leaderboard')
  await device.pressBack()
  await expect(device.page).toHaveURL('/app/dashboard')
})

test('a link to a game opens the app there; a visitor is asked to sign in and the game is remembered', async ({
  phones,
}) => {
  const visitor = await phones.open({ launchUrl: '/app/private-game/join/12345678' })
  await expect(visitor.page).toHaveURL('/base/home')
  await expect(visitor.page.getByText('12345678')).toBeVisible()
  await expect.poll(() => visitor.preferences.get('joinGameId')).toBe('12345678')
  await visitor.openLink('/base/login')
  await expect(visitor.page).toHaveURL('/base/login/request-code')

  const player = await phones.openSignedIn({}, '/app/dashboard')
  await player.openLink('/app/private-game/join/12345678')
  await expect(player.page.locator('[data-toast]')).toContainText('Join game error')
  await expect(player.page).toHaveURL('/app/dashboard')
  await player.fire('App', 'appUrlOpen', { url: 'https://evil.example/app/dashboard/profile' })
  await player.page.getByRole('link', { name: 'Account' }).click()
  await expect(player.page).toHaveURL('/app/dashboard/profile')
})

test('the invitation goes to the share sheet, with an address that others can open', async ({ phones, quiz }) => {
  const device = await phones.openSignedIn({}, '/app/private-game')
  const { page } = device
  await button(page, 'New').click()
  // A new player is asked for a name, which covers the lobby.
  const nameSheet = page.getByRole('dialog', { name: 'Your name in games' })
  await button(page, 'Close').click()
  await expect(nameSheet).toBeHidden()
  await button(page, 'Share invitation').click()
  await expect.poll(() => device.called('Share.share').length).toBe(1)
  expect(device.called('Share.share')[0]).toMatchObject({
    url: expect.stringMatching(new RegExp(`^${quiz.url}/app/private-game/join/\\d{8}$`)),
  })
})

test('a press and a verdict vibrate once each', async ({ phones }) => {
  const device = await phones.open({}, '/def/infinite-game')
  const { page } = device
  const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
  await answers.first().click()
  const right = page.getByRole('main').getByText("That's correct! Answer is", { exact: true })
  const wrong = page.getByRole('main').getByText('Sorry, correct answer is', { exact: true })
  await expect(right.or(wrong)).toBeVisible()
  const isRight = await right.isVisible()
  await expect.poll(() => device.called('Haptics.notification')).toEqual([{ type: isRight ? 'SUCCESS' : 'WARNING' }])
  expect(device.called('Haptics.impact')).toEqual([{ style: 'LIGHT' }])
})

test('links that lead outside open in the system browser, and the app stays', async ({ phones }) => {
  const device = await phones.open({}, '/base/home')
  const { page } = device
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://www.gutenberg.org/ebooks/11'
    link.target = '_blank'
    link.textContent = 'Alice'
    document.body.prepend(link)
  })
  await page.getByRole('link', { name: 'Alice' }).click()
  await expect
    .poll(() => device.called('AppLauncher.openUrl'))
    .toEqual([{ url: 'https://www.gutenberg.org/ebooks/11' }])
  expect(page.context().pages()).toHaveLength(1)
  await expect(page).toHaveURL('/base/home')
})

test('nothing is sold: no price, no button to buy, no link to one; the account can be deleted', async ({ phones }) => {
  const { page } = await phones.openSignedIn({}, '/app/dashboard')
  await expect(page.getByText('Current plan: Starter')).toBeVisible()
  for (const path of ['/app/dashboard', '/app/dashboard/profile', '/app/dashboard/premium']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    if (path !== '/app/dashboard') await expect(page.getByText('Plans cannot be bought in this app.')).toBeVisible()
    await expect(page.getByText(/Upgrade to Legend|Become a Legend|Manage subscription|\d\.99/)).toHaveCount(0)
    await expect(page.locator('a[href="/app/dashboard/premium"]')).toHaveCount(0)
  }
  await page.goto('/app/dashboard/profile')
  await expect(button(page, 'Delete account')).toBeVisible()
})

test('calls go to the site that the app was built for, with its version', async ({ phones, quiz }) => {
  const device = await phones.openSignedIn({ version: '1.4.0', platform: 'ios' }, '/app/dashboard')
  const sent = device.page.waitForRequest(
    (request) => request.url().endsWith('/auth/current_user') && request.method() === 'POST',
  )
  await device.page.reload()
  expect((await sent).headers()['x-app-version']).toBe('ios/1.4.0')
  expect((await sent).url()).toBe(`${quiz.url}/services/user/api/auth/current_user`)
})

test('the apps lack the files for installing the web app, and Account does not offer it', async ({ phones }) => {
  const inApp = (name: string) => existsSync(join(import.meta.dirname, '../apps/mobile/www', name))
  expect(inApp('index.html')).toBe(true)
  for (const name of ['sw.js', 'manifest.webmanifest', 'screenshots']) expect(inApp(name), name).toBe(false)
  const { page } = await phones.openSignedIn({ platform: 'ios' })
  await page.evaluate(() => Object.assign(navigator, { standalone: false }))
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(button(page, 'Delete account')).toBeVisible()
  await expect(page.getByText('Quizmaster app')).toHaveCount(0)
})
