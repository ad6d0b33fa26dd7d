import type { Page } from '@playwright/test'
import { PlayScreen } from './support/play-screen.ts'
import { RICH_STATS } from './support/rich-stats.ts'
import { expectGoodLooks } from './support/screen-checks.ts'
import { expect, test } from './support/test.ts'

const FACTS = {
  facts: [
    { question: 'What is molten rock called while it is still underground?', answer: 'Magma', at: 2 },
    { question: 'Into which sea does the Nile flow?', answer: 'The Mediterranean', at: 1 },
  ],
  has_more: false,
}

async function openRichStats(page: Page): Promise<void> {
  await page.route('**/api/my_stats', (route) => route.fulfill({ json: { data: RICH_STATS } }))
  await page.route('**/api/facts?*', (route) => route.fulfill({ json: { data: FACTS } }))
  await page.goto('/app/dashboard/stats')
  await expect(page.getByRole('heading', { level: 2, name: /in 10 right$/ })).toBeVisible()
}

const group = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) })

test('before the first answer My stats leads to the Journey; after it there are its numbers', async ({
  player,
  quiz,
}) => {
  await player.getByRole('link', { name: 'My stats' }).click()
  await expect(player.getByRole('heading', { level: 1, name: 'My stats' })).toBeVisible()
  await expect(player.getByText('What you play shows up here, from your first answer.')).toBeVisible()
  await expectGoodLooks(player, 'My stats, empty')
  await player.getByRole('link', { name: 'Start journey' }).click()
  await expect(player).toHaveURL('/app/practice/settings')
  await player.getByRole('switch', { name: 'All topics' }).click()
  const play = new PlayScreen(player, quiz)
  await player.getByRole('button', { name: /^Start journey/ }).click()
  const { rightIndex } = await play.solution()
  await play.answers.nth(rightIndex).click()
  await expect(play.correct).toBeVisible()
  await player.goto('/app/dashboard/stats')
  await expect(player.getByRole('heading', { name: '1 of 1 right so far' })).toBeVisible()
  await expect(player.getByRole('heading', { name: 'This week' })).toBeVisible()
  await expect(player.getByText('1 answer, 1 of them right.')).toBeVisible()
  await expectGoodLooks(player, 'My stats, few')
})

test('groups open to their topics, weak spots first, and everything is in tables too', async ({ player }) => {
  await openRichStats(player)
  const past = group(player, 'The past')
  await expect(past).toHaveAccessibleName(/, 106 of 300 seen, 2 worth another look$/)
  await past.click()
  await expect(past).toHaveAttribute('aria-expanded', 'true')
  const topics = player.getByRole('listitem').getByRole('listitem').filter({ hasText: 'known ·' })
  await expect(topics).toHaveCount(7)
  await expect(topics.nth(0)).toContainText('Cold War')
  await expect(topics.nth(1)).toContainText('First World War')
  await expect(topics.nth(2)).toContainText('Ancient Egypt')
  await expect(topics.nth(0)).toContainText('2 to 7 in 10')
  await expect(player.getByRole('button', { name: 'Ask me these: Cold War, 12 questions' })).toBeVisible()
  await expectGoodLooks(player, 'My stats, rich')

  await group(player, 'Earth and life').click()
  await expect(past).toHaveAttribute('aria-expanded', 'false')
  await player.getByRole('radio', { name: 'Tables' }).check({ force: true })
  const row = player.getByRole('table', { name: 'Topics in The past' }).getByRole('row', { name: /^Cold War/ })
  await expect(row.getByRole('cell')).toHaveText(['18', '8', '2 to 7 in 10', '6', '12', '7'])
  await expectGoodLooks(player, 'My stats, tables')
  await player.reload()
  await expect(player.getByRole('radio', { name: 'Tables' })).toBeChecked()
})

test('the facts that a player has learned for good are listed in a sheet', async ({ player }) => {
  await openRichStats(player)
  await player.getByRole('button', { name: 'See them' }).click()
  const sheet = player.getByRole('dialog', { name: '12 facts are yours for good' })
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  await expect(sheet).toContainText('Magma')
  await expectGoodLooks(player, 'facts for good')
})

test('without a connection the last numbers are shown with their date; without any, a retry', async ({ player }) => {
  await openRichStats(player)
  await player.unroute('**/api/my_stats')
  await player.route('**/api/my_stats', (route) => route.abort())
  await player.reload()
  await expect(player.getByText(/^You are offline\. These numbers are from /)).toBeVisible()
  await expect(group(player, 'The past')).toBeVisible()
  await player.evaluate(() => localStorage.removeItem('myStats'))
  await player.reload()
  await expect(player.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('Ask me these begins a journey with the questions of the topic', async ({ player, quiz }) => {
  const token = await player.evaluate(() => localStorage.getItem('token') ?? '')
  const topics = (await (await fetch(`${quiz.url}/services/gameplay/api/topic/random_list?count=1`)).json()) as {
    data: { id: string }[]
  }
  const { data } = await quiz.post(
    'gameplay/api/question/random_list',
    { topics: topics.data.map(({ id }) => id), count: 10 },
    token,
  )
  for (const { id, answers } of data as { id: string; answers: { id: string }[] }[]) {
    const { data: verdict } = await quiz.post('gameplay/api/question/verify_answer', {
      question_id: id,
      answer_id: answers[0]?.id,
    })
    const wrong = answers.find((answer) => answer.id !== (verdict as { correct_answer_id: string }).correct_answer_id)
    await quiz.post('gameplay/api/question/verify_answer', { question_id: id, answer_id: wrong?.id }, token)
  }
  // All answers are wrong, so no topic is below the usual share. The response is changed to contain a better one.
  await player.route('**/api/my_stats', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ json: { data: { ...body.data, usual: { seen: 100, right: 90 } } } })
  })
  await player.goto('/app/dashboard/stats')
  await player.getByRole('button', { name: /worth another look$/ }).click()
  await player.getByRole('button', { name: /^Ask me these: .*, 10 questions$/ }).click()
  await expect(player).toHaveURL('/app/practice/play')
  await expect(player.getByText(/^You missed this on \d+ \w+$/)).toBeVisible()
  await expectGoodLooks(player, 'a question that comes back')
})

test('Bring back is on the dashboard while questions are due, and can be switched off in Account', async ({
  player,
  quiz,
}) => {
  let isOn = true
  await player.route('**/question/due_count', (route) => route.fulfill({ json: { data: { count: isOn ? 7 : 0 } } }))
  await player.route('**/question/review_list', async (route) => {
    const token = await player.evaluate(() => localStorage.getItem('token') ?? '')
    const { data } = await quiz.post('gameplay/api/question/random_list', { topics: null, count: 7 }, token)
    const missed_on = '2026-05-03'
    await route.fulfill({ json: { data: (data as object[]).map((question) => ({ ...question, missed_on })) } })
  })
  await player.goto('/app/dashboard')
  const tile = player.getByRole('button', { name: 'Bring back, 7 ready' })
  await expect(tile).toBeVisible()
  await expectGoodLooks(player, 'dashboard with Bring back')
  await tile.click()
  await expect(player).toHaveURL('/app/practice/play')
  await expect(player.getByText('You missed this on 3 May', { exact: true })).toBeVisible()

  await player.goto('/app/dashboard/profile')
  const toggle = player.getByRole('switch', { name: 'Bring back what I missed' })
  await expect(toggle).toHaveAttribute('aria-checked', 'true')
  isOn = false
  const saved = player.waitForResponse((response) => (response.request().postData() ?? '').includes('review_missed'))
  await toggle.click()
  await saved
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  await player.reload()
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  await player.goto('/app/dashboard')
  await expect(player.getByRole('link', { name: 'Journey' })).toBeVisible()
  await expect(player.getByRole('button', { name: /^Bring back/ })).toHaveCount(0)
})
