import { expect, GameFixture, SMALL_PHONE, test } from './support/game-fixture.ts'
import type { GamePlayer } from './support/game-player.ts'
import { PageNetwork } from './support/page-network.ts'
import { QuizServer } from './support/quiz-server.ts'

/**
 * A host on a laptop and a guest on a phone, whose network can be cut, at the first question. They have 200 s to
 * answer, or the usual 20 s.
 */
async function playingPair(games: GameFixture, { hasUsualTime = false } = {}) {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  const network = await PageNetwork.of(guest.page)
  if (!hasUsualTime) await games.giveTime(host, guest)
  const id = await games.openLobby(host, guest)
  await games.start(host, guest)
  return { host, guest, network, id }
}

type Box = Awaited<ReturnType<GamePlayer['question']['boundingBox']>>

/** Whether the two elements do not overlap. */
function isApart([one, other]: Box[]): boolean {
  if (!one || !other) return false
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y
}

/** The page's style sheets. */
async function stylesOf({ page }: GamePlayer): Promise<Set<string | null>> {
  return new Set(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href)))
}

test("a player who is offline for 5 s sees that, can't press anything, and is then back in the same place", async ({
  games,
}) => {
  const { host, guest, network, id } = await playingPair(games)
  const question = await guest.question.innerText()
  const commits: string[] = []
  guest.page.on('request', (request) => {
    if (request.url().endsWith('/commit_answer')) commits.push(request.postData() ?? '')
  })

  const before = await guest.secondsShown()
  await network.cut()
  await expect(guest.page.getByText('You are offline', { exact: true })).toBeVisible()
  await expect(guest.answers.and(guest.page.locator('[aria-disabled=true]'))).toHaveCount(4)
  await guest.answers.first().click({ force: true })
  await guest.page.keyboard.press('1')
  await expect.poll(() => guest.secondsShown(), { message: 'the time goes on' }).toBeLessThanOrEqual(before - 5)
  expect(commits, 'nothing was sent').toEqual([])
  await expect(guest.waiting).toHaveCount(0)
  await network.restore()

  await expect(guest.page.getByText('You are offline', { exact: true })).toHaveCount(0)
  await expect(guest.answers.and(guest.page.locator('[aria-disabled=true]'))).toHaveCount(0)
  await expect(guest.question).toHaveText(question)
  await guest.expectRightTime(id)
  await guest.answer(id, true)
  await expect(guest.waiting).toBeVisible()
  // The reveal takes 5 s, so the test waits for it from before the answer.
  await Promise.all([expect(guest.correct).toBeVisible(), expect(host.sorry).toBeVisible(), host.answer(id, false)])
  for (const player of [host, guest]) await expect(player.main.getByText('Question 2 of 5')).toBeVisible()
})

test('an answer that was not sent can be given again; the message leaves timer and answers visible', async ({
  games,
}) => {
  const { guest, id } = await playingPair(games)
  const sizes = [
    [320, 568],
    [390, 844],
    [740, 360],
    [768, 1024],
    [1280, 800],
  ] as const
  for (const [width, height] of sizes) {
    await guest.page.setViewportSize({ width, height })
    await guest.page.route('**/commit_answer', (route) => route.abort(), { times: 1 })
    await guest.answers.first().click()
    const toast = guest.page.locator('[data-toast]').filter({ hasText: 'The server cannot be reached' })
    // The toast stays while the pointer is over it.
    await toast.hover()
    for (const kept of [guest.page.getByRole('timer'), guest.answers.first()]) {
      const boxes = await Promise.all([toast.boundingBox(), kept.boundingBox()])
      expect(isApart(boxes), JSON.stringify({ width, boxes })).toBe(true)
    }
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toHaveCount(0)
  }
  await guest.answer(id, true)
  await expect(guest.waiting).toBeVisible()
})

test('after a server crash during a question the answer stays, the lost time is given back and the game goes on', async ({
  browser,
}) => {
  const quiz = await QuizServer.start()
  const games = new GameFixture(browser, quiz)
  try {
    const { host, guest, id } = await playingPair(games)
    const question = await guest.question.innerText()
    const right = await games.rightIndex(host, id)
    await host.answers.nth(right).click()
    await expect(host.waiting).toBeVisible()
    await expect.poll(async () => Object.keys((await games.fetchGame(host, id)).state.answers[0] ?? {}).length).toBe(1)
    const { phase_ends_at: endedAt } = await games.fetchGame(guest, id)

    await quiz.end('SIGKILL')
    for (const player of [host, guest])
      await expect(player.page.getByText('Reconnecting...', { exact: true })).toBeVisible()
    await expect(guest.answers.and(guest.page.locator('[aria-disabled=true]'))).toHaveCount(4)
    // An outage of less than 2 s costs no time.
    const atKill = await guest.secondsShown()
    await expect.poll(() => guest.secondsShown()).toBeLessThanOrEqual(atKill - 3)
    await quiz.start()

    for (const player of [host, guest]) {
      await expect(player.page.getByText('Reconnecting...', { exact: true })).toHaveCount(0)
      await expect(player.question).toHaveText(question)
    }
    const { phase_ends_at: endsAt } = await games.fetchGame(guest, id)
    expect((endsAt ?? 0) - (endedAt ?? 0), 'the outage, in ms').toBeGreaterThan(2_000)
    await expect(host.waiting).toBeVisible()
    await expect(host.answers.nth(right)).toHaveAttribute('data-state', 'pending')
    await guest.expectRightTime(id)
    await Promise.all([
      expect(host.correct).toBeVisible(),
      expect(guest.sorry).toBeVisible(),
      expect(guest.ranking.first()).toContainText(host.name),
      guest.answer(id, false),
    ])
    for (const player of [host, guest]) await expect(player.main.getByText('Question 2 of 5')).toBeVisible()
    await Promise.all([
      ...[host, guest].map((player) => expect(player.correct).toBeVisible()),
      games.answerAll(id, [
        [host, true],
        [guest, true],
      ]),
    ])
    expect(games.pageErrors).toEqual([])
  } finally {
    await games.close()
    await quiz.dispose()
  }
})

test('all screens of a game are loaded before it starts: it can be finished without loading more of the app', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  await games.openLobby(host, guest)
  const isFetched = (screen: string) =>
    guest.page.evaluate(
      (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
      `/assets/${screen}-`,
    )
  for (const screen of ['game-play', 'results']) await expect.poll(() => isFetched(screen)).toBe(true)
  await guest.page.route('**/assets/**', (route) => route.abort())
  await games.start(host, guest)
  await games.call(host, 'game/update', { status: 'finished' })
  await guest.expectAt('results')
  await expect(guest.results).toHaveCount(2)
})

test('a screen that failed to load in the lobby is loaded later in the game, with its styles', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const isLater = /\/assets\/(?:game-play|results)-/
  const isTried = guest.page.waitForEvent('requestfailed', (request) => isLater.test(request.url()))
  await guest.page.route(isLater, (route) => route.abort())
  await games.openLobby(host, guest)
  await isTried
  await guest.page.unroute(isLater)
  await games.start(host, guest)
  await games.call(host, 'game/update', { status: 'finished' })
  for (const player of [host, guest]) {
    await player.expectAt('results')
    await expect(player.results).toHaveCount(2)
  }
  await expect.poll(() => stylesOf(guest)).toEqual(await stylesOf(host))
})

test('after more than 60 s offline a player has missed three questions and joins the current one', async ({
  games,
}) => {
  const { host, guest, network, id } = await playingPair(games, { hasUsualTime: true })

  await network.cut()
  await expect(guest.page.getByText('You are offline', { exact: true })).toBeVisible()
  // Without the guest each question stays open for the full 20 s.
  for (const number of [1, 2, 3]) {
    await expect(host.main.getByText(`Question ${number} of 5`)).toBeVisible()
    await host.answer(id, true)
  }
  await expect(host.main.getByText('Question 4 of 5')).toBeVisible()
  await network.restore()

  await expect(guest.page.getByText('You are offline', { exact: true })).toHaveCount(0)
  await expect(async () => {
    const { questions, state } = await games.fetchGame(host, id)
    expect(state.current_question_index, 'three questions were missed').toBeGreaterThanOrEqual(3)
    await expect(guest.question).toHaveText(questions.at(-1)?.text ?? '', { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await guest.expectRightTime(id)
  // The next question is open for 20 s from now, however long it took to come back.
  await expect(guest.main.getByText('Question 5 of 5')).toBeVisible()
  await guest.answer(id, true)
  await expect(guest.waiting).toBeVisible()
  await Promise.all([
    expect(guest.correct).toBeVisible(),
    expect(host.ranking.first()).toContainText(host.name),
    host.answer(id, false),
  ])
})

test('a phone that was locked during a question shows the right second and question when unlocked', async ({
  games,
}) => {
  const { host, guest, id } = await playingPair(games)
  // A locked phone stops a page's scripts, as a debugger pause does.
  const phone = await guest.page.context().newCDPSession(guest.page)
  await phone.send('Debugger.enable')
  const lock = async () => {
    const asleep = new Promise((resolve) => phone.once('Debugger.paused', resolve))
    await phone.send('Debugger.pause')
    await asleep
  }
  const unlock = () => phone.send('Debugger.resume')

  const before = await host.secondsShown()
  await lock()
  await expect.poll(() => host.secondsShown()).toBeLessThanOrEqual(before - 6)
  await unlock()
  await guest.expectRightTime(id)
  await guest.answer(id, true)
  await expect(guest.waiting).toBeVisible()

  await lock()
  await host.answer(id, false)
  await expect(host.main.getByText('Question 2 of 5')).toBeVisible()
  await unlock()
  await expect(guest.main.getByText('Question 2 of 5')).toBeVisible()
  await expect(guest.question).toHaveText(await host.question.innerText())
  await guest.expectRightTime(id)
  await guest.answer(id, false)
  await expect(guest.waiting).toBeVisible()
})
