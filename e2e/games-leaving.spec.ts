import type { PlayerSeat } from './support/player-seat.ts'
import { expect, SMALL_PHONE, test } from './support/game-table.ts'

const CHOOSER = '/app/private-game'

/** From the question to the lobby, by what can be pressed. */
async function goToLobbyByHand(seat: PlayerSeat): Promise<void> {
  await seat.page.getByRole('banner').getByRole('link', { name: 'Quizmaster' }).click()
  await seat.expectAtDashboard()
  await seat.page.getByRole('link', { name: 'Active game' }).click()
  await seat.expectAt('lobby')
  await expect(seat.main.getByRole('heading', { name: 'Game in progress' })).toBeVisible()
}

/** Leaves a game that is on, through its lobby and the question whether one means it. */
async function leaveByHand(seat: PlayerSeat): Promise<void> {
  await goToLobbyByHand(seat)
  await seat.button('Leave game').click()
  await seat.sheet.getByRole('button', { name: 'Leave game' }).click()
  await seat.expectAtDashboard()
}

test('the host closes the tab for good in the middle of a game: it goes on for the others', async ({ table }) => {
  const host = await table.seat('Hannah Host')
  const guest = await table.seat('Gustav Guest')
  const friend = await table.seat('Frida Friend', SMALL_PHONE)
  const id = await table.openLobby(host, guest, friend)
  await table.start(host, guest, friend)
  await host.page.context().close()
  await table.answerAll(id, [
    [guest, true],
    [friend, false],
  ])
  await Promise.all(
    [guest, friend].map(async (seat) => {
      await expect(seat.waiting).toBeVisible()
      await expect(seat.ranking, 'the question closes without the host').toHaveCount(3, { timeout: 30_000 })
      await expect(seat.ranking.first()).toContainText(guest.name)
    }),
  )
  for (const seat of [guest, friend]) await expect(seat.main.getByText('Question 2 of 5')).toBeVisible()
  const game = await table.look(guest, id)
  expect(game).toMatchObject({ status: 'running', creator_id: expect.any(String) })
  const hostId = game.players.find((player) => player.user_id === game.creator_id)?.id ?? ''
  expect(game.state.answers[0]?.[hostId as never]).toMatchObject({ answer: null, time_spent: 20_000, points: 0 })
})

test('who leaves a game is asked first; the others play on, and the last one is told that it was abandoned', async ({
  table,
}) => {
  const host = await table.seat('Hannah Host')
  const guest = await table.seat('Gustav Guest', SMALL_PHONE)
  const friend = await table.seat('Frida Friend')
  const id = await table.openLobby(host, guest, friend)
  await table.start(host, guest, friend)

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

  // Two are left: nobody waits for the one who is gone.
  await table.answerAll(id, [
    [host, true],
    [friend, false],
  ])
  await Promise.all([host, friend].map((seat) => expect(seat.ranking).toHaveCount(2)))
  for (const seat of [host, friend]) await expect(seat.main.getByText('Question 2 of 5')).toBeVisible()

  await leaveByHand(friend)
  await host.expectAt('results')
  await expect(host.main.getByRole('heading', { name: 'This game was abandoned' })).toBeVisible()
  await expect(host.results).toHaveCount(0)
  await expect(host.button('Play again')).toHaveCount(0)
  await host.button('Archive').click()
  await host.expectAtDashboard()
})

test('the host cancels a game that is on, after being asked; everybody comes to the results and earns nothing', async ({
  table,
}) => {
  const host = await table.seat('Hannah Host', SMALL_PHONE)
  const guest = await table.seat('Gustav Guest')
  const id = await table.openLobby(host, guest)
  await table.start(host, guest)
  await table.answerAll(id, [
    [host, false],
    [guest, true],
  ])
  await expect(guest.correct).toBeVisible()
  await goToLobbyByHand(host)
  await expect(host.main.getByText('If you cancel the game, progress is lost.')).toBeVisible()
  await expect(host.button('Leave game')).toHaveCount(0)
  await host.button('Cancel game').click()
  await expect(host.sheet.getByRole('heading', { name: 'Cancel game?' })).toBeVisible()
  await expect(host.sheet.getByRole('button', { name: 'Keep the game' })).toBeFocused()
  await host.sheet.getByRole('button', { name: 'Keep the game' }).click()
  await expect(host.sheet).toBeHidden()
  await host.expectAt('lobby')
  await expect(guest.timer.or(guest.ranking.first()), 'the game is still on').toBeVisible()
  await host.button('Cancel game').click()
  await host.sheet.getByRole('button', { name: 'Cancel game' }).click()
  for (const seat of [host, guest]) {
    await seat.expectAt('results')
    await expect(seat.results).toHaveCount(2)
  }
  await expect(guest.results.first()).toContainText(guest.name)
  await expect(guest.results.first().getByRole('cell').nth(2), 'there were points to lose').toHaveText(
    /^[5-9]\d\d$|^1,000$/,
  )
  await host.button('Archive').click()
  for (const seat of [host, guest]) {
    await seat.expectAtDashboard()
    await expect(seat.main.getByText('0 / 50', { exact: true })).toBeVisible()
  }
})

test('a host who wants a new game is asked; the old one is closed, and its players are told', async ({ table }) => {
  const host = await table.seat('Hannah Host')
  const guest = await table.seat('Gustav Guest', SMALL_PHONE)
  const oldId = await table.openLobby(host, guest)
  await host.page.goto(CHOOSER)
  await host.button('New').click()
  await expect(host.sheet.getByRole('heading', { name: 'You already have a game' })).toBeVisible()
  await expect(host.sheet).toContainText('A new game cancels it, and its players are notified.')
  await expect(host.sheet.getByRole('button', { name: 'Keep the game' })).toBeFocused()
  await host.sheet.getByRole('button', { name: 'Keep the game' }).click()
  await expect(host.sheet).toBeHidden()
  expect((await table.look(guest, oldId)).status, 'asking changes nothing').toBe('pending')

  await host.button('New').click()
  await host.sheet.getByRole('button', { name: 'Start a new game' }).click()
  await guest.expectAtDashboard()
  await expect(guest.toasts).toContainText('The game was closed')
  await host.sheet.getByRole('button', { name: 'Go to lobby' }).click()
  await expect(host.sheet).toBeHidden()
  await host.expectAt('lobby')
  await expect(host.players).toHaveCount(1)
  await expect(host.main.getByRole('definition')).toHaveText(/^[1-9]\d{7}$/)
  await expect(host.main.getByRole('definition')).not.toHaveText(oldId)
})

test('a player who wants a game of their own is asked, and leaves the old one to the others', async ({ table }) => {
  const host = await table.seat('Hannah Host')
  const guest = await table.seat('Gustav Guest')
  const oldId = await table.openLobby(host, guest)
  await guest.page.goto(CHOOSER)
  await guest.button('New').click()
  await expect(guest.sheet).toContainText('You leave it for a new one, and your progress in it is lost.')
  await guest.sheet.getByRole('button', { name: 'Start a new game' }).click()
  await expect(host.players).toHaveCount(1)
  await guest.sheet.getByRole('button', { name: 'Go to lobby' }).click()
  await guest.expectAt('lobby')
  await expect(guest.main.getByRole('definition')).not.toHaveText(oldId)
  await expect(guest.players).toHaveCount(1)
  await expect(guest.toasts).toHaveCount(0)
  await expect(host.main.getByRole('definition')).toHaveText(oldId)
})

test('leaving a lobby asks nothing, and archiving it sends the others home', async ({ table }) => {
  const host = await table.seat('Hannah Host')
  const guest = await table.seat('Gustav Guest')
  const friend = await table.seat('Frida Friend')
  await table.openLobby(host, guest, friend)
  await guest.button('Leave game').click()
  await guest.expectAtDashboard()
  await expect(guest.sheet).toHaveCount(0)
  await expect(host.players).toHaveCount(2)
  await host.button('Archive game').click()
  for (const seat of [host, friend]) await seat.expectAtDashboard()
  await expect(friend.toasts).toContainText('The game was closed')
  await expect(host.toasts).toHaveCount(0)
  await expect(guest.toasts, 'who left has nothing to do with it').toHaveCount(0)
})
