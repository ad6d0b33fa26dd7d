import { expect, SMALL_PHONE, test } from './support/game-fixture.ts'
import type { GamePlayer } from './support/game-player.ts'
import { keepReveals } from './support/reveal-hold.ts'
import { expectGoodLooks } from './support/screen-checks.ts'

const LINK = '/app/private-game/join'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (player: GamePlayer, name: string) => player.main.getByRole('heading', { level: 1, name, exact: true })
const listed = ({ main }: GamePlayer) => main.getByRole('list', { name: 'Answers' }).getByRole('listitem')
const seat = ({ page }: GamePlayer, text: string) => page.getByText(text, { exact: true })

test('a latecomer watches a question, its reveal and the results, and is in the next lobby', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const late = await games.newPlayer('Lea Late', SMALL_PHONE)
  const reveals = await keepReveals(late.page)
  const id = await games.openLobby(host, guest)
  await games.removeClock(host)
  await games.start(host, guest)

  await late.page.goto(`${LINK}/${id}`)
  await expect(late.page).toHaveURL('/app/private-game/watch')
  await expect(late.question).toHaveText(await host.question.innerText())
  await expect(listed(late)).toHaveCount(4)
  await expect(late.answers).toHaveCount(0)
  await expect(seat(late, 'You are watching')).toBeVisible()
  await host.answer(id, true)
  await expect(late.main.getByText('1 of 2 have answered')).toBeVisible()
  await late.page.reload()
  await expect(late.main.getByText('1 of 2 have answered')).toBeVisible()
  await expectGoodLooks(late.page, 'watched question', [SMALL_PHONE])

  await guest.answer(id, true)
  await expect(late.main.getByText(/^The answer is [A-D]$/)).toBeVisible()
  await expect(late.ranking).toHaveCount(2)
  await expectGoodLooks(late.page, 'watched reveal', [SMALL_PHONE])
  reveals.release()
  await games.call(host, 'game/update', { status: 'finished' })
  await expect(late.results).toHaveCount(2)
  await expect(seat(late, 'The next game opens here')).toBeVisible()
  await expectGoodLooks(late.page, 'watched results', [SMALL_PHONE])

  await host.expectAt('results')
  await host.button('Play again').click()
  await late.expectAt('lobby')
  await expect(late.players).toHaveCount(3)
  await expect(host.players.filter({ hasText: late.name })).toBeVisible()
})

test('with watching off, and by the link to a finished game, a latecomer gets only a seat', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const late = await games.newPlayer('Lea Late', SMALL_PHONE)
  const later = await games.newPlayer('Lars Later')
  const id = await games.openLobby(host, guest)
  await games.call(host, 'game/update', { settings: { has_clock: false, is_watchable: false } })
  await games.start(host, guest)

  await late.page.goto(`${LINK}/${id}`)
  await expect(heading(late, "Hannah Host's game is under way")).toBeVisible()
  await expect(seat(late, 'Your seat is kept')).toBeVisible()
  await expect(listed(late)).toHaveCount(0)
  await expectGoodLooks(late.page, 'watching off', [SMALL_PHONE])
  await games.call(host, 'game/update', { status: 'finished' })
  await expect(heading(late, 'This game is finished')).toBeVisible()

  await later.page.goto(`${LINK}/${id}`)
  await expect(heading(later, 'This game is finished')).toBeVisible()
  await expect(later.main.getByText('If Hannah Host plays again, you are in.')).toBeVisible()
  await later.page.goto('/app/dashboard')
  await later.page.getByRole('link', { name: 'Go to game' }).click()
  await later.button('Leave').click()
  await later.expectAtDashboard()
  await expect(later.page.getByRole('link', { name: 'Go to game' })).toHaveCount(0)

  await host.expectAt('results')
  await host.button('Play again').click()
  await late.expectAt('lobby')
  await expect(late.players).toHaveCount(3)
})
