// Plays practice and a whole game in slowed-down browsers, as a player would.
import { openPage, vitalsOf } from './phone.mjs'

const PRACTICE_QUESTIONS = 8
const GAME_QUESTIONS = 5

/** Starts practice from the dashboard, answers some questions and opens the settings; returns the page's vitals. */
export async function playPractice(context) {
  const { page } = await openPage(context, { isSlowNetwork: false })
  const main = page.getByRole('main')
  // A new level may be celebrated at any time.
  const sheet = page.getByRole('dialog')
  await page.addLocatorHandler(sheet, () => sheet.getByRole('button').last().click())
  await page.goto('/app/dashboard', { waitUntil: 'networkidle' })
  await main.getByRole('link', { name: 'Journey' }).click()
  await main.getByRole('switch').click()
  await page.getByRole('button', { name: /^Start/ }).click()
  for (let question = 0; question < PRACTICE_QUESTIONS; question += 1) {
    await answersOf(page)
      .nth(question % 4)
      .click()
    await main.getByRole('button', { name: 'Next question' }).click()
  }
  await page.getByRole('link', { name: 'Settings' }).click()
  await main.getByRole('heading', { level: 1 }).waitFor()
  return settled(page)
}

/** Plays a game of two from the lobby to the results; returns the vitals of both pages, the host's first. */
export async function playGame(players, call) {
  const [host, guest] = players
  const { id } = (
    await call('POST', 'gameplay/api/game', { token: host.token, body: { type: 'fun', is_forced: true } })
  ).data
  const topics = (await call('GET', 'gameplay/api/topic/random_list?count=3')).data.map((topic) => topic.id)
  const settings = { topics, question_count: GAME_QUESTIONS }
  await call('POST', 'gameplay/api/game/update', { token: host.token, body: { settings } })
  await call('POST', `gameplay/api/game/${id}/join`, { token: guest.token, body: {} })
  const pages = []
  for (const { context } of players) {
    const { page } = await openPage(context, { isSlowNetwork: false })
    await page.goto('/app/private-game/lobby', { waitUntil: 'networkidle' })
    pages.push(page)
  }
  await pages[0].getByRole('button', { name: 'Start game' }).click()
  for (let question = 1; question <= GAME_QUESTIONS; question += 1) {
    await Promise.all(
      pages.map(async (page, player) => {
        const answer = answersOf(page).and(page.locator('[data-state=rest]')).nth(player)
        await answer.click({ timeout: 60_000 })
        await page.getByRole('region', { name: 'Ranking' }).waitFor()
      }),
    )
  }
  return Promise.all(
    pages.map(async (page) => {
      await page.waitForURL('**/results', { timeout: 60_000 })
      await page.getByRole('table').waitFor()
      return settled(page)
    }),
  )
}

function answersOf(page) {
  return page.getByRole('main').getByRole('group', { name: 'Answers' }).getByRole('button')
}

/** The page's vitals once it is idle, so that the last press counts. */
async function settled(page) {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  return vitalsOf(page)
}
