import { expect, SMALL_PHONE, test } from './support/game-fixture.ts'
import { GamePlayer } from './support/game-player.ts'
import { keepReveals } from './support/reveal-hold.ts'

/** The players who answer each of the five questions right. */
const PLAN = [
  { host: false, guest: true, friend: false },
  { host: true, guest: false, friend: false },
  { host: true, guest: false, friend: false },
  { host: true, guest: false, friend: false },
  { host: false, guest: true, friend: false },
]

const KEYS = { digits: ['1', '2', '3', '4'], letters: ['a', 'b', 'c', 'd'] } as const

/** Answers the question on the screen with the keyboard. */
async function press(player: GamePlayer, keys: keyof typeof KEYS, place: number): Promise<void> {
  await player.page.keyboard.press(KEYS[keys][place % 4] ?? '')
}

/** Expects the verdict, the right answer, and a ranking with the player's own row marked. */
async function expectReveal(player: GamePlayer, isRight: boolean): Promise<void> {
  await Promise.all([
    expect(isRight ? player.correct : player.sorry).toBeVisible(),
    expect(player.ranking).toHaveCount(3),
    expect(player.ranking.and(player.page.locator('[aria-current=true]'))).toContainText(player.name),
  ])
}

test('three friends play a whole game by link: one signs in for it, and the points count', async ({ games, quiz }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  await games.giveTime(host, guest)
  const keepers = [await keepReveals(host.page), await keepReveals(guest.page)]
  await host.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  const gameId = await test.step('the host makes a game and chooses what it is about', async () => {
    await host.page.goto('/app/dashboard')
    await host.page.getByRole('link', { name: 'Play with friends' }).click()
    await host.button('New').click()
    await host.expectAt('lobby')
    await expect(host.main.getByText('At least 2 players are needed')).toBeVisible()
    await expect(host.button('Start game')).toHaveCount(0)
    await host.main.getByRole('link', { name: 'Choose topics' }).click()
    await host.expectAt('settings')
    await expect(host.main.getByRole('heading', { level: 1 })).toHaveText('Select topics for the game')
    await expect(host.main.getByRole('switch', { name: 'All topics' })).toHaveCount(0)
    await expect(host.main.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    const chips = host.main.getByRole('group', { name: 'Topics' }).getByRole('button')
    const chosen = [await chips.nth(0).innerText(), await chips.nth(3).innerText()]
    await chips.nth(0).click()
    await chips.nth(3).click()
    await host.main.getByRole('radiogroup', { name: 'Number of questions' }).getByText('5', { exact: true }).click()
    await expect(host.page.getByRole('button', { name: /^Save/ })).toContainText('2')
    await host.page.getByRole('button', { name: /^Save/ }).click()
    await host.expectAt('lobby')
    for (const topic of chosen) await expect(host.main.getByText(topic, { exact: true })).toBeVisible()
    await expect(host.main.getByText('5 questions')).toBeVisible()
    return host.main.getByRole('definition').innerText()
  })

  const link = `${quiz.url}/app/private-game/join/${gameId}`
  await test.step('the invitation is a link and large digits, and on localhost says why there is no code', async () => {
    expect(gameId).toMatch(/^[1-9]\d{7}$/)
    await expect(host.main.getByText('Friends on other devices cannot open localhost.')).toBeVisible()
    const share = host.main.getByRole('button', { name: `/app/private-game/join/${gameId}` })
    // It says so for 2 s.
    await Promise.all([expect(share).toContainText('copied'), share.click()])
    expect(await host.page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await expect(share).not.toContainText('copied')
  })

  await test.step('a friend who is signed in comes by the link', async () => {
    await guest.page.goto(link)
    await guest.expectAt('lobby')
    await expect(guest.toasts).toHaveCount(0)
    await expect(host.players.filter({ hasText: guest.name })).toBeVisible()
    await expect(host.main.getByText('At least 2 players are needed')).toHaveCount(0)
    await expect(guest.button('Leave game')).toBeVisible()
    await expect(guest.button('Archive game')).toHaveCount(0)
    await expect(guest.button('Start game')).toHaveCount(0)
    await expect(guest.main.getByRole('link', { name: 'Game settings' })).toHaveCount(0)
  })

  const friend =
    await test.step('a friend without an account is invited, signs in, and lands in the lobby', async () => {
      const email = `${crypto.randomUUID()}@example.com`
      const page = await games.newVisitor()
      keepers.push(await keepReveals(page))
      await page.goto(link)
      await expect(page).toHaveURL('/base/home')
      await expect(page.getByText('You are invited to a game. Sign in to join it.')).toBeVisible()
      await expect(page.getByText(gameId, { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Request code' }).click()
      await page.getByLabel('Digit 1 of 6').click()
      await page.keyboard.type(await quiz.mailedCode(email))
      await expect(page).toHaveURL('/app/private-game/lobby')
      expect(await page.evaluate(() => localStorage.getItem('joinGameId'))).toBeNull()
      const sheet = page.getByRole('dialog', { name: 'Your name in games' })
      await sheet.getByRole('button', { name: 'Close' }).click()
      await expect(sheet).toBeHidden()
      const name = await page.getByRole('listitem').filter({ hasText: 'You' }).locator('span').nth(1).innerText()
      expect(name).toMatch(/^Player \d{4}$/)
      const player = new GamePlayer(page, games, name, await page.evaluate(() => localStorage.getItem('token') ?? ''))
      await games.giveTime(player)
      return player
    })
  const all = [host, guest, friend]
  const commits: string[] = []
  guest.page.on('request', (request) => {
    if (request.url().endsWith('/commit_answer')) commits.push(request.postData() ?? '')
  })

  await test.step('the host starts, and everybody is counted in', async () => {
    for (const player of all) await expect(player.players).toHaveCount(3)
    // The countdown takes 3 s, so the test waits for it from before the press.
    await Promise.all([
      ...all.map((player) => expect(player.main.getByRole('heading', { name: 'Get ready' })).toBeVisible()),
      expect(host.button('Starting...')).toBeVisible(),
      host.button('Start game').click(),
    ])
    await Promise.all(all.map((player) => player.expectAt('play')))
  })

  const asked = new Set<string>()
  for (const [index, plan] of PLAN.entries()) {
    await test.step(`question ${index + 1}: answered, revealed, ranked`, async () => {
      await Promise.all(all.map((player) => expect(player.main.getByText(`Question ${index + 1} of 5`)).toBeVisible()))
      const { questions } = await games.fetchGame(host, gameId)
      const right = await games.rightIndex(host, gameId)
      asked.add(questions.at(-1)?.text ?? '')
      const place = (isRight: boolean) => (isRight ? right : right + 1)
      await press(guest, 'digits', place(plan.guest))
      if (index === 0) {
        // Further keys and clicks do not count, and nothing is revealed before everybody has answered.
        await expect(guest.waiting).toBeVisible()
        await press(guest, 'digits', place(!plan.guest))
        await guest.answers.nth((right + 2) % 4).click({ force: true })
        await expect(guest.correct.or(guest.sorry)).toHaveCount(0)
      }
      await Promise.all([press(friend, 'letters', place(plan.friend)), host.answers.nth(place(plan.host) % 4).click()])
      await Promise.all([
        expectReveal(host, plan.host),
        expectReveal(guest, plan.guest),
        expectReveal(friend, plan.friend),
        index === 0 && expect(guest.ranking.first()).toContainText(guest.name),
        index === 2 && expect(friend.ranking.first()).toContainText(host.name),
      ])
      for (const keeper of keepers) keeper.release()
    })
  }
  expect(asked.size, 'no question comes twice').toBe(5)
  expect(commits, 'one answer a question was sent').toHaveLength(5)

  const earned = await test.step('the results: points down, one table for all', async () => {
    for (const player of all) await player.expectAt('results')
    const rows = await host.resultRows(3)
    for (const player of all) {
      await expect(player.main.getByRole('heading', { level: 1 })).toHaveText('Game results')
      await expect(player.main.getByRole('columnheader')).toHaveText(['#', 'Player', 'Points'])
      expect(await player.resultRows(3)).toEqual(rows)
      await expect(player.results.and(player.page.locator('[aria-current=true]'))).toContainText(player.name)
    }
    await expect(host.results).toContainText([host.name, guest.name, friend.name])
    const podium = (player: GamePlayer) => player.main.locator('[aria-hidden=true]').filter({ hasText: host.name })
    await expect(podium(host)).toBeVisible()
    await expect(podium(guest), 'no room for it on a small phone').toBeHidden()
    await expect(host.button('Play again')).toBeVisible()
    for (const player of [guest, friend]) {
      await expect(player.page.getByText('Waiting for admin to archive the game')).toBeVisible()
      await expect(player.button('Archive')).toHaveCount(0)
      await expect(player.button('Play again')).toHaveCount(0)
      await expect(player.button('Close results')).toBeVisible()
    }
    const points = Number((await host.results.getByRole('cell').nth(2).innerText()).replace(',', ''))
    expect(points).toBeGreaterThan(1500)
    expect(points).toBeLessThanOrEqual(3000)
    return Math.round(points / 100)
  })

  await test.step('the host archives: everybody is on the dashboard, the others see a notice, and the points are there', async () => {
    await Promise.all([
      ...[guest, friend].map((player) => expect(player.toasts).toContainText('The game was closed')),
      host.button('Archive').click(),
    ])
    for (const player of all) await player.expectAtDashboard()
    await expect(host.toasts).toHaveCount(0)
    await expect(host.main.getByText(`${earned} / 50`, { exact: true })).toBeVisible()
    await expect(friend.main.getByText('0 / 50', { exact: true })).toBeVisible()
    await expect(host.page.getByRole('link', { name: 'Active game' })).toHaveCount(0)
  })
})

test('the host plays again: the same players are in a new lobby with the same topics and can start', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const oldId = await games.openLobby(host, guest)
  const topics = (await games.fetchGame(host, oldId)).settings.topics
  await games.start(host, guest)
  await games.call(host, 'game/update', { status: 'finished' })
  for (const player of [host, guest]) await player.expectAt('results')
  await host.button('Play again').click()
  for (const player of [host, guest]) {
    await player.expectAt('lobby')
    await expect(player.players).toHaveCount(2)
    await expect(player.main.getByRole('definition')).not.toHaveText(oldId)
  }
  await expect(guest.toasts, 'a new game is no closed game').toHaveCount(0)
  const id = await host.main.getByRole('definition').innerText()
  await expect(guest.main.getByRole('definition')).toHaveText(id)
  expect((await games.fetchGame(guest, id)).settings.topics).toEqual(topics)
  await games.start(host, guest)
})
