import { expect, test } from './support/game-fixture.ts'
import { expectGoodLooks, expectWholeWords } from './support/screen-checks.ts'

test('a player sets their own time in Account; it applies on other devices, and cannot be changed for a week', async ({
  games,
}) => {
  const player = await games.newPlayer('Selma Slowly')
  const { page } = player
  await page.goto('/app/dashboard/profile')
  const choice = page.getByRole('radiogroup', { name: 'Time to answer' })
  await expect(choice.getByRole('radio', { name: '1×, 20 seconds' })).toBeChecked()
  await choice.getByText('2×', { exact: true }).click()
  await expect(page.getByText('40', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^You can change it again on \d+ \w+$/)).toBeVisible()
  await expect(choice.getByRole('radio', { name: '3×, 60 seconds' })).toBeDisabled()
  await expectGoodLooks(page, 'time to answer, saved')
  await expectWholeWords(page, 'time to answer, saved')
  const other = await page.context().newPage()
  await other.goto('/app/dashboard/profile')
  await expect(other.getByRole('radio', { name: '2×, 40 seconds' })).toBeChecked()
  const refused = await games.quiz.post('user/api/settings', { time_factor: 3 }, player.token)
  expect(refused['code']).toBe('time_factor_kept')
})

test('in a game with relaxed time each player has their own clock, and only their own', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const slow = await games.newPlayer('Selma Slowly')
  await games.quiz.post('user/api/settings', { time_factor: 10 }, slow.token)
  const id = await games.openLobby(host, slow)
  await expect(host.main.getByText('Relaxed time')).toHaveCount(0)
  await games.start(host, slow)
  for (const player of [host, slow]) await expect(player.main.getByText('Relaxed time')).toBeVisible()
  expect((await games.fetchGame(slow, id)).answer_ms).toBe(200_000)
  expect(await games.fetchGame(host, id)).not.toHaveProperty('answer_ms')
  await slow.expectRightTime(id)
  await host.expectRightTime(id)

  const over = host.main.getByText('Your time is over. Waiting for other players')
  await expect(over).toBeVisible()
  // The slow player still sees the same question, even after a reload.
  await slow.page.reload()
  await expect(slow.answers).toHaveCount(4)
  await host.page.reload()
  await expect(over).toBeVisible()
  const verdicts = Promise.all([expect(slow.correct).toBeVisible(), expect(host.sorry).toBeVisible()])
  await slow.answer(id, true)
  await verdicts
  const { state, players } = await games.fetchGame(host, id)
  const own = players.find(({ name }) => name === slow.name)
  expect(state.points[own?.id ?? '']).toBeGreaterThanOrEqual(500)
})

test('a game without a clock waits for everybody; the next one counts who has won tonight', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const both = [host, guest]
  const firstId = await games.openLobby(host, guest)
  await host.goTo('settings')
  await host.main.getByText('No clock', { exact: true }).click()
  await expectGoodLooks(host.page, 'game settings, no clock')
  await host.page.getByRole('button', { name: /^Save/ }).click()
  await host.expectAt('lobby')
  for (const player of both) await expect(player.main.getByText('5 questions, no clock')).toBeVisible()

  const play = async (id: string, winner: (typeof both)[number]) => {
    await games.start(host, guest)
    for (let question = 1; question <= 5; question += 1) {
      for (const { main } of both) await expect(main.getByText(`Question ${question} of 5`)).toBeVisible()
      await expect(host.timer).toHaveCount(0)
      // Few enough right answers in both games not to reach a level, whose sheet would cover the results.
      const isRight = question <= 2
      await games.answerAll(
        id,
        both.map((player) => [player, isRight && player === winner] as const),
      )
      await games.untilClosed(winner, id, question)
    }
    for (const player of both) await player.expectAt('results')
  }
  const shapeOf = (name: string) =>
    guest.main.getByRole('row').filter({ hasText: name }).locator('path').first().getAttribute('d')

  await play(firstId, guest)
  expect(await guest.resultRows(2)).toEqual([expect.stringMatching(/2,000/), expect.stringMatching(/\b0$/)])
  await expect(guest.main.getByText(/^Tonight/)).toHaveCount(0)
  const shapes = await Promise.all(both.map(({ name }) => shapeOf(name)))
  await host.button('Play again').click()
  await guest.expectAt('lobby')
  await expect(guest.main.getByRole('definition')).not.toHaveText(firstId)
  await play(await guest.main.getByRole('definition').innerText(), guest)
  for (const { main } of both) await expect(main.getByText('Tonight: Gustav Guest 2', { exact: true })).toBeVisible()
  expect(await Promise.all(both.map(({ name }) => shapeOf(name)))).toEqual(shapes)
  await expectGoodLooks(guest.page, 'results of the second game')
})
