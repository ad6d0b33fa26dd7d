import type { Page } from '@playwright/test'
import { expectGoodLooks } from './support/screen-checks.ts'
import { MailServer } from './support/mail-server.ts'
import { QuizServer } from './support/quiz-server.ts'
import { expect, otherThan, START_TIMEOUT_MS, store, stored, test as base } from './support/test.ts'

/** A server with a mail server, behind a proxy, so that a test can act as two clients. */
const test = base.extend<object, { mailbox: MailServer }>({
  mailbox: [
    async ({}, use) => {
      const mailbox = await MailServer.start()
      await use(mailbox)
      await mailbox.stop()
    },
    { scope: 'worker' },
  ],
  quiz: [
    async ({ mailbox }, use) => {
      const quiz = await QuizServer.start({
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'Quizmaster <codes@quiz.example>',
        TRUST_PROXY: '1',
      })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

const WRONG = 'Code is invalid or has expired'
const OTHER_CLIENT = { 'x-forwarded-for': '198.51.100.7' }

const emailField = (page: Page) => page.getByLabel('E-mail')
const box = (page: Page, place: number) => page.getByLabel(`Digit ${place} of 6`)
/** A visible message, not the one for screen readers. */
const message = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })

async function typeCode(page: Page, code: string): Promise<void> {
  await box(page, 1).click()
  await page.keyboard.type(code)
}

/** The digits in the six boxes, an empty one as a dot. */
async function boxes(page: Page): Promise<string> {
  const places = [1, 2, 3, 4, 5, 6]
  return (await Promise.all(places.map((place) => box(page, place).inputValue()))).map((digit) => digit || '.').join('')
}

async function codeOf(mailbox: MailServer, email: string, nth = 1): Promise<string> {
  await expect.poll(() => mailbox.to(email).length).toBe(nth)
  return /\b\d{6}\b/.exec(mailbox.to(email)[nth - 1]?.text ?? '')?.[0] ?? ''
}

async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/base/login')
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Request code' }).click()
  await expect(page).toHaveURL('/base/login/verify-code')
  // The address changes before the screen does.
  await expect(box(page, 1)).toBeFocused()
}

test('a mailed code signs in as soon as it is typed', async ({ page, mailbox, email }) => {
  await page.goto('/base/home')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/base/login/request-code')
  await emailField(page).fill(email)
  await emailField(page).press('Enter')
  await expect(page).toHaveURL('/base/login/verify-code')
  await expect(page.getByText(email)).toBeVisible()
  const code = await codeOf(mailbox, email)
  const [mail] = mailbox.to(email)
  expect(mail?.from?.address).toBe('codes@quiz.example')
  expect(mail?.text?.match(/\d{6}/g), 'the code is the only run of six digits').toEqual([code])

  await expect(box(page, 1)).toBeFocused()
  await page.keyboard.type(code)
  await expect(page).toHaveURL('/app/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${email}`)
  const kept = await stored(page)
  expect(kept['email']).toBe(email)
  expect(kept['token']).toMatch(/^\S{32,}$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${email}`)
})

test('the server logs neither the code nor the full address', async ({ page, mailbox, quiz, email }) => {
  await requestCode(page, email)
  const code = await codeOf(mailbox, email)
  await typeCode(page, code)
  await expect(page).toHaveURL('/app/dashboard')
  expect(quiz.output).not.toContain(email)
  expect(quiz.output).not.toContain(`"${code}"`)
  expect(quiz.output).not.toContain((await stored(page))['token'])
})

test('an invalid address shows an error under the field, and nothing is sent', async ({ page, mailbox }) => {
  const before = mailbox.mails.length
  await page.goto('/base/login/request-code')
  const send = page.getByRole('button', { name: 'Request code' })
  await send.click()
  await expect(message(page, 'email is a required field')).toBeVisible()
  await expect(emailField(page)).toBeFocused()
  await emailField(page).fill('mira@example')
  await expect(message(page, 'email must be a valid email')).toBeVisible()
  await send.click()
  await expect(emailField(page)).toHaveValue('mira@example')
  await expect(page).toHaveURL('/base/login/request-code')
  await emailField(page).fill('mira@example.com')
  await expect(message(page, 'email must be a valid email')).toBeHidden()
  expect(mailbox.mails).toHaveLength(before)
  expect(await stored(page)).toEqual({})
})

test("the server's error about the address is shown under the field, and the form stays", async ({ page, email }) => {
  await requestCode(page, email)
  await page.getByRole('link', { name: 'Change' }).click()
  await expect(emailField(page)).toHaveValue(email)
  await page.getByRole('button', { name: 'Request code' }).click()
  await expect(message(page, 'Too many attempts. Please wait a moment and try again')).toBeVisible()
  await expect(page).toHaveURL('/base/login/request-code')
})

test('a wrong code can be corrected, and then signs in', async ({ page, mailbox, email }) => {
  await requestCode(page, email)
  const code = await codeOf(mailbox, email)
  await typeCode(page, otherThan(code))
  await expect(message(page, WRONG)).toBeVisible()
  expect(await boxes(page)).toBe(otherThan(code))
  await expect(box(page, 1)).toBeFocused()
  await box(page, 6).click()
  await page.keyboard.type(code[5] ?? '')
  await expect(page).toHaveURL('/app/dashboard')
})

test('another code can be requested, and typed over one that was refused', async ({ page, mailbox, email }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verify_code')) sent.push((request.postDataJSON() as { code: string }).code)
  })
  await page.clock.install()
  await requestCode(page, email)
  await codeOf(mailbox, email)
  // From another client address, because a client may request one code in 30 s.
  await page.route('**/request_code', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...OTHER_CLIENT } }),
  )
  const resend = page.getByRole('button', { name: 'Send a new code' })
  await expect(resend).toBeHidden()
  await page.clock.runFor(31_000)
  await resend.click()
  await expect(page.getByText('Code sent', { exact: true })).toBeVisible()
  const fresh = await codeOf(mailbox, email, 2)
  const wrong = otherThan(fresh)
  await typeCode(page, wrong)
  await expect(message(page, WRONG)).toBeVisible()
  await typeCode(page, fresh)
  await expect(page).toHaveURL('/app/dashboard')
  expect(sent, 'typing over a refused code sends nothing half done').toEqual([wrong, fresh])
})

test('a code works once', async ({ page, mailbox, email }) => {
  await requestCode(page, email)
  const code = await codeOf(mailbox, email)
  await typeCode(page, code)
  await expect(page).toHaveURL('/app/dashboard')
  await store(page, { email })
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/base/login/verify-code')
  await typeCode(page, code)
  await expect(message(page, WRONG)).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('token')
})

test('the code boxes advance, go back, and accept digits only', async ({ page }) => {
  await store(page, { email: 'mira@example.com' })
  await page.goto('/base/login/verify-code')
  for (const place of [1, 2, 3, 4, 5, 6]) await expect(box(page, place)).toHaveAttribute('name', `num-${place}`)
  await expect(box(page, 1)).toBeFocused()
  await page.keyboard.type('12')
  await expect(box(page, 3)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(box(page, 2)).toBeFocused()
  expect(await boxes(page)).toBe('1.....')
  await page.keyboard.type('7')
  await page.keyboard.type('x')
  await expect(message(page, 'Only numbers are allowed')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(message(page, 'Only numbers are allowed')).toBeHidden()
  await box(page, 1).click()
  await page.keyboard.type('3')
  expect(await boxes(page)).toBe('37....')
})

test('a code with a letter in it is never sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verify_code')) sent.push(request.url())
  })
  await store(page, { email: 'mira@example.com' })
  await page.goto('/base/login/verify-code')
  await typeCode(page, '40a917')
  await expect(message(page, 'Only numbers are allowed')).toBeVisible()
  expect(await boxes(page)).toBe('40a917')
  expect(sent).toEqual([])
})

test('with default settings a code is offered from the clipboard, and Enter in empty boxes says what is missing', async ({
  page,
  email,
}) => {
  await requestCode(page, email)
  await page.keyboard.press('Enter')
  await expect(message(page, 'Please type the 6 digits of the code')).toBeVisible()
  // Nobody can answer the prompt in this browser.
  await page.getByRole('button', { name: 'Paste code' }).click()
  await expect(message(page, 'The clipboard could not be read. Please type the code')).toBeVisible()
  await expectGoodLooks(page, 'a code that cannot be pasted')
})

test.describe('with clipboard permission', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('a code pasted into any box fills all boxes and is submitted', async ({ page, mailbox, email }) => {
    await requestCode(page, email)
    const code = await codeOf(mailbox, email)
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)} ${code.slice(3)}\n`)
    await box(page, 4).click()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(page).toHaveURL('/app/dashboard')
  })

  test('a code in the clipboard is offered and accepted with one press', async ({ page, mailbox, email }) => {
    await requestCode(page, email)
    const code = await codeOf(mailbox, email)
    const offer = page.getByRole('button', { name: 'Paste code' })
    await page.evaluate(() => navigator.clipboard.writeText('12345'))
    await expect(offer).toBeHidden()
    await page.evaluate((text) => navigator.clipboard.writeText(text), code)
    await offer.click()
    await expect(page).toHaveURL('/app/dashboard')
  })
})

test('without a stored address the code screen redirects to the request', async ({ page }) => {
  await page.goto('/base/login/verify-code')
  await expect(page).toHaveURL('/base/login/request-code')
})

test('an invited visitor sees the invitation and is in the game after signing in', async ({ page, mailbox, email }) => {
  await store(page, { joinGameId: '48213907' })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  // The game does not exist, and the refusal would redirect to the dashboard.
  await page.route('**/game/48213907/join', () => {})
  await page.goto('/')
  await expect(page.getByText('48213907')).toBeVisible()
  await expect(page.getByText('You are invited to a game. Sign in to join it.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Request code' }).click()
  await expect(page).toHaveURL('/base/login/verify-code')
  await typeCode(page, await codeOf(mailbox, email))
  await expect(page).toHaveURL('/app/private-game/join/48213907')
  expect(visited).not.toContain('/app/dashboard')
})

test('the legal pages opened from sign-in lead back to it', async ({ page }) => {
  await page.goto('/base/login/request-code')
  await emailField(page).fill('mira@example.com')
  for (const title of ['Terms of service', 'Privacy policy']) {
    await page.getByRole('main').getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('back')).toBe('/base/login/request-code')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/base/login/request-code')
  }
})

for (const back of [
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'evil.example',
]) {
  test(`the back link never leaves the site: ${JSON.stringify(back)}`, async ({ page, baseURL }) => {
    await page.goto(`/base/pages/cookie-policy?back=${encodeURIComponent(back)}`)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(`${baseURL}/base/home`)
  })
}
