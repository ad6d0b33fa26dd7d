import { untilInstalled } from './support/installed-app.ts'
import { PlayScreen } from './support/play-screen.ts'
import { expectGoodLooks, expectWholeWords } from './support/screen-checks.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('practice survives a network loss: an answer waits through a reload and is judged once, when the network is back', async ({
  player: page,
  quiz,
}) => {
  const play = new PlayScreen(page, quiz)
  await untilInstalled(page)
  await page.getByRole('link', { name: 'Journey', exact: true }).click()
  await page.getByRole('switch', { name: 'All topics' }).click()
  await page.getByRole('button', { name: /^Start journey/ }).click()
  await expect(play.answers).toHaveCount(4)
  const asked = await play.question.innerText()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verify_answer')) sent.push(request.postData() ?? '')
  })

  await page.context().setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  const { rightIndex: right } = await play.solution()
  await play.answers.nth(right).click()
  await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()
  await expect(page.locator('[data-verdict]')).toHaveCount(0)
  await page.reload()
  await expect(play.question).toHaveText(asked)
  await expect(play.answers.nth(right)).toHaveAttribute('data-state', 'waiting')
  await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await expect(page.getByRole('heading', { name: 'Needs the network' })).toBeVisible()
  await expect(page.getByText(/^Level 0\. As of /)).toBeVisible()
  await page.getByRole('link', { name: /questions are ready$/ }).click()
  await expect(play.question).toHaveText(asked)
  expect(sent).toEqual([])

  await page.context().setOffline(false)
  await expect(page.locator('[data-verdict="correct"]')).toBeVisible()
  expect(sent).toHaveLength(1)
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await page.getByRole('link', { name: 'Quizmaster' }).click()
  await expect(page.getByText(/^10 \/ \d+$/)).toBeVisible()
})

test('without a network other screens say that they need it, and open by themselves', async ({ player: page }) => {
  await untilInstalled(page)
  await page.context().setOffline(true)
  for (const path of ['/app/dashboard/leaderboard', '/app/dashboard/stats', '/app/daily', '/daily']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Needs the network' }), path).toBeVisible()
  }
  await page.goto('/')
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: 'Journey', exact: true })).toBeVisible()
})

test('every state without a network fits all sizes and is accessible', async ({ player: page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await untilInstalled(page)
  await page.goto('/app/practice/settings')
  await page.getByRole('switch', { name: 'All topics' }).click()
  await page.getByRole('button', { name: /^Start journey/ }).click()
  await expect(play.answers).toHaveCount(4)
  await page.context().setOffline(true)
  await play.answers.first().click()
  await expect(page.getByText('Waiting for the network', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'an answer that waits')
  await page.goto('/app/dashboard')
  await expect(page.getByRole('link', { name: /questions are ready$/ })).toBeVisible()
  await expectGoodLooks(page, 'home screen')
  await expectWholeWords(page, 'home screen')
  await page.goto('/app/daily')
  await expect(page.getByRole('heading', { name: 'Needs the network' })).toBeVisible()
  await expectGoodLooks(page, 'another screen')
})
