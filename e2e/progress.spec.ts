import type { Page, Request, WebSocket } from '@playwright/test'
import { PlayScreen } from './support/play-screen.ts'
import { QuizServer } from './support/quiz-server.ts'
import { untilAtRest } from './support/screen-checks.ts'
import { expect, runUntilVisible, soon, store, test } from './support/test.ts'
import { UpgradeBlocker } from './support/upgrade-blocker.ts'

/** Opens a journey over all topics that was set up earlier. */
async function openJourney(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('practiceStateStore', '{"state":{"topics":null},"version":0}')
    // Ads are tested in ads.spec.ts.
    localStorage.setItem('questionsTillNextAd', '99')
  })
  await page.goto('/app/practice/play')
}

/** Gives the right answer and waits for the verdict. */
async function answerRight(play: PlayScreen): Promise<void> {
  const { rightIndex } = await play.solution()
  await play.answers.nth(rightIndex).click()
  await expect(play.correct).toBeVisible()
}

/** Like `answerRight`, on a page whose clock is stopped. */
async function answerRightWithClockStopped(page: Page, play: PlayScreen): Promise<void> {
  const { rightIndex } = await play.solution()
  await play.answers.nth(rightIndex).click()
  await runUntilVisible(page, play.correct)
}

async function goToNext(play: PlayScreen): Promise<void> {
  await play.next.click()
  await expect(play.verdict).toBeHidden()
}

/** Earns points over the API, like another device of the same player, in quick succession. */
async function earnElsewhere(quiz: QuizServer, token: string, count: number): Promise<void> {
  const { data } = await quiz.post('gameplay/api/question/random_list', { topics: null, count }, token)
  const servedAtMs = Date.now()
  const rightAnswers = await Promise.all(
    (data as { id: string; answers: { id: string }[] }[]).map(async ({ id: question_id, answers }) => ({
      question_id,
      answer_id: await quiz.rightAnswerId(question_id, answers),
    })),
  )
  // Quicker answers would not count for the week's leaderboard.
  await expect.poll(() => Date.now() - servedAtMs).toBeGreaterThan(1_000)
  for (const answer of rightAnswers) await quiz.post('gameplay/api/question/verify_answer', answer, token)
}

const levelBar = (page: Page) => page.getByRole('banner').getByRole('progressbar', { name: 'Level progress' })
const tile = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Progress' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Congratulations!' })
const strip = (page: Page) => page.getByText('Reconnecting...', { exact: true })
const continueJourney = (page: Page) => sheet(page).getByRole('button', { name: 'Continue journey' })

test('the first rank at level 1 and then level 2 are celebrated over an answered question', async ({
  player,
  quiz,
}) => {
  const token = await player.evaluate(() => localStorage.getItem('token') ?? '')
  const play = new PlayScreen(player, quiz)
  await player.clock.install()
  await expect(tile(player)).toContainText('Level 0')
  await openJourney(player)
  await expect(player.getByText('Lvl. 0', { exact: true })).toBeVisible()
  await answerRight(play)
  await expect(levelBar(player)).toHaveAttribute('value', '20')
  await earnElsewhere(quiz, token, 3)
  await expect(levelBar(player)).toHaveAttribute('value', '80')
  await goToNext(play)
  await answerRight(play)

  await expect(sheet(player)).toBeVisible()
  for (const text of ['Level 1 achieved', 'New rank unlocked', 'Wanderer']) {
    await expect(sheet(player).getByText(text, { exact: true })).toBeVisible()
  }
  await expect(continueJourney(player)).toBeFocused()
  await expect(sheet(player).getByRole('img', { name: 'Wanderer' })).toBeVisible()
  await player.keyboard.press('Enter')
  await expect(sheet(player)).toBeHidden()
  await expect(player.getByText('Lvl. 1', { exact: true })).toBeVisible()

  await earnElsewhere(quiz, token, 5)
  await goToNext(play)
  // It says so for 3 s.
  await player.clock.pauseAt(await soon(player))
  await answerRightWithClockStopped(player, play)
  await runUntilVisible(player, sheet(player).getByText('New level!'))
  await player.clock.resume()
  await expect(sheet(player).getByText("You've reached level 2")).toBeVisible()
  await expect(sheet(player).getByText('You are progressing in rank Wanderer')).toBeVisible()
  await continueJourney(player).click()
  await expect(sheet(player)).toBeHidden()

  await player.getByRole('link', { name: 'Quizmaster' }).click()
  await expect(tile(player)).toContainText('Rank 1 of 8')
  await expect(tile(player)).toContainText('Level 2')
  await expect(tile(player)).toContainText('0 / 70')
})

test('a sheet keeps its height when its button appears', async ({ player, quiz }) => {
  const token = await player.evaluate(() => localStorage.getItem('token') ?? '')
  // Holds back the updates until both levels are reached, however long that takes.
  const held: (() => void)[] = []
  let holds = false
  await player.routeWebSocket(/\/services\/stats\/socket/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (holds) held.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  await player.clock.install()
  await player.reload()
  await expect(tile(player)).toContainText('Level 0')
  holds = true
  await earnElsewhere(quiz, token, 11)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await player.clock.pauseAt(await soon(player))
  holds = false
  for (const send of held) send()
  // Levels 1 and 2 were reached at once: the level is celebrated first, then the rank.
  await runUntilVisible(player, sheet(player).getByText('New level!'))
  await untilAtRest(sheet(player))
  const first = await sheet(player).boundingBox()
  await runUntilVisible(player, continueJourney(player))
  expect(await sheet(player).boundingBox()).toEqual(first)
  await player.clock.resume()
  await continueJourney(player).click()
  await expect(sheet(player).getByText('New rank unlocked')).toBeVisible()
})

test('no sheet opens over a question that waits for its answer', async ({ player, quiz }) => {
  await player.clock.install()
  const token = await player.evaluate(() => localStorage.getItem('token') ?? '')
  const play = new PlayScreen(player, quiz)
  await openJourney(player)
  await expect(player.getByText('Lvl. 0', { exact: true })).toBeVisible()
  await expect(play.answers).toHaveCount(4)
  await earnElsewhere(quiz, token, 5)
  await expect(player.getByText('Lvl. 1', { exact: true })).toBeVisible()
  await player.clock.runFor(5_000)
  await expect(sheet(player)).toBeHidden()
  await play.answers.first().click()
  await expect(sheet(player)).toBeVisible()
  // By text, because roles behind the sheet are hidden.
  await expect(player.getByText(/^(That's correct! Answer is|Sorry, correct answer is)$/)).toBeVisible()
})

test('pressing "Next question" right after the verdict does not delay the sheet', async ({ player, quiz }) => {
  const token = await player.evaluate(() => localStorage.getItem('token') ?? '')
  const play = new PlayScreen(player, quiz)
  await player.clock.install()
  await openJourney(player)
  await earnElsewhere(quiz, token, 4)
  await expect(levelBar(player)).toHaveAttribute('value', '80')
  // The sheet opens a second after the verdict.
  await player.clock.pauseAt(await soon(player))
  await answerRightWithClockStopped(player, play)
  await play.next.click()
  await expect(player.getByText('Lvl. 1', { exact: true })).toBeVisible()
  await player.clock.resume()
  await expect(sheet(player).getByText('New rank unlocked')).toBeVisible()
  await continueJourney(player).click()
  await expect(play.verdict).toBeHidden()
  await expect(play.answers).toHaveCount(4)
})

test('points earned in one tab show up in the other one', async ({ player, quiz, context }) => {
  const play = new PlayScreen(player, quiz)
  const other = await context.newPage()
  await other.goto('/app/dashboard')
  await expect(tile(other)).toContainText('0 / 50')
  await openJourney(player)
  await answerRight(play)
  await expect(tile(other)).toContainText('10 / 50')
  await expect(levelBar(player)).toHaveAttribute('value', '20')
})

test('a wrong answer earns nothing', async ({ player, quiz }) => {
  const play = new PlayScreen(player, quiz)
  await openJourney(player)
  await expect(levelBar(player)).toHaveAttribute('value', '0')
  const { wrongIndex } = await play.solution()
  await play.answers.nth(wrongIndex).click()
  await expect(play.sorry).toBeVisible()
  await expect(levelBar(player)).toHaveAttribute('value', '0')
})

test('a server crash is shown, and after the restart the points are up to date', async ({ browser }) => {
  const quiz = await QuizServer.start()
  const page = await browser.newPage({ baseURL: quiz.url })
  try {
    const token = await quiz.signIn('phoenix@example.com')
    await store(page, { token })
    await page.goto('/app/dashboard')
    await expect(tile(page)).toContainText('0 / 50')
    await quiz.end('SIGKILL')
    await expect(strip(page)).toBeVisible()
    await expect(tile(page)).toContainText('0 / 50')
    await quiz.start()
    await earnElsewhere(quiz, token, 2)
    await expect(strip(page)).toBeHidden()
    await expect(tile(page)).toContainText('20 / 50')
    await earnElsewhere(quiz, token, 1)
    await expect(tile(page)).toContainText('30 / 50')
  } finally {
    await page.close()
    await quiz.dispose()
  }
})

test('behind a proxy that refuses upgrades points arrive by long-poll', async ({ browser, quiz, email }) => {
  const blocker = await UpgradeBlocker.start(quiz.url)
  const page = await browser.newPage({ baseURL: blocker.url })
  const polls = watchPolls(page)
  try {
    const token = await quiz.signIn(email)
    await store(page, { token })
    await page.goto('/app/dashboard')
    await expect(tile(page)).toContainText('0 / 50')
    expect(polls.length).toBeGreaterThan(0)
    await earnElsewhere(quiz, token, 1)
    await expect(tile(page)).toContainText('10 / 50')
    await expect(strip(page)).toBeHidden()
    expect(polls.filter((poll) => poll.url().includes(token))).toEqual([])
  } finally {
    await page.close()
    await blocker.stop()
  }
})

test('with WebSocket there is no long-poll, and no URL contains a secret', async ({ page, quiz, email }) => {
  const polls = watchPolls(page)
  const addresses: string[] = []
  page.on('websocket', (socket) => addresses.push(socket.url()))
  const token = await quiz.signIn(email)
  await store(page, { token })
  await page.goto('/app/dashboard')
  await expect(tile(page)).toContainText('0 / 50')
  await expect
    .poll(() => addresses.map((address) => new URL(address).pathname).toSorted())
    .toEqual(['/services/gameplay/socket/websocket', '/services/stats/socket/websocket'])
  expect(addresses.map((address) => new URL(address).search).filter((search) => search !== '?vsn=2.0.0')).toEqual([])
  expect(polls).toEqual([])
})

test('signing out closes the sockets, and no new one is opened', async ({ player }) => {
  await player.clock.install()
  // The sockets of the page before are not counted.
  await player.goto('about:blank')
  const sockets: WebSocket[] = []
  player.on('websocket', (socket) => sockets.push(socket))
  const open = () => sockets.filter((socket) => !socket.isClosed()).length
  await player.goto('/app/dashboard/profile')
  await expect.poll(open).toBe(2)
  await player.getByRole('button', { name: 'Logout' }).click()
  await expect(player).toHaveURL(/\/base\/home/)
  await expect.poll(open).toBe(0)
  const opened = sockets.length
  // Longer than the longest wait before a reconnect.
  await player.clock.runFor(30_000)
  expect(sockets).toHaveLength(opened)
})

test("the leaderboard shows earned points with the player's own row marked, and has a link back", async ({
  player,
  quiz,
}) => {
  const token = await player.evaluate(() => localStorage.getItem('token') ?? '')
  await earnElsewhere(quiz, token, 3)
  await expect(tile(player)).toContainText('30 / 50')
  await tile(player).getByRole('link', { name: 'Leaderboard' }).click()
  await expect(player).toHaveURL('/app/dashboard/leaderboard')
  await expect(player.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  const own = player.getByRole('row', { name: /Player \d{4}/ }).and(player.locator('[aria-current]'))
  await expect(own).toContainText('30')
  await expect(player.getByRole('columnheader')).toHaveText(['#', 'Player', 'Points'])
  await player.getByRole('tab', { name: 'This week' }).click()
  await expect(own).toContainText('30')
  await player.getByRole('link', { name: 'Back' }).click()
  await expect(player).toHaveURL('/app/dashboard')
})

/** The requests of the long-poll transport. */
function watchPolls(page: Page): Request[] {
  const polls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/longpoll')) polls.push(request)
  })
  return polls
}
