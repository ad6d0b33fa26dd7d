import type { Page } from '@playwright/test'
import type { GamePlayer } from './support/game-player.ts'
import { expect, SMALL_PHONE, test } from './support/game-fixture.ts'
import { RevealHold } from './support/reveal-hold.ts'

/** Expects the same question with the given answer and disabled buttons. */
async function expectAnswered(player: GamePlayer, question: string, chosenIndex: number): Promise<void> {
  await expect(player.question).toHaveText(question)
  await expect(player.waiting).toBeVisible()
  await expect(player.answers.nth(chosenIndex)).toHaveAttribute('data-state', 'pending')
  await expect(player.answers.and(player.page.locator('[aria-disabled=true]'))).toHaveCount(4)
}

/** From the next load on, holds the page's calls about its game until released. `keeper` may keep its reveals. */
async function holdGameCalls(page: Page, keeper?: RevealHold): Promise<() => void> {
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve))
  await page.routeWebSocket(/\/services\/gameplay\/socket/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => void isLetThrough.then(() => server.send(message)))
    if (keeper) server.onMessage((message) => keeper.take(String(message), () => socket.send(message)))
  })
  return letThrough
}

test('a reload and a second tab show the same screen in every phase, and a given answer stays given', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  await games.giveTime(host, guest)
  const id = await games.openLobby(host, guest)

  const tab = await test.step('lobby', async () => {
    await guest.page.reload()
    await guest.expectAt('lobby')
    await expect(guest.players).toHaveCount(2)
    const second = await games.secondTab(guest, '/app/private-game/lobby')
    await expect(second.players).toHaveCount(2)
    return second
  })

  await test.step('countdown: both tabs and the reloaded host go on to the game', async () => {
    const getReady = (player: GamePlayer) => player.main.getByRole('heading', { name: 'Get ready' })
    // Loading a page may take longer than the countdown, so only its game calls fall into it.
    const letThrough = await holdGameCalls(host.page)
    await host.page.reload()
    const countdowns = Promise.all([host, guest, tab].map((player) => expect(getReady(player)).toBeVisible()))
    await games.call(host, 'game/update', { status: 'starting' })
    letThrough()
    await countdowns
    for (const player of [host, guest, tab]) {
      await player.expectAt('play')
      await expect(player.answers).toHaveCount(4)
    }
  })

  const question = await host.question.innerText()
  await test.step('a question that is open and not answered', async () => {
    await guest.page.reload()
    await guest.expectAt('play')
    await expect(guest.question).toHaveText(question)
    await expect(guest.answers.and(guest.page.locator('[aria-disabled=true]'))).toHaveCount(0)
    await expect(guest.waiting).toHaveCount(0)
    await guest.expectRightTime(id)
    await expect(tab.question).toHaveText(question)
    await tab.expectRightTime(id)
  })

  await test.step('a question that is open and answered', async () => {
    const chosen = ((await games.rightIndex(tab, id)) + 1) % 4
    await tab.answers.nth(chosen).click()
    for (const player of [tab, guest]) await expectAnswered(player, question, chosen)
    await guest.page.reload()
    await expectAnswered(guest, question, chosen)
    await guest.page.keyboard.press(String(((chosen + 1) % 4) + 1))
    await expectAnswered(guest, question, chosen)
    await guest.expectRightTime(id)
  })

  await test.step('the reveal', async () => {
    // Loading a page may take longer than the reveal, too.
    const keeper = new RevealHold()
    const letThrough = await holdGameCalls(guest.page, keeper)
    await guest.page.reload()
    const right = await games.rightIndex(host, id)
    const answer = (await games.fetchGame(host, id)).questions.at(-1)?.answers[right]?.id
    const verdictInTab = expect(tab.sorry).toBeVisible()
    await games.call(host, 'game/commit_answer', { answer, time_spent: 1_000 })
    letThrough()
    await verdictInTab
    await Promise.all([
      expect(guest.sorry).toBeVisible(),
      expect(guest.question).toHaveText(question),
      expect(guest.ranking.first()).toContainText(host.name),
      expect(guest.answers).toHaveCount(0),
    ])
    keeper.release()
    // The server alone moves all tabs on, at the same time.
    for (const player of [host, guest, tab]) await expect(player.main.getByText('Question 2 of 5')).toBeVisible()
    await expect(guest.question).not.toHaveText(question)
  })

  await test.step('the lobby of a game that is on leads back to the question', async () => {
    await guest.goTo('lobby')
    await expect(guest.main.getByRole('heading', { name: 'Game in progress' })).toBeVisible()
    await guest.page.getByRole('link', { name: 'Go to game' }).click()
    await guest.expectAt('play')
    await expect(guest.question).toHaveText(await host.question.innerText())
  })

  await test.step('results', async () => {
    await games.call(host, 'game/update', { status: 'finished' })
    for (const player of [host, guest, tab]) await player.expectAt('results')
    const rows = await host.resultRows(2)
    await guest.page.reload()
    await guest.expectAt('results')
    expect(await guest.resultRows(2)).toEqual(rows)
    for (const screen of ['lobby', 'play'] as const) {
      await guest.goTo(screen)
      await guest.expectAt('results')
    }
  })

  await test.step('archived in one tab is archived in the other', async () => {
    await host.button('Archive').click()
    for (const player of [host, guest, tab]) await player.expectAtDashboard()
    await guest.goTo('results')
    await guest.expectAtDashboard()
  })
})
