import { GamePlayer } from './support/game-player.ts'
import { expect, test } from './support/game-fixture.ts'
import { NativeDevice } from './support/native-device.ts'
import { RevealHold } from './support/reveal-hold.ts'

/** Wakes the phone, which shows the current state without anything else in between. */
async function wakeTo(device: NativeDevice, expectState: () => Promise<void>): Promise<void> {
  const flashes = await device.keepFlashes()
  await device.wake()
  await expectState()
  expect(await flashes()).toEqual([])
}

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
    await wakeTo(device, async () => {
      await guest.expectAt('play')
      await expect(guest.answers).toHaveCount(4)
    })
    await expect.poll(isAwake).toBe(1)
    await guest.expectRightTime(id)
  })

  await test.step('an open question: the same one, with the right time', async () => {
    const question = await guest.question.innerText()
    await device.sleep()
    await wakeTo(device, async () => {
      await expect(guest.question).toHaveText(question)
      await guest.expectRightTime(id)
    })
    await guest.answer(id, true)
    await expect(guest.waiting).toBeVisible()
    expect(device.called('Haptics.impact')).toEqual([{ style: 'LIGHT' }])
  })

  await test.step('an answered question: the verdict comes meanwhile', async () => {
    const wrong = ((await games.rightIndex(host, id)) + 1) % 4
    const answer = (await games.fetchGame(host, id)).questions.at(-1)?.answers[wrong]?.id
    await device.sleep()
    const reveals = new RevealHold()
    device.reveals = reveals
    // Over the API, so that most of the reveal's 5 s are left.
    await games.call(host, 'game/commit_answer', { answer, time_spent: 5_000 })
    await wakeTo(device, () => expect(guest.correct).toBeVisible())
    await expect(guest.ranking.first()).toContainText(/Player|Gustav/)
    await expect.poll(() => device.called('Haptics.notification')).toContainEqual({ type: 'SUCCESS' })
    device.reveals = null
    reveals.release()
  })

  await test.step('the ranking: the next question opens meanwhile', async () => {
    await device.sleep()
    await expect(host.main.getByText('Question 2 of 5')).toBeVisible()
    await wakeTo(device, () => expect(guest.main.getByText('Question 2 of 5')).toBeVisible())
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
    await wakeTo(device, async () => {
      await guest.expectAt('results')
      await expect(guest.results).toHaveCount(2)
    })
    await expect.poll(isAwake).toBe(0)
  })

  await test.step('results: the host closes the game meanwhile', async () => {
    await device.sleep()
    await host.button('Archive').click()
    await host.expectAtDashboard()
    await wakeTo(device, () => guest.expectAtDashboard())
  })

  expect(device.pageErrors).toEqual([])
  await device.close()
})

test("a host's phone sleeps during the countdown, and its back button asks before it cancels the game", async ({
  games,
  browser,
  quiz,
}) => {
  const token = await quiz.signIn(`${crypto.randomUUID()}@example.com`)
  const device = await NativeDevice.create(browser, quiz, { token })
  const host = new GamePlayer(device.page, games, 'Hannah Host', token)
  const guest = await games.newPlayer('Gustav Guest')
  await games.giveTime(host, guest)
  await quiz.post('user/api/game_name', { name: host.name }, token)
  const id = await games.open(host, guest)
  await device.start('/app/private-game/lobby')
  await expect(host.players).toHaveCount(2)
  await guest.goTo('lobby')

  // The countdown takes 3 s, so the test waits for it from before the press.
  const countdown = expect(device.page.getByRole('heading', { name: 'Get ready' })).toBeVisible()
  await host.button('Start game').click()
  await countdown
  await device.sleep()
  await guest.expectAt('play')
  await wakeTo(device, async () => {
    await host.expectAt('play')
    await expect(host.answers).toHaveCount(4)
    await host.expectRightTime(id)
  })

  const sheet = device.page.getByRole('dialog', { name: 'Cancel game?' })
  await device.pressBack()
  await expect(sheet).toBeVisible()
  await device.pressBack()
  await expect(sheet).toBeHidden()
  await host.expectAt('play')
  await device.pressBack()
  await host.button('Keep the game').click()
  await expect(sheet).toBeHidden()
  await host.expectAt('play')
  await device.pressBack()
  await sheet.getByRole('button', { name: 'Cancel game' }).click()
  await host.expectAt('results')
  await guest.expectAt('results')
  expect(device.pageErrors).toEqual([])
  await device.close()
})

test('the last 5 seconds of a question can be felt once, and so can its verdict', async ({ games, browser, quiz }) => {
  const host = await games.newPlayer('Hannah Host')
  const token = await quiz.signIn(`${crypto.randomUUID()}@example.com`)
  const device = await NativeDevice.create(browser, quiz, { token })
  const guest = new GamePlayer(device.page, games, 'Gustav Guest', token)
  // The page stays at the first reveal, so that no later question is felt.
  device.reveals = new RevealHold()
  await games.open(host, guest)
  await device.start('/app/private-game/lobby')
  await expect(guest.players).toHaveCount(2)
  await host.goTo('lobby')
  await host.button('Start game').click()
  await guest.expectAt('play')
  await expect.poll(() => device.called('Haptics.notification')).toEqual([{ type: 'WARNING' }, { type: 'WARNING' }])
  expect(device.called('Haptics.impact')).toEqual([])
  expect(device.pageErrors).toEqual([])
  await device.close()
})
