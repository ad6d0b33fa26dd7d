import { expect, GameFixture, SMALL_PHONE, test } from './support/game-fixture.ts'
import { QuizServer } from './support/quiz-server.ts'

const CHOOSER = '/app/private-game'

test('a friend joins by id, a latecomer watches, and a wrong id shows its reason under the field', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  const late = await games.newPlayer('Lea Late')
  const id = await games.openLobby(host)
  const field = (player = guest) => player.main.getByLabel('Game id')
  const join = async (value: string, player = guest) => {
    await field(player).fill(value)
    await player.button('Join').click()
  }
  const told = (message: string, player = guest) =>
    expect(player.main.getByText(message, { exact: true })).toBeVisible()

  await guest.page.goto(CHOOSER)
  await guest.page.getByRole('link', { name: 'Join', exact: true }).click()
  await expect(guest.page).toHaveURL(`${CHOOSER}/join`)
  await join('')
  await told('Game id is a required field')
  await join('12ab5678')
  await told('Only numbers are allowed')
  await expect(field()).toBeFocused()
  await expect(field()).toHaveAttribute('aria-invalid', 'true')
  await join(id === '10000000' ? '10000001' : '10000000')
  await told('Game not found')
  await join('123')
  await told('Game not found')
  await expect(guest.page).toHaveURL(`${CHOOSER}/join`)
  await join(id)
  await guest.expectAt('lobby')
  await expect(guest.toasts).toHaveCount(0)
  await expect(host.players.filter({ hasText: guest.name })).toBeVisible()

  await games.start(host, guest)
  await late.page.goto(`${CHOOSER}/join`)
  await join(id, late)
  await told('Game has already started', late)
  await late.page.getByRole('link', { name: 'Watch this game' }).click()
  await expect(late.page).toHaveURL(`${CHOOSER}/watch`)

  // A player in a game can't open the form.
  await guest.page.goto(`${CHOOSER}/join`)
  await guest.expectAt('lobby')
})

test('a link to a game that is gone leads to the dashboard with the reason', async ({ games }) => {
  const late = await games.newPlayer('Lea Late')
  for (const gameId of ['10000000', 'no-number']) {
    await late.page.goto(`${CHOOSER}/join/${gameId}`, { waitUntil: 'commit' })
    await expect(late.toasts).toContainText(/Join game error.*Game not found/)
    await late.expectAtDashboard()
    expect(await late.page.evaluate(() => localStorage.getItem('joinGameId'))).toBeNull()
  }
})

test('a player in a game who opens a link to another one is warned and returned to the lobby', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const other = await games.newPlayer('Oskar Other')
  const id = await games.openLobby(host)
  const otherId = await games.openLobby(other)
  await host.page.goto(`${CHOOSER}/join/${otherId}`, { waitUntil: 'commit' })
  await expect(host.toasts).toContainText(/Already in the game.*Leave the current game to join another one/)
  await host.expectAt('lobby')
  await expect(host.main.getByRole('definition')).toHaveText(id)
  // The link to the player's own game shows no warning.
  await host.page.goto(`${CHOOSER}/join/${id}`)
  await host.expectAt('lobby')
  await expect(host.main.getByRole('definition')).toHaveText(id)
  await expect(host.toasts).toHaveCount(0)
})

test('with the flag off New is marked as in development, and joining by link still works', async ({ browser }) => {
  const quiz = await QuizServer.start()
  const games = new GameFixture(browser, quiz)
  try {
    const host = await games.newPlayer('Hannah Host')
    const guest = await games.newPlayer('Gustav Guest')
    const id = await games.open(host)
    await guest.page.goto(CHOOSER)
    await expect(guest.button('New')).toBeVisible()
    await quiz.end('SIGTERM')
    await quiz.start({ FLAGS: 'private_fun_mode_controls_enabled=false' })

    await guest.page.goto(CHOOSER)
    await expect(guest.main.getByText('In development', { exact: true })).toHaveCount(2)
    await expect(guest.button('New')).toHaveCount(0)
    await expect(guest.main.getByRole('link', { name: 'Join', exact: true })).toHaveCount(0)
    await expect(games.call(guest, 'game', { type: 'fun' })).rejects.toThrow('feature_disabled')
    await guest.page.goto(`${CHOOSER}/join/${id}`)
    await guest.expectAt('lobby')
    await expect(guest.players).toHaveCount(2)
    expect(games.pageErrors).toEqual([])
  } finally {
    await games.close()
    await quiz.dispose()
  }
})
