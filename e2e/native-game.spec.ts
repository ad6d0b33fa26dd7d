import { GamePlayer } from './support/game-player.ts'
import { expect, test } from './support/game-fixture.ts'
import { NativeDevice } from './support/native-device.ts'
import { RevealKeeper } from './support/reveal-keeper.ts'

test('a whole game on a phone that goes to the background and back in every phase', async ({
  games,
  browser,
  quiz,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const token = await quiz.signIn(`${crypto.randomUUID()}@example.com`)
  const device = await NativeDevice.create(browser, quiz, { token, platform: 'android' })
  await device.start()
  const guest = new GamePlayer(device.page, games, 'Gustav Guest', token)
  await games.giveTime(host, guest)
  const id = await games.open(host, guest)
  await host.goTo('lobby')
  await device.openLink('/app/private-game/lobby')
  await expect(guest.players).toHaveCount(2)
  const isAwake = () => device.called('KeepAwake.keepAwake').length - device.called('KeepAwake.allowSleep').length

  await test.step('lobby: the game starts meanwhile', async () => {
    expect(isAwake()).toBe(0)
    await device.sleep()
    await host.page.getByRole('button', { name: 'Start game' }).click()
    await host.expectAt('play')
    await device.wake()
    await guest.expectAt('play')
    await expect(guest.answers).toHaveCount(4)
    await expect.poll(isAwake).toBe(1)
    await guest.expectRightTime(id)
  })

  await test.step('an open question: the same one, with the right time', async () => {
    const question = await guest.question.innerText()
    await device.sleep()
    await device.wake()
    await expect(guest.question).toHaveText(question)
    await guest.expectRightTime(id)
    await guest.answer(id, true)
    await expect(guest.waiting).toBeVisible()
    expect(device.called('Haptics.impact')).toEqual([{ style: 'LIGHT' }])
  })

  await test.step('an answered question: the verdict comes meanwhile', async () => {
    const wrong = ((await games.rightIndex(host, id)) + 1) % 4
    const answer = (await games.fetchGame(host, id)).questions.at(-1)?.answers[wrong]?.id
    await device.sleep()
    const reveals = new RevealKeeper()
    device.reveals = reveals
    // Over the API, so that most of the reveal's 5 s are left.
    await games.call(host, 'game/commit_answer', { answer, time_spent: 5_000 })
    await device.wake()
    await expect(guest.correct).toBeVisible()
    await expect(guest.ranking.first()).toContainText(/Player|Gustav/)
    await expect.poll(() => device.called('Haptics.notification')).toContainEqual({ type: 'SUCCESS' })
    device.reveals = null
    reveals.release()
  })

  await test.step('the ranking: the next question opens meanwhile', async () => {
    await device.sleep()
    await expect(host.main.getByText('Question 2 of 5')).toBeVisible()
    await device.wake()
    await expect(guest.main.getByText('Question 2 of 5')).toBeVisible()
    await expect(guest.question).toHaveText(await host.question.innerText())
    await guest.expectRightTime(id)
  })

  await test.step("back in a running game asks first, and 'Keep the game' keeps it", async () => {
    await device.pressBack()
    await expect(guest.sheet).toBeVisible()
    await device.pressBack()
    await expect(guest.sheet).toBeHidden()
    await guest.expectAt('play')
    await device.pressBack()
    await guest.button('Keep the game').click()
    await guest.expectAt('play')
  })

  await test.step('the other questions, to the end', async () => {
    for (let number = 2; number <= 5; number += 1) {
      await expect(guest.main.getByText(`Question ${number} of 5`)).toBeVisible()
      await games.answerAll(id, [
        // Nobody is right five times, as that can reach a level, whose sheet would cover the results.
        [guest, false],
        [host, true],
      ])
      await games.untilClosed(host, id, number)
    }
    await device.sleep()
    await host.expectAt('results')
    await device.wake()
    await guest.expectAt('results')
    await expect(guest.results).toHaveCount(2)
    await expect.poll(isAwake).toBe(0)
  })

  await test.step('results: the host closes the game meanwhile', async () => {
    await device.sleep()
    await host.button('Archive').click()
    await host.expectAtDashboard()
    await device.wake()
    await guest.expectAtDashboard()
  })

  expect(device.pageErrors).toEqual([])
  await device.close()
})
