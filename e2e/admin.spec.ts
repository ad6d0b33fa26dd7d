import type { AdminDesk } from './support/admin-site.ts'
import { expect, test } from './support/admin-site.ts'
import { expectAccessible, expectGoodLooks } from './support/screen-checks.ts'

const button = (desk: AdminDesk, name: string) => desk.main.getByRole('button', { name, exact: true })

test('what five players report is held, mended at the desk, resolved, and drawn again', async ({ desk }) => {
  const question = await desk.someQuestion()
  expect(await desk.isDrawn(question)).toBe(true)
  await desk.holdByComplaints(question, 'Two of these are the same place.')
  expect(await desk.isDrawn(question)).toBe(false)

  await desk.open('complaints')
  const card = desk.card(question.text)
  await expect(card.getByText('Held back')).toBeVisible()
  await expect(card.getByText('5 reports')).toBeAttached()
  await expect(card).toContainText('Answers 1')
  await expect(card).toContainText('Two of these are the same place.')
  await expect(card.getByRole('listitem').filter({ hasText: 'Right answer' })).toHaveCount(1)

  const text = `${question.text} (mended)`
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Question', { exact: true }).fill(text)
  await card.getByRole('button', { name: 'Save question' }).click()
  await desk.expectToast('Question saved')
  const mended = desk.card(text)
  await expect(mended.getByText('Edited')).toBeVisible()
  expect(await desk.isDrawn(question)).toBe(false)

  await mended.getByRole('button', { name: 'Resolve' }).click()
  await expect(mended).toHaveCount(0)
  await expect(desk.main.getByRole('heading', { level: 1 })).toBeFocused()
  const [drawn] = (await desk.draw(question.topic.id)).filter(({ id }) => id === question.id)
  expect(drawn?.text).toBe(text)

  await desk.main.getByRole('radio', { name: 'Resolved' }).click()
  await expect(desk.card(text)).toBeVisible()
  await desk.expectAudited('Question edited', question.key)
  await desk.expectAudited('Complaints resolved', question.key)
})

test('a question is found, withdrawn and restored, by the keyboard alone', async ({ desk, page }) => {
  const question = await desk.someQuestion()
  await desk.open('questions')
  await desk.main.getByRole('searchbox').focus()
  await page.keyboard.type(question.text.slice(0, 100))
  const card = desk.card(question.text)
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Withdraw question' }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByText('Withdrawn')).toBeVisible()
  expect(await desk.isDrawn(question)).toBe(false)
  await desk.main.getByRole('radio', { name: 'Any' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(desk.main.getByRole('radio', { name: 'Withdrawn' })).toBeChecked()
  await card.getByRole('button', { name: 'Restore question' }).focus()
  await page.keyboard.press('Space')
  await expect(desk.main.getByText('No questions found')).toBeVisible()
  expect(await desk.isDrawn(question)).toBe(true)
  await desk.expectAudited('Question withdrawn', question.key)
  await desk.expectAudited('Question restored', question.key)
})

test('a question that was changed says what its file says again', async ({ desk }) => {
  const question = await desk.someQuestion()
  await desk.open('questions')
  await desk.main.getByRole('searchbox').fill(question.text.slice(0, 100))
  const card = desk.card(question.text)
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Description').fill('Nobody knows.')
  await card.getByLabel('Answer 1', { exact: true }).fill(question.answers[1]?.text ?? '')
  await card.getByRole('button', { name: 'Save question' }).click()
  await expect(card.getByText('Answers must differ')).toBeVisible()
  await card.getByLabel('Answer 1', { exact: true }).fill('Another one')
  await card.getByLabel('Answer 1 is right').check()
  await card.getByRole('button', { name: 'Save question' }).click()
  await expect(card.getByText('Nobody knows.')).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'Right answer' })).toContainText('Another one')
  await card.getByRole('button', { name: 'Take the file’s words' }).click()
  await expect(card.getByText('Nobody knows.')).toHaveCount(0)
  expect(await desk.find(question.text.slice(0, 100))).toContainEqual(question)
})

test('a flag that is switched off takes New and Join from the players', async ({ desk, email }) => {
  const player = await desk.player(email)
  await player.goto('/app/private-game')
  await expect(player.getByRole('button', { name: 'New' })).toBeVisible()
  await desk.open('flags')
  const games = desk.main.getByRole('switch', { name: 'Games with friends: New and Join' })
  await games.click()
  await expect(games).not.toBeChecked()
  await desk.expectToast('Switched off')
  await expect(async () => {
    await player.reload()
    await expect(player.getByText('In development')).toHaveCount(2, { timeout: 5_000 })
  }).toPass()
  await expect(player.getByRole('button', { name: 'New' })).toHaveCount(0)
  await expect(player.getByRole('link', { name: 'Join' })).toHaveCount(0)
  await games.click()
  await expect(games).toBeChecked()
  await expect(async () => {
    await player.reload()
    await expect(player.getByRole('button', { name: 'New' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await desk.expectAudited('Flag set', 'private_fun_mode_controls_enabled')
})

test('ads that are replaced at the desk are those that players are given', async ({ desk }) => {
  const before = await desk.ads()
  const names = before.map(({ title }) => title)
  await desk.open('ads')
  await expect(desk.main.getByRole('heading', { level: 2 })).toHaveText(names)
  const down = desk.main.getByRole('button', { name: `Move ${names[0]} down` })
  await down.focus()
  await desk.page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await button(desk, `Remove ${names[1]}`).click()
  await button(desk, 'Add ad').click()
  const added = desk.main.getByRole('listitem').last()
  await added.getByLabel('Title', { exact: true }).fill('A new book')
  await added.getByLabel('Picture').fill(before[2]?.image ?? '')
  await added.getByLabel('Texts').fill('One line.\nAnother line.')
  await expect(added.locator('img')).toHaveJSProperty('complete', true)
  await button(desk, 'Save ads').click()
  await expect(added.getByText('Link must be an https address')).toBeVisible()
  await expect(added.getByLabel('Link')).toBeFocused()
  expect(await desk.ads()).toEqual(before)
  await added.getByLabel('Link').fill('https://www.example.com/book')
  await desk.page.getByRole('link', { name: 'Flags' }).click()
  await desk.page.getByRole('link', { name: 'Ads, Unsaved changes' }).click()
  await button(desk, 'Save ads').click()
  await desk.expectToast('Ads saved')
  const after = [before[0], ...before.slice(2)]
  const book = { title: 'A new book', subtitle: '', texts: ['One line.', 'Another line.'], image: before[2]?.image }
  await expect.poll(() => desk.ads()).toEqual([...after, { ...book, link: 'https://www.example.com/book' }])
  await desk.expectAudited('Ads set', 'ads')
})

test('Legend is given and taken by hand, and a name is reset: the player sees all of it', async ({ desk, email }) => {
  const player = await desk.player(email)
  await player.goto('/app/dashboard/profile')
  await player.getByLabel('Display name').fill('Noor of the Hills')
  await player.getByRole('button', { name: 'Update profile' }).click()
  await expect(player.getByText('Profile updated', { exact: true })).toBeVisible()

  await desk.open('players')
  await desk.main.getByLabel('E-mail').fill(email.toUpperCase())
  await button(desk, 'Find player').click()
  await expect(desk.main.getByRole('heading', { level: 2, name: 'Noor of the Hills' })).toBeVisible()
  const sheet = desk.page.getByRole('dialog')
  await desk.main.getByRole('radio', { name: 'Yearly' }).check()
  await button(desk, 'Grant Legend').click()
  await expectAccessible(desk.page, 'question before a grant')
  await sheet.getByRole('button', { name: 'Grant Legend' }).click()
  await expect(desk.main.getByText('Legend, yearly')).toBeVisible()
  await player.goto('/app/dashboard')
  await expect(player.getByRole('img', { name: 'Legend' })).toBeVisible()

  await button(desk, 'End Legend').click()
  await sheet.getByRole('button', { name: 'End Legend' }).click()
  await expect(desk.main.getByText('Starter')).toBeVisible()
  await player.reload()
  await expect(player.getByText('Current plan: Starter')).toBeVisible()
  await expect(player.getByRole('img', { name: 'Legend' })).toHaveCount(0)

  await button(desk, 'Reset name').click()
  await sheet.getByRole('button', { name: 'Reset name' }).click()
  await expect(desk.main.getByRole('heading', { level: 2, name: /^Player \d{4}$/ })).toBeVisible()
  await player.reload()
  await expect(player.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${email}`)
  for (const action of ['User looked up', 'Legend granted', 'Legend ended', 'Name reset']) {
    await desk.expectAudited(action, '')
  }
})

test('a player sees nothing of the desk: no link, no code, no call', async ({ desk, email }) => {
  const player = await desk.player(email)
  const asked: string[] = []
  player.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await player.goto('/app/dashboard/profile')
  await expect(player.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(player.getByRole('link', { name: 'Desk' })).toHaveCount(0)
  for (const path of ['/app/admin', '/app/admin/players', '/app/admin/nothing']) {
    await player.goto(path)
    await expect(player).toHaveURL('/app/dashboard')
    await expect(player.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /)
  }
  expect(asked.filter((path) => /desk|\/services\/admin/.test(path))).toEqual([])
  await desk.page.goto('/app/dashboard/profile')
  await desk.page.getByRole('link', { name: 'Desk' }).click()
  await expect(desk.page).toHaveURL('/app/admin/complaints')
})

test('the screens of the desk hold on a small phone, with large letters, in both themes', async ({ desk, page }) => {
  const question = { ...(await desk.someQuestion()), key: 'mountains/himalaya-collision-and-more' }
  await desk.holdByComplaints(question, 'x'.repeat(200))
  const conflict = { text: question.text, answers: ['A', 'B', 'C', 'D'], right: 'C', description: null }
  await page.route('**/questions?*', (route) =>
    route.fulfill({ json: { data: [{ ...question, is_edited: true, conflict }, question] } }),
  )
  const states: [name: string, open: () => Promise<unknown>][] = [
    ['complaints', () => desk.open('complaints')],
    ['edit', () => desk.card(question.text).getByRole('button', { name: 'Edit' }).click()],
    [
      'conflict',
      async () => {
        await desk.open('questions')
        await desk.main.getByRole('radio', { name: 'Conflict' }).check()
        await button(desk, 'Keep the edit').waitFor()
      },
    ],
    ['flags', () => desk.open('flags')],
    ['ads', () => desk.open('ads')],
    [
      'players',
      async () => {
        await desk.open('players')
        await desk.main.getByLabel('E-mail').fill('boss@example.com')
        await button(desk, 'Find player').click()
        await button(desk, 'Grant Legend').waitFor()
      },
    ],
    ['audit', () => desk.open('audit')],
  ]
  for (const [name, open] of states) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open()
    await expect(desk.main.locator('[data-loading]')).toHaveCount(0)
    await expectGoodLooks(page, name)
  }
})
