import { expect, soon, stored, test } from './support/test.ts'
import { PlayScreen } from './support/play-screen.ts'
import { expectGoodLooks, untilAtRest } from './support/screen-checks.ts'

test('a visitor reads about the game and tries the quiz without an account', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await page.goto('/')
  await expect(page).toHaveURL('/base/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Quizmaster')
  await expect(page.getByText('80 levels and 8 ranks')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('link', { name: 'Try Quiz Now' }).click()
  await expect(page).toHaveURL('/def/infinite-game')
  await expect(play.answers).toHaveCount(4)
  await expect(play.next).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Quizmaster' }).click()
  await expect(page).toHaveURL('/base/home')
})

test('a right answer is called correct, and only then is the description shown', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await page.goto('/def/infinite-game')
  const { rightIndex, correct_answer_text: right, description } = await play.solution()
  const main = page.getByRole('main')
  await expect(main.getByText(description)).toBeHidden()
  await play.answers.nth(rightIndex).click()
  await expect(play.correct).toBeVisible()
  await expect(play.sorry).toBeHidden()
  await expect(main.getByRole('paragraph').filter({ hasText: right }).first()).toBeVisible()
  await expect(main.getByText(description)).toBeVisible()
})

test('a wrong answer shows the right one, and a further press changes nothing', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  const verified: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verify_answer')) verified.push(request.postData() ?? '')
  })
  await page.goto('/def/infinite-game')
  const { rightIndex, wrongIndex, correct_answer_text: right } = await play.solution()
  await play.answers.nth(wrongIndex).click()
  await play.answers.nth(rightIndex).click({ force: true })
  await expect(play.sorry).toBeVisible()
  await expect(page.getByRole('main').getByRole('paragraph').filter({ hasText: right }).first()).toBeVisible()
  await play.answers.nth(rightIndex).click({ force: true })
  await expect(play.correct).toBeHidden()
  expect(verified).toHaveLength(1)
  const question = await play.question.innerText()
  await play.next.click()
  await expect(play.question).not.toHaveText(question)
  await expect(play.verdict).toBeHidden()
})

test('after the tenth question come ten others; a visitor stores nothing and sends no token', async ({
  page,
  quiz,
}) => {
  const play = new PlayScreen(page, quiz)
  const asked: { body: unknown; authorization: string | null }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/question/random_list')) return
    asked.push({ body: request.postDataJSON(), authorization: request.headers()['authorization'] ?? null })
  })
  await page.goto('/def/infinite-game')
  await play.playOn(10)
  await expect.poll(() => play.lists.length).toBe(2)
  await expect(play.question).toHaveText(play.lists[1]?.[0]?.text ?? 'a second list')
  await play.answer()
  expect(asked).toEqual([
    { body: { topics: null }, authorization: null },
    { body: { topics: null }, authorization: null },
  ])
  expect(await stored(page)).toEqual({})
})

test('a visitor can go back, and after five answers is told once what signing in keeps', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  // With answers of one length, as two questions are compared.
  await page.route('**/question/random_list', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { answers: object[] }[] }
    const answers = (of: object[]) => of.map((answer, place) => ({ ...answer, text: `Answer ${place + 1}` }))
    await route.fulfill({
      json: { data: data.map((question) => ({ ...question, answers: answers(question.answers) })) },
    })
  })
  await page.goto('/def/infinite-game')
  const card = page.getByRole('complementary', { name: 'What signing in keeps' })
  await play.playOn(4)
  await expect(card).toHaveCount(0)
  const before = await play.answers.first().boundingBox()
  await play.playOn(1)
  await expect(card).toBeVisible()
  expect(await play.answers.first().boundingBox(), 'nothing moves').toEqual(before)
  await expectGoodLooks(page, "the visitor's card")
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/base/home')
})

test('a visitor has no settings, no level and no bottom navigation', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await page.goto('/def/infinite-game')
  await play.answer()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await expect(page.getByText(/^Lvl\. /)).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('no answer is right or wrong before the server says so', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/verify_answer', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/def/infinite-game')
  await play.answers.first().click()
  await expect(play.answers.first()).toHaveAttribute('aria-busy', 'true')
  await expect(play.answers.locator('visible=true').and(page.locator('[aria-disabled=true]'))).toHaveCount(4)
  await expect(play.verdict).toBeHidden()
  release()
  await expect(play.verdict).toBeVisible()
})

test('a report shows submitting for at least 500 ms, then thanks, and then starts over', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await page.clock.install()
  await page.goto('/def/infinite-game')
  await expect(play.answers).toHaveCount(4)
  const opener = page.getByRole('button', { name: 'Report complaint' })
  const sheet = page.getByRole('dialog')
  await opener.click()
  await expect(sheet.getByText(/its answers, its description or its translations/)).toBeVisible()

  await page.clock.pauseAt(await soon(page))
  const answered = page.waitForResponse('**/complaint')
  await sheet.getByRole('button', { name: 'Notify us' }).click()
  expect((await answered).status()).toBe(200)
  const submitting = sheet.getByRole('button', { name: 'Submitting...' })
  await page.clock.runFor(10)
  await expect(submitting).toBeDisabled()
  await page.clock.runFor(480)
  await expect(submitting).toBeDisabled()
  await page.clock.runFor(20)
  await page.clock.resume()
  await expect(sheet.getByRole('heading', { name: 'Report submitted' })).toBeVisible()
  await expect(sheet.getByText('Thanks for helping us make Quizmaster better!')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(sheet.getByRole('button', { name: 'Notify us' })).toBeEnabled()
  await expect(sheet.getByText('Report submitted')).toBeHidden()
})

test('a report that fails can be sent again', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await page.route('**/complaint', (route) => route.abort(), { times: 1 })
  await page.goto('/def/infinite-game')
  await play.answer()
  await page.getByRole('button', { name: 'Report complaint' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Notify us' }).click()
  await expect(page.getByText('The report was not sent', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Notify us' }).click()
  await expect(sheet.getByText('Report submitted')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).first().click()
  await expect(sheet).toBeHidden()
  await expect(play.verdict).toBeVisible()
})

test('the report sheet closes on its backdrop, and keys do not answer behind it', async ({ page, quiz }) => {
  const play = new PlayScreen(page, quiz)
  await page.goto('/def/infinite-game')
  await expect(play.answers).toHaveCount(4)
  await page.getByRole('button', { name: 'Report complaint' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('1')
  // Presses outside count a moment after the sheet has appeared.
  await untilAtRest(sheet)
  await page.mouse.click(195, 40)
  await expect(sheet).toBeHidden()
  await expect(play.answers.first()).not.toHaveAttribute('aria-disabled', 'true')
})
