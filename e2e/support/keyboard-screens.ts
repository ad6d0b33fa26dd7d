import { expect, type Locator, type Page } from '@playwright/test'

/** The phones on which the open keyboard is checked; iPhones' keyboards are higher. */
export const PHONES = [
  { size: { width: 390, height: 844 }, platform: 'ios', keyboard: 336 },
  { size: { width: 360, height: 640 }, platform: 'android', keyboard: 260 },
] as const

interface KeyboardScreen {
  name: string
  isForVisitors?: boolean
  path: string
  /** From the opened path to the field; `email` is the player's address. */
  open?(page: Page, email: string): Promise<void>
  field(page: Page): Locator
  /** What the user presses next; null if filling the field is enough. */
  button: ((page: Page) => Locator) | null
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function openLobby(page: Page): Promise<void> {
  await button(page, 'New').click()
  await expect(page.getByRole('dialog', { name: 'Your name in games' })).toBeVisible()
}

/** Every screen and sheet on which something is typed. */
export const KEYBOARD_SCREENS: readonly KeyboardScreen[] = [
  {
    name: 'address for signing in',
    isForVisitors: true,
    path: '/base/login/request-code',
    field: (page) => page.getByLabel('E-mail'),
    button: (page) => button(page, 'Request code'),
  },
  {
    name: 'code from the e-mail',
    isForVisitors: true,
    path: '/base/login/request-code',
    async open(page) {
      await page.getByLabel('E-mail').fill(`${crypto.randomUUID()}@example.com`)
      await button(page, 'Request code').click()
      await expect(page).toHaveURL('/base/login/verify-code')
    },
    field: (page) => page.getByLabel('Digit 6 of 6'),
    button: (page) => button(page, 'Paste code'),
  },
  {
    name: 'display name',
    path: '/app/dashboard/profile',
    field: (page) => page.getByLabel('Display name'),
    button: (page) => button(page, 'Update profile'),
  },
  {
    name: 'deletion of the account',
    path: '/app/dashboard/profile',
    open: (page) => button(page, 'Delete account').click(),
    field: (page) => page.getByLabel('Type your e-mail again'),
    button: (page) => page.getByRole('dialog').getByRole('button', { name: 'Delete account' }),
  },
  {
    name: 'code that confirms the deletion',
    path: '/app/dashboard/profile',
    async open(page, email) {
      await button(page, 'Delete account').click()
      await page.getByLabel('Type your e-mail again').fill(email)
      await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByText(`To confirm, type the code we sent to ${email}.`)).toBeVisible()
    },
    field: (page) => page.getByLabel('Digit 6 of 6'),
    button: (page) => page.getByRole('dialog').getByRole('button', { name: 'Delete account' }),
  },
  {
    name: 'id of a game',
    path: '/app/private-game/join',
    field: (page) => page.getByLabel('Game id'),
    button: (page) => button(page, 'Join'),
  },
  {
    name: 'name in games',
    path: '/app/private-game',
    open: openLobby,
    field: (page) => page.getByLabel('Name', { exact: true }),
    button: (page) => button(page, 'Continue'),
  },
  {
    name: 'letters of a big screen',
    path: '/app/private-game',
    async open(page) {
      await openLobby(page)
      await button(page, 'Close').click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await button(page, 'Show on a big screen').click()
    },
    field: (page) => page.getByLabel('Letter 4 of 4'),
    button: null,
  },
  {
    name: 'search for topics',
    path: '/app/practice/settings',
    open: (page) => button(page, 'Search topics').click(),
    field: (page) => page.getByRole('searchbox', { name: 'Search topics' }),
    button: (page) => button(page, 'Close search'),
  },
  {
    name: 'text of a complaint',
    isForVisitors: true,
    path: '/def/infinite-game',
    open: (page) => button(page, 'Report complaint').click(),
    field: (page) => page.getByLabel('Tell us more (optional)'),
    button: (page) => button(page, 'Notify us'),
  },
]
