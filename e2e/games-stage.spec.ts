import { expect, test } from './support/game-fixture.ts'
import { lettersOn, openStage } from './support/stage-screen.ts'

test('letters that no screen shows are refused under the boxes', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  await games.openLobby(host)
  await host.button('Show on a big screen').click()
  const boxes = host.sheet.getByRole('textbox')
  await boxes.first().focus()
  await host.page.keyboard.type('zzzz', { delay: 20 })
  await expect(host.sheet.getByRole('alert')).toHaveText('No screen shows these letters')
  await expect(boxes.first()).toBeFocused()
  await expect(boxes.first()).toHaveValue('')
})

test('the code of a stage leads the host to a question, and then to the lobby', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  await games.openLobby(host)
  const stage = await openStage(games)
  const letters = await lettersOn(stage)
  await host.page.goto(`/app/private-game/stage/${letters}`)
  await expect(host.sheet.getByText('Show your game on this screen?')).toBeVisible()
  expect((await games.call(host, 'game/update', { settings: {} })) as object).not.toHaveProperty('stage')
  await host.button('Show game').click()
  await host.expectAt('lobby')
  await expect(stage.getByText('Hannah Host starts the game')).toBeVisible()
})

test('/join leads to the join form, for a visitor after signing in', async ({ games }) => {
  const player = await games.newPlayer('Paula Player')
  await player.page.goto('/join')
  await expect(player.main.getByLabel('Game id')).toBeVisible()
  const visitor = await games.newVisitor()
  await visitor.goto('/join')
  await expect(visitor).toHaveURL('/base/home')
  await visitor.evaluate((token) => localStorage.setItem('token', token), player.token)
  await visitor.goto('/base/home')
  await expect(visitor).toHaveURL('/app/private-game/join')
})

test('a stage has the theme that its address asks for', async ({ games }) => {
  const stage = await openStage(games, '?theme=dark')
  await expect(stage.locator('html')).toHaveAttribute('data-theme', 'dark')
})
