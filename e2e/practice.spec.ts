import type { Page } from '@playwright/test'
import { PlayScreen } from './support/play-screen.ts'
import { expect, soon, store, stored, test } from './support/test.ts'

const SETTINGS = '/app/practice/settings'
const PLAY = '/app/practice/play'

const chips = (page: Page) => page.getByRole('group', { name: 'Topics' }).getByRole('button')
const proceed = (page: Page) => page.getByRole('button', { name: /^(Start|Continue) journey/ })
const allSwitch = (page: Page) => page.getByRole('switch', { name: 'All topics' })
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** Selects the topic at this position and starts. */
async function startWith(page: Page, place: number): Promise<void> {
  await page.goto(SETTINGS)
  await chips(page).nth(place).click()
  await proceed(page).click()
  await expect(page).toHaveURL(PLAY)
}

test('a player picks topics, and the button shows how many', async ({ player: page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/question/random_list')) asked.push(request.postDataJSON())
  })
  await page.getByRole('link', { name: 'Journey' }).click()
  await expect(page).toHaveURL(SETTINGS)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Select topics for practice')
  await expect(page.getByText("or take all and let's go!")).toBeVisible()
  await expect(chips(page).first()).toBeVisible()
  await expect(proceed(page)).toBeHidden()
  const names = await chips(page).allInnerTexts()

  await chips(page).nth(2).click()
  await expect(chips(page).nth(2)).toHaveAttribute('aria-pressed', 'true')
  await expect(proceed(page)).toHaveText('Start journey 1')
  await chips(page).nth(4).click()
  await expect(proceed(page)).toHaveText('Start journey 2')
  await chips(page).nth(2).click()
  await expect(proceed(page)).toHaveText('Start journey 1')
  expect(await chips(page).allInnerTexts(), 'choosing moves no chip').toEqual(names)

  await proceed(page).click()
  await expect(page).toHaveURL(PLAY)
  await expect(page.getByRole('main').getByText(names[4] ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText('Lvl. 0')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await play.answer()
  const [topic] = JSON.parse((await stored(page))['userTopicsStore'] ?? '{}').state.topics
  expect(asked).toEqual([{ topics: [topic.id] }])
})

test('a group of topics is chosen whole, and a search finds its field', async ({ player: page }) => {
  await page.goto(SETTINGS)
  await page.getByRole('button', { name: 'Food and drink' }).click()
  const group = page.getByRole('group', { name: 'Food and drink' })
  await expect(group.getByRole('button', { name: 'Coffee' })).toBeVisible()
  await group.getByRole('button', { name: 'All of Food and drink, 8 topics' }).click()
  await expect(proceed(page)).toHaveText('Start journey 8')
  await page.getByRole('button', { name: 'Mixed' }).click()
  await expect(page.getByRole('button', { name: 'Food and drink, 8 chosen' })).toBeVisible()
  await page.getByRole('button', { name: 'Search topics' }).click()
  await page.getByRole('searchbox').fill('history')
  await expect(chips(page).filter({ hasText: 'Ancient Rome' })).toBeVisible()
})

test('with All topics there are no chips, no search and no limits', async ({ player: page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await page.goto(SETTINGS)
  await chips(page).first().click()
  await allSwitch(page).click()
  await expect(allSwitch(page)).toBeChecked()
  await expect(chips(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Search topics' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Load more topics' })).toBeHidden()
  await expect(proceed(page)).toHaveText('Start journey Without any limits')
  const request = page.waitForRequest('**/question/random_list')
  await proceed(page).click()
  expect((await request).postDataJSON()).toEqual({ topics: null })
  await play.answer()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(proceed(page)).toHaveText('Continue journey Without any limits')
  await allSwitch(page).click()
  await expect(proceed(page)).toHaveText('Start journey 1')
})

test('the search sends one request after a pause of 300 ms, from 3 characters on; the choice stays', async ({
  player: page,
}) => {
  const searches: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/topic/list')) searches.push(url.searchParams.get('search'))
  })
  await page.clock.install()
  await page.goto(SETTINGS)
  await chips(page).filter({ hasNotText: 'Volcanoes' }).first().click()
  await page.getByRole('button', { name: 'Search topics' }).click()
  const field = page.getByRole('searchbox')
  await expect(field).toBeFocused()

  await page.clock.pauseAt(await soon(page))
  await page.keyboard.type('vo')
  await page.clock.runFor(1000)
  await expect(chips(page).nth(5)).toBeVisible()
  await page.keyboard.type('l')
  await page.clock.runFor(200)
  await page.keyboard.type('cano')
  await page.clock.runFor(200)
  expect(searches).toEqual([])
  const answered = page.waitForResponse('**/topic/list?*')
  await page.clock.runFor(200)
  await answered
  await page.clock.resume()
  await expect(chips(page)).toHaveText(['Volcanoes'])
  expect(searches).toEqual(['volcano'])

  await chips(page).first().click()
  await expect(proceed(page)).toHaveText('Start journey 2')
  await field.fill('zzzzz')
  await expect(page.getByText('No topics found')).toBeVisible()
  await page.getByRole('button', { name: 'Suggest this topic' }).click()
  await expect(page.getByText('Thank you. It is on our list.')).toBeFocused()
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(chips(page).filter({ hasText: 'Volcanoes' })).toHaveAttribute('aria-pressed', 'true')
  await expect(proceed(page)).toHaveText('Start journey 2')
})

test('more topics are appended until there are none; Reset clears the choice', async ({ player: page }) => {
  const pages = [
    ['Alpha', 'Beta'],
    ['Beta', 'Gamma'],
    ['Gamma', 'Alpha'],
  ]
  await page.route('**/topic/random_list?*', (route) => {
    const names = pages.shift() ?? []
    return route.fulfill({ json: { data: names.map((text) => ({ id: `id-${text}`, text })) } })
  })
  await page.goto(SETTINGS)
  await expect(chips(page)).toHaveText(['Alpha', 'Beta'])
  const more = page.getByRole('button', { name: 'Load more topics' })
  await more.click()
  await expect(chips(page)).toHaveText(['Alpha', 'Beta', 'Gamma'])
  await chips(page).nth(2).click()
  await more.click()
  await expect(more).toBeHidden()
  await expect(chips(page)).toHaveText(['Alpha', 'Beta', 'Gamma'])
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(proceed(page)).toBeHidden()
  await expect(more).toBeVisible()
  await chips(page).nth(2).click()
  await page.reload()
  await expect(chips(page), 'the chosen come first on opening').toHaveText(['Gamma', 'Alpha', 'Beta'])
})

test('a journey continues where it was left: after a reload, after the settings, and past the end of its list', async ({
  player: page,
  quiz,
}) => {
  const play = new PlayScreen(page, quiz)
  await startWith(page, 0)
  await play.playOn(2)
  const third = await play.question.innerText()
  await expect.poll(() => stored(page)).toHaveProperty('currentQuestionIndex', '2')
  await page.reload()
  await expect(play.question).toHaveText(third)
  expect(play.lists).toHaveLength(1)

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(proceed(page)).toHaveText('Continue journey 1')
  await chips(page).nth(1).click()
  await expect(proceed(page)).toHaveText('Start journey 2')
  await chips(page).nth(1).click()
  await proceed(page).click()
  await expect(play.question).toHaveText(third)

  await page.evaluate(() => localStorage.setItem('currentQuestionIndex', '9'))
  await page.reload()
  await play.answer()
  await play.next.click()
  await expect.poll(() => play.lists.length).toBe(2)
  await expect(play.question).toHaveText(play.lists[1]?.[0]?.text ?? 'a second list')
  await expect.poll(() => stored(page)).toHaveProperty('currentQuestionIndex', '0')
})

test('other topics start a new list at its first question', async ({ player: page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await startWith(page, 0)
  await play.playOn(1)
  await page.getByRole('link', { name: 'Settings' }).click()
  await chips(page).nth(1).click()
  await expect(proceed(page)).toHaveText('Start journey 2')
  await proceed(page).click()
  await expect.poll(() => play.lists.length).toBe(2)
  await expect(play.question).toHaveText(play.lists[1]?.[0]?.text ?? 'a second list')
})

test('practice works with the keys 1 to 4, A to D, and Enter', async ({ player: page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await startWith(page, 0)
  for (const keys of ['1234', 'abcd']) {
    const { rightIndex } = await play.solution()
    const question = await play.question.innerText()
    await page.keyboard.press('Enter')
    await expect(play.verdict).toBeHidden()
    await page.keyboard.press(keys[rightIndex] ?? '')
    await expect(play.correct).toBeVisible()
    await expect(play.next).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(play.question).not.toHaveText(question)
  }
  await page.getByRole('banner').getByRole('link', { name: 'Quizmaster' }).focus()
  await page.keyboard.press('2')
  await expect(play.answers.nth(1)).not.toHaveAttribute('aria-busy', 'true')
  await expect(play.answers.nth(1)).not.toHaveAttribute('aria-disabled', 'true')
})

test('without chosen topics the play screen redirects to the settings', async ({ player: page }) => {
  await page.goto(PLAY)
  await expect(page).toHaveURL(SETTINGS)
  await page.goto('/app/practice')
  await expect(page).toHaveURL(SETTINGS)
})

test('topics without questions show a message and a link to the settings', async ({ player: page }) => {
  await page.route('**/question/random_list', (route) => route.fulfill({ json: { data: [] } }))
  await startWith(page, 0)
  await expect(page.getByRole('heading', { name: 'No questions for choosen topics' })).toBeVisible()
  await page.getByRole('link', { name: 'Adjust settings' }).click()
  await expect(page).toHaveURL(SETTINGS)
})

test("if the verdict can't be fetched the question can be answered again and the reason is shown", async ({
  player: page,
  quiz,
}) => {
  const play = new PlayScreen(page, quiz)
  await startWith(page, 0)
  const { rightIndex } = await play.solution()
  await page.route(
    '**/verify_answer',
    (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side', code: 'internal_error' } }),
    { times: 1 },
  )
  await play.answers.nth(rightIndex).click()
  await expect(toast(page, 'Something went wrong on our side')).toBeVisible()
  await expect(play.verdict).toBeHidden()
  await expect(play.answers.nth(rightIndex)).not.toHaveAttribute('aria-disabled', 'true')
  await play.answers.nth(rightIndex).click()
  await expect(play.correct).toBeVisible()
})

test('questions that could not be fetched are requested again on a press', async ({ player: page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  let calls = 0
  await page.route('**/question/random_list', (route) => {
    calls += 1
    return calls > 4 ? route.continue() : route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } })
  })
  await page.goto(SETTINGS)
  await chips(page).first().click()
  await page.clock.install()
  await proceed(page).click()
  for (const retry of [2, 3, 4]) {
    await page.clock.runFor(5_000)
    // The clock also runs between the steps.
    await expect.poll(() => calls).toBeGreaterThanOrEqual(retry)
  }
  await page.clock.runFor(1_000)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(calls, 'three retries, no more').toBe(4)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(play.answers).toHaveCount(4)
})

test('foreign values in localStorage do not break the screens', async ({ player: page }) => {
  await store(page, {
    randomQuestionsList: '[{"id":1}]',
    currentQuestionIndex: 'x',
    userTopicsStore: '{"state":{"topics":7},"version":0}',
    practiceStateStore: 'not json',
    topicsStore: '{"state":null}',
  })
  await page.goto(PLAY)
  await expect(page).toHaveURL(SETTINGS)
  await expect(chips(page).first()).toBeVisible()
  await expect(proceed(page)).toBeHidden()
})
