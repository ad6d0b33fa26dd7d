import type { AdminSite } from './support/admin-site.ts'
import { expect, test } from './support/admin-site.ts'
import { expectAccessible, expectGoodLooks } from './support/screen-checks.ts'

const button = (admin: AdminSite, name: string) => admin.main.getByRole('button', { name, exact: true })

test('a question reported by five players is quarantined, edited, resolved, and drawn again', async ({ admin }) => {
  const question = await admin.someQuestion()
  expect(await admin.isDrawn(question)).toBe(true)
  await admin.quarantineByComplaints(question, 'Two of these are the same place.')
  expect(await admin.isDrawn(question)).toBe(false)

  await admin.open('complaints')
  const card = admin.card(question.text)
  await expect(card.getByText('Held back')).toBeVisible()
  await expect(card.getByText('5 reports')).toBeAttached()
  await expect(card).toContainText('Answers 1')
  await expect(card).toContainText('Two of these are the same place.')
  await expect(card.getByRole('listitem').filter({ hasText: 'Right answer' })).toHaveCount(1)

  const text = `${question.text} (mended)`
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Question', { exact: true }).fill(text)
  await card.getByRole('button', { name: 'Save question' }).click()
  await admin.expectToast('Question saved')
  const mended = admin.card(text)
  await expect(mended.getByText('Edited')).toBeVisible()
  expect(await admin.isDrawn(question)).toBe(false)

  await mended.getByRole('button', { name: 'Resolve' }).click()
  await expect(mended).toHaveCount(0)
  await expect(admin.main.getByRole('heading', { level: 1 })).toBeFocused()
  const [drawn] = (await admin.draw(question.topic.id)).filter(({ id }) => id === question.id)
  expect(drawn?.text).toBe(text)

  await admin.main.getByRole('radio', { name: 'Resolved' }).click()
  await expect(admin.card(text)).toBeVisible()
  await admin.expectAudited('Question edited', question.key)
  await admin.expectAudited('Complaints resolved', question.key)
})

test('a question can be found, withdrawn and restored with the keyboard alone', async ({ admin, page }) => {
  const question = await admin.someQuestion()
  await admin.open('questions')
  await admin.main.getByRole('searchbox').focus()
  await page.keyboard.type(question.text.slice(0, 100))
  const card = admin.card(question.text)
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Withdraw question' }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByText('Withdrawn')).toBeVisible()
  expect(await admin.isDrawn(question)).toBe(false)
  await admin.main.getByRole('radio', { name: 'Any' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(admin.main.getByRole('radio', { name: 'Withdrawn' })).toBeChecked()
  // Until then the list still shows the previous state.
  await expect(admin.main.getByRole('list').first()).toHaveAttribute('aria-busy', 'false')
  await card.getByRole('button', { name: 'Restore question' }).focus()
  await page.keyboard.press('Space')
  await expect(admin.main.getByText('No questions found')).toBeVisible()
  expect(await admin.isDrawn(question)).toBe(true)
  await admin.expectAudited('Question withdrawn', question.key)
  await admin.expectAudited('Question restored', question.key)
})

test('an edited question can be reset to the text of its file', async ({ admin }) => {
  const question = await admin.someQuestion()
  await admin.open('questions')
  await admin.main.getByRole('searchbox').fill(question.text.slice(0, 100))
  const card = admin.card(question.text)
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
  await card.getByRole('button', { name: 'Use the file’s version' }).click()
  await expect(card.getByText('Nobody knows.')).toHaveCount(0)
  expect(await admin.find(question.text.slice(0, 100))).toContainEqual(question)
})

test('switching a flag off removes New and Join for players', async ({ admin, email }) => {
  const player = await admin.player(email)
  await player.goto('/app/private-game')
  await expect(player.getByRole('button', { name: 'New' })).toBeVisible()
  await admin.open('flags')
  const games = admin.main.getByRole('switch', { name: 'Games with friends: New and Join' })
  await games.click()
  await expect(games).not.toBeChecked()
  await admin.expectToast('Switched off')
  await expect(async () => {
    await player.reload()
    await expect(player.getByText('In development')).toHaveCount(2, { timeout: 20_000 })
  }).toPass()
  await expect(player.getByRole('button', { name: 'New' })).toHaveCount(0)
  await expect(player.getByRole('link', { name: 'Join' })).toHaveCount(0)
  await games.click()
  await expect(games).toBeChecked()
  await expect(async () => {
    await player.reload()
    await expect(player.getByRole('button', { name: 'New' })).toBeVisible({ timeout: 20_000 })
  }).toPass()
  await admin.expectAudited('Flag set', 'private_fun_mode_controls_enabled')
})

test('ads that an admin changes are changed for players', async ({ admin }) => {
  const before = await admin.ads()
  const names = before.map(({ title }) => title)
  await admin.open('ads')
  await expect(admin.main.getByRole('heading', { level: 2 })).toHaveText(names)
  const down = admin.main.getByRole('button', { name: `Move ${names[0]} down` })
  await down.focus()
  await admin.page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await button(admin, `Remove ${names[1]}`).click()
  await button(admin, 'Add ad').click()
  const added = admin.main.getByRole('listitem').last()
  await added.getByLabel('Title', { exact: true }).fill('A new book')
  await added.getByLabel('Picture').fill(before[2]?.image ?? '')
  await added.getByLabel('Texts').fill('One line.\nAnother line.')
  await expect(added.locator('img')).toHaveJSProperty('complete', true)
  await button(admin, 'Save ads').click()
  await expect(added.getByText('Link must be an https address')).toBeVisible()
  await expect(added.getByLabel('Link')).toBeFocused()
  expect(await admin.ads()).toEqual(before)
  await added.getByLabel('Link').fill('https://www.example.com/book')
  await admin.page.getByRole('link', { name: 'Flags' }).click()
  await admin.page.getByRole('link', { name: 'Ads, Unsaved changes' }).click()
  await button(admin, 'Save ads').click()
  await admin.expectToast('Ads saved')
  const after = [before[0], ...before.slice(2)]
  const book = { title: 'A new book', subtitle: '', texts: ['One line.', 'Another line.'], image: before[2]?.image }
  await expect.poll(() => admin.ads()).toEqual([...after, { ...book, link: 'https://www.example.com/book' }])
  await admin.expectAudited('Ads set', 'ads')
})

test('granting and revoking Legend and resetting a name are visible to the player', async ({ admin, email }) => {
  const player = await admin.player(email)
  await player.goto('/app/dashboard/profile')
  await player.getByLabel('Display name').fill('Noor of the Hills')
  await player.getByRole('button', { name: 'Update profile' }).click()
  await expect(player.getByText('Profile updated', { exact: true })).toBeVisible()

  await admin.open('players')
  await admin.main.getByLabel('E-mail').fill(email.toUpperCase())
  await button(admin, 'Find player').click()
  await expect(admin.main.getByRole('heading', { level: 2, name: 'Noor of the Hills' })).toBeVisible()
  const sheet = admin.page.getByRole('dialog')
  await admin.main.getByRole('radio', { name: 'Yearly' }).check()
  await button(admin, 'Grant Legend').click()
  // Its code is fetched first. Until then nothing moves, so the check would begin before the sheet fades in.
  await expect(sheet).toBeVisible()
  await expectAccessible(admin.page, 'question before a grant')
  await sheet.getByRole('button', { name: 'Grant Legend' }).click()
  await expect(admin.main.getByText('Legend, yearly')).toBeVisible()
  await player.goto('/app/dashboard')
  await expect(player.getByRole('img', { name: 'Legend' })).toBeVisible()

  await button(admin, 'End Legend').click()
  await sheet.getByRole('button', { name: 'End Legend' }).click()
  await expect(admin.main.getByText('Starter')).toBeVisible()
  await player.reload()
  await expect(player.getByText('Current plan: Starter')).toBeVisible()
  await expect(player.getByRole('img', { name: 'Legend' })).toHaveCount(0)

  await button(admin, 'Reset name').click()
  await sheet.getByRole('button', { name: 'Reset name' }).click()
  await expect(admin.main.getByRole('heading', { level: 2, name: /^Player \d{4}$/ })).toBeVisible()
  await player.reload()
  await expect(player.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${email}`)
  for (const action of ['User looked up', 'Legend granted', 'Legend ended', 'Name reset']) {
    await admin.expectAudited(action, '')
  }
})

test('a player gets no part of the admin screens: no link, no code, no call', async ({ admin, email }) => {
  const player = await admin.player(email)
  const asked: string[] = []
  player.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await player.goto('/app/dashboard/profile')
  await expect(player.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(player.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  for (const path of ['/app/admin', '/app/admin/players', '/app/admin/nothing']) {
    await player.goto(path)
    await expect(player).toHaveURL('/app/dashboard')
    await expect(player.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /)
  }
  expect(asked.filter((path) => /desk|\/services\/admin/.test(path))).toEqual([])
  await admin.page.goto('/app/dashboard/profile')
  await admin.page.getByRole('link', { name: 'Admin' }).click()
  await expect(admin.page).toHaveURL('/app/admin/complaints')
})

test('the admin screens fit a small phone in both themes and with large text', async ({ admin, page }) => {
  const question = { ...(await admin.someQuestion()), key: 'mountains/himalaya-collision-and-more' }
  await admin.quarantineByComplaints(question, 'x'.repeat(200))
  const conflict = { text: question.text, answers: ['A', 'B', 'C', 'D'], right: 'C', description: null }
  await page.route('**/questions?*', (route) =>
    route.fulfill({ json: { data: [{ ...question, is_edited: true, conflict }, question] } }),
  )
  await page.route('**/ratings?*', (route) => {
    const rated = { question, difficulty: 2, rating: -2.6, answer_count: 1_234, right_answer_count: 1_180 }
    return route.fulfill({ json: { data: { questions: [rated], has_more: true } } })
  })
  const states: [name: string, open: () => Promise<unknown>][] = [
    ['complaints', () => admin.open('complaints')],
    ['edit', () => admin.card(question.text).getByRole('button', { name: 'Edit' }).click()],
    [
      'conflict',
      async () => {
        await admin.open('questions')
        await admin.main.getByRole('radio', { name: 'Conflict' }).check()
        await button(admin, 'Keep the edit').waitFor()
      },
    ],
    [
      'ratings',
      async () => {
        await admin.open('ratings')
        await admin.card(question.text).waitFor()
      },
    ],
    ['flags', () => admin.open('flags')],
    ['ads', () => admin.open('ads')],
    [
      'players',
      async () => {
        await admin.open('players')
        await admin.main.getByLabel('E-mail').fill('boss@example.com')
        await button(admin, 'Find player').click()
        await button(admin, 'Grant Legend').waitFor()
      },
    ],
    ['audit', () => admin.open('audit')],
  ]
  for (const [name, open] of states) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open()
    await expect(admin.main.locator('[data-loading]')).toHaveCount(0)
    await expectGoodLooks(page, name)
  }
})
