import { expect, SMALL_PHONE, test } from './support/game-fixture.ts'
import { keepReveals } from './support/reveal-hold.ts'
import { expectGoodLooks } from './support/screen-checks.ts'

test("after a game each question shows the player's own choice; a cancelled game has no podium", async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  await games.giveTime(host, guest)
  const keepers = [await keepReveals(host.page), await keepReveals(guest.page)]
  const id = await games.openLobby(host, guest)
  await games.start(host, guest)
  await games.answerAll(id, [
    [host, true],
    [guest, false],
  ])
  await games.untilClosed(host, id, 1)
  await games.call(host, 'game/update', { status: 'finished' })
  await expect(guest.sorry).toBeVisible()
  await expect(guest.main.getByText(/^You chose /)).toBeVisible()
  await expect(host.correct).toBeVisible()
  await expect(host.main.getByText(/^You chose /)).toHaveCount(0)

  for (const keeper of keepers) keeper.release()
  await guest.expectAt('results')
  expect(await guest.resultRows(2)).toHaveLength(2)
  await expect(guest.main.getByText('0 of 1 right, +0 for level and rank')).toBeVisible()
  await expect(guest.main.locator('section[aria-hidden=true]')).toHaveCount(0)

  await guest.main.getByRole('link', { name: /^Your answers/ }).click()
  await expect(guest.page).toHaveURL('/app/private-game/answers')
  const row = guest.main.getByRole('button', { name: /^Question 1, missed\. .* 0: not right, after \d+\.\d s$/ })
  await row.click()
  await expect(guest.main.getByText('You chose', { exact: true })).toBeVisible()
  await expect(guest.main.getByText('Right answer', { exact: true })).toBeVisible()
  // In the hour after midnight the game may have ended yesterday.
  await expect(guest.main.getByText(/^Comes back (tomorrow|soon)$/)).toBeVisible()
  await expectGoodLooks(guest.page, 'your answers')
  await guest.main.getByRole('button', { name: 'Report complaint' }).click()
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Notify us' }).click()
  await expect(guest.page.getByRole('heading', { name: 'Report submitted' })).toBeVisible()

  await host.expectAt('results')
  await host.main.getByRole('link', { name: /^Your answers/ }).click()
  await expect(
    host.main.getByRole('button', { name: /^Question 1, right\. .* \d+: right after \d+\.\d s$/ }),
  ).toBeVisible()
  await host.main.getByRole('link', { name: 'Game results' }).click()
  await host.expectAt('results')
})
