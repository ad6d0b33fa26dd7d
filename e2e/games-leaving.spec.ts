import type { GamePlayer } from './support/game-player.ts'
import { expect, SMALL_PHONE, test } from './support/game-fixture.ts'
import { keepReveals } from './support/reveal-hold.ts'

const CHOOSER = '/app/private-game'

/** Goes from the question back to the lobby by the screen's own links. */
async function goToLobbyByHand(player: GamePlayer): Promise<void> {
  await player.page.getByRole('banner').getByRole('link', { name: 'Quizmaster' }).click()
  await player.expectAtDashboard()
  await player.page.getByRole('link', { name: 'Active game' }).click()
  await player.expectAt('lobby')
  await expect(player.main.getByRole('heading', { name: 'Game in progress' })).toBeVisible()
}

/** Leaves a running game through its lobby, confirming the sheet. */
async function leaveByHand(player: GamePlayer): Promise<void> {
  await goToLobbyByHand(player)
  await player.button('Leave game').click()
  await player.sheet.getByRole('button', { name: 'Leave game' }).click()
  await player.expectAtDashboard()
}

test('when the host closes the tab during a game, it continues for the others', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const friend = await games.newPlayer('Frida Friend', SMALL_PHONE)
  // The guests have more time, so that only the host's can run out.
  await games.giveTime(guest, friend)
  const keepers = [await keepReveals(guest.page), await keepReveals(friend.page)]
  const id = await games.openLobby(host, guest, friend)
  await games.start(host, guest, friend)
  await host.page.context().close()
  await games.answerAll(id, [
    [guest, true],
    [friend, false],
  ])
  await Promise.all(
    [guest, friend].map(async (player) => {
      await expect(player.waiting).toBeVisible()
      await expect(player.ranking, 'the question closes without the host').toHaveCount(3)
      await expect(player.ranking.first()).toContainText(guest.name)
    }),
  )
  for (const keeper of keepers) keeper.release()
  for (const player of [guest, friend]) await expect(player.main.getByText('Question 2 of 5')).toBeVisible()
  const game = await games.fetchGame(guest, id)
  expect(game).toMatchObject({ status: 'running', creator_id: expect.any(String) })
  const hostId = game.players.find((player) => player.user_id === game.creator_id)?.id ?? ''
  expect(game.state.answers[0]?.[hostId as never]).toMatchObject({ answer: null, time_spent: 20_000, points: 0 })
})

test('leaving a game asks for confirmation; the others play on, and the last one sees that it was abandoned', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  const friend = await games.newPlayer('Frida Friend')
  const keepers = [await keepReveals(host.page), await keepReveals(friend.page)]
  const id = await games.openLobby(host, guest, friend)
  await games.removeClock(host)
  await games.start(host, guest, friend)

  await goToLobbyByHand(guest)
  await expect(guest.main.getByText('If you leave the game, your progress is lost.')).toBeVisible()
  await expect(guest.button('Cancel game')).toHaveCount(0)
  await guest.button('Leave game').click()
  await expect(guest.sheet.getByRole('heading', { name: 'Leave game?' })).toBeVisible()
  await expect(guest.sheet.getByRole('button', { name: 'Keep the game' })).toBeFocused()
  await guest.page.keyboard.press('Escape')
  await expect(guest.sheet).toBeHidden()
  await guest.button('Leave game').click()
  await guest.sheet.getByRole('button', { name: 'Keep the game' }).click()
  await expect(guest.sheet).toBeHidden()
  await guest.expectAt('lobby')
  await guest.button('Leave game').click()
  await guest.sheet.getByRole('button', { name: 'Leave game' }).click()
  await guest.expectAtDashboard()
  await expect(guest.page.getByRole('link', { name: 'Active game' })).toHaveCount(0)
  await expect(guest.toasts, 'nobody closed the game').toHaveCount(0)
  await guest.goTo('play')
  await guest.expectAtDashboard()

  // Two players are left: the game does not wait for the third.
  await games.answerAll(id, [
    [host, true],
    [friend, false],
  ])
  await Promise.all([host, friend].map((player) => expect(player.ranking).toHaveCount(2)))
  for (const keeper of keepers) keeper.release()
  for (const player of [host, friend]) await expect(player.main.getByText('Question 2 of 5')).toBeVisible()

  await leaveByHand(friend)
  await host.expectAt('results')
  await expect(host.main.getByRole('heading', { name: 'This game was abandoned' })).toBeVisible()
  await expect(host.results).toHaveCount(0)
  await expect(host.button('Play again')).toHaveCount(0)
  await host.button('Archive').click()
  await host.expectAtDashboard()
})

test('after a confirmation the host cancels a running game; all see the results and earn nothing', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host', SMALL_PHONE)
  const guest = await games.newPlayer('Gustav Guest')
  const id = await games.openLobby(host, guest)
  await games.removeClock(host)
  await games.start(host, guest)
  await games.answerAll(id, [
    [host, false],
    [guest, true],
  ])
  await games.untilClosed(host, id, 1)
  await goToLobbyByHand(host)
  await expect(host.main.getByText('If you cancel the game, progress is lost.')).toBeVisible()
  await expect(host.button('Leave game')).toHaveCount(0)
  await host.button('Cancel game').click()
  await expect(host.sheet.getByRole('heading', { name: 'Cancel game?' })).toBeVisible()
  await expect(host.sheet.getByRole('button', { name: 'Keep the game' })).toBeFocused()
  await host.sheet.getByRole('button', { name: 'Keep the game' }).click()
  await expect(host.sheet).toBeHidden()
  await host.expectAt('lobby')
  await guest.expectAt('play')
  await host.button('Cancel game').click()
  await host.sheet.getByRole('button', { name: 'Cancel game' }).click()
  for (const player of [host, guest]) {
    await player.expectAt('results')
    await expect(player.results).toHaveCount(2)
  }
  await expect(guest.results.first()).toContainText(guest.name)
  await expect(guest.results.first().getByRole('cell').nth(2), 'there were points to lose').toHaveText('1,000')
  await host.button('Archive').click()
  for (const player of [host, guest]) {
    await player.expectAtDashboard()
    await expect(player.main.getByText('0 / 50', { exact: true })).toBeVisible()
  }
})

test('creating a new game as a host asks for confirmation, closes the old one and notifies its players', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  const oldId = await games.openLobby(host, guest)
  await host.page.goto(CHOOSER)
  await host.button('New').click()
  await expect(host.sheet.getByRole('heading', { name: 'You already have a game' })).toBeVisible()
  await expect(host.sheet).toContainText('A new game cancels it, and its players are notified.')
  await expect(host.sheet.getByRole('button', { name: 'Keep the game' })).toBeFocused()
  await host.sheet.getByRole('button', { name: 'Keep the game' }).click()
  await expect(host.sheet).toBeHidden()
  expect((await games.fetchGame(guest, oldId)).status, 'asking changes nothing').toBe('pending')

  await host.button('New').click()
  await Promise.all([
    expect(guest.toasts).toContainText('The game was closed'),
    host.sheet.getByRole('button', { name: 'Start a new game' }).click(),
  ])
  await guest.expectAtDashboard()
  await host.sheet.getByRole('button', { name: 'Go to lobby' }).click()
  await expect(host.sheet).toBeHidden()
  await host.expectAt('lobby')
  await expect(host.players).toHaveCount(1)
  await expect(host.main.getByRole('definition')).toHaveText(/^[1-9]\d{7}$/)
  await expect(host.main.getByRole('definition')).not.toHaveText(oldId)
})

test('creating a game as a guest asks for confirmation and leaves the old game to the others', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const oldId = await games.openLobby(host, guest)
  await guest.page.goto(CHOOSER)
  await guest.button('New').click()
  await expect(guest.sheet).toContainText('To start a new one you leave it, and your progress in it is lost.')
  await guest.sheet.getByRole('button', { name: 'Start a new game' }).click()
  await expect(host.players).toHaveCount(1)
  await guest.sheet.getByRole('button', { name: 'Go to lobby' }).click()
  await guest.expectAt('lobby')
  await expect(guest.main.getByRole('definition')).not.toHaveText(oldId)
  await expect(guest.players).toHaveCount(1)
  await expect(guest.toasts).toHaveCount(0)
  await expect(host.main.getByRole('definition')).toHaveText(oldId)
})

test('leaving a lobby needs no confirmation, and archiving it sends the others to the dashboard', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const friend = await games.newPlayer('Frida Friend')
  await games.openLobby(host, guest, friend)
  await guest.button('Leave game').click()
  await guest.expectAtDashboard()
  await expect(guest.sheet).toHaveCount(0)
  await expect(host.players).toHaveCount(2)
  await Promise.all([expect(friend.toasts).toContainText('The game was closed'), host.button('Archive game').click()])
  for (const player of [host, friend]) await player.expectAtDashboard()
  await expect(host.toasts).toHaveCount(0)
  await expect(guest.toasts, 'who left has nothing to do with it').toHaveCount(0)
})

test('the host removes a player from the lobby, who is notified and cannot come back', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host', SMALL_PHONE)
  const guest = await games.newPlayer('Gustav Guest')
  const id = await games.openLobby(host, guest)
  await expect(guest.button('Remove Hannah Host')).toHaveCount(0)

  await host.button('Remove Gustav Guest').click()
  await expect(host.sheet.getByText('They leave the lobby and cannot join this game again.')).toBeVisible()
  await host.sheet.getByRole('button', { name: 'Keep player' }).click()
  await expect(host.players).toHaveCount(2)

  await host.button('Remove Gustav Guest').click()
  await Promise.all([
    expect(guest.toasts).toContainText('The host has removed you from the game'),
    host.sheet.getByRole('button', { name: 'Remove player' }).click(),
  ])
  await expect(host.sheet).toHaveCount(0)
  await expect(host.main.getByText('At least 2 players are needed')).toBeVisible()
  await guest.expectAtDashboard()

  await guest.page.goto(`/app/private-game/join/${id}`, { waitUntil: 'commit' })
  await expect(guest.toasts).toContainText('The host has removed you from this game')
  await guest.expectAtDashboard()
  await expect(host.main.getByText('Gustav Guest')).toHaveCount(0)
})
