import type { Page } from '@playwright/test'
import { expect, SMALL_PHONE, test } from './support/game-fixture.ts'
import type { GamePlayer } from './support/game-player.ts'
import { PlayScreen } from './support/play-screen.ts'
import { expectGoodLooks } from './support/screen-checks.ts'
import { store, test as single } from './support/test.ts'

const nameSheet = (page: Page) => page.getByRole('dialog', { name: 'Your name in games' })
const goToGame = ({ page }: GamePlayer) => page.locator('[data-toast]').getByRole('link', { name: 'Go to game' })

single('a new player is asked for a name in the first lobby, once', async ({ player: page }) => {
  await page.goto('/app/private-game')
  await page.getByRole('button', { name: 'New' }).click()
  await expect(page).toHaveURL('/app/private-game/lobby')
  const field = nameSheet(page).getByLabel('Name')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(field).toHaveAttribute('placeholder', /^Player \d{4}$/)
  await expectGoodLooks(page, 'the name sheet')
  await field.fill('Mira')
  await page.keyboard.press('Enter')
  await expect(nameSheet(page).getByText('Display name must be at least 5 characters')).toBeVisible()
  await field.fill('Mira Holt')
  await nameSheet(page).getByRole('button', { name: 'Continue' }).click()
  await expect(nameSheet(page)).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'You' })).toContainText('Mira Holt')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'You' })).toContainText('Mira Holt')
  await expect(nameSheet(page)).toHaveCount(0)
  await page.goto('/app/dashboard/profile')
  await expect(page.getByLabel('Display name')).toHaveValue('Mira Holt')
})

test('a player who joins by a link may close the sheet; another device does not ask again', async ({ games, quiz }) => {
  const host = await games.newPlayer('Hannah Host')
  const id = await games.openLobby(host)
  const email = `${crypto.randomUUID()}@example.com`
  const token = await quiz.signIn(email)
  const page = await games.newVisitor(SMALL_PHONE)
  await store(page, { token })
  await page.goto(`/app/private-game/join/${id}`)
  await expect(nameSheet(page)).toBeVisible()
  await expect(host.players.filter({ hasText: /Player \d{4}/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(nameSheet(page)).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'You' })).toContainText(/Player \d{4}/)
  const other = await games.newVisitor()
  await store(other, { token })
  await other.goto('/app/private-game/lobby')
  await expect(other.getByRole('listitem').filter({ hasText: 'You' })).toContainText(/Player \d{4}/)
  await expect(nameSheet(other)).toHaveCount(0)
})

test('guests who are elsewhere are told that the game starts, in practice too, and close its results themselves', async ({
  games,
  quiz,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  const friend = await games.newPlayer('Frida Friend')
  const id = await games.openLobby(host, guest, friend)
  await games.removeClock(host)
  const play = new PlayScreen(guest.page, quiz)
  await guest.page.evaluate(() => {
    localStorage.setItem('practiceStateStore', '{"state":{"topics":null},"version":0}')
  })
  await guest.page.goto('/app/practice/play')
  await expect(play.answers).toHaveCount(4)
  await friend.page.goto('/app/dashboard')
  await expect(friend.page.getByRole('link', { name: 'Active game' })).toBeVisible()

  // The countdown takes 3 s, so the test waits for it from before the press.
  const countdown = expect(friend.page.getByRole('link', { name: 'Active game' })).toContainText(/[123]/)
  await host.button('Start game').click()
  await countdown
  await Promise.all([guest, friend].map((player) => expect(goToGame(player)).toBeVisible()))
  await expect(play.answers.first(), 'the focus and the question stay').toBeVisible()
  await expectGoodLooks(guest.page, 'the toast in practice')
  await friend.page.locator('[data-toast]').getByRole('button', { name: 'Dismiss' }).click()
  await expect(goToGame(friend)).toHaveCount(0)
  await goToGame(guest).click()
  await guest.expectAt('play')
  await expect(goToGame(guest)).toHaveCount(0)
  await expect(guest.answers).toHaveCount(4)

  await games.call(host, 'game/update', { status: 'finished' })
  await guest.expectAt('results')
  await expectGoodLooks(guest.page, "a guest's results")
  await guest.button('Close results').click()
  await guest.expectAtDashboard()
  await expect(guest.page.getByRole('link', { name: 'Active game' })).toHaveCount(0)
  await expect(guest.toasts).toHaveCount(0)
  expect((await games.fetchGame(host, id)).players, 'the results stay as they are').toHaveLength(3)
  await games.call(host, 'game/update', { status: 'archived' })
})
