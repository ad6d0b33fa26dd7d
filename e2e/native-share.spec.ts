import type { DailyDay, OpenedPlay } from '@quizmaster/contract/http/daily'
import { type Browser, expect, type Page } from '@playwright/test'
import { NativeDevice } from './support/native-device.ts'
import type { QuizServer } from './support/quiz-server.ts'
import { rightAnswer } from './support/right-answers.ts'
import { test } from './support/test.ts'

/** How every PNG begins, and how it ends: with an empty chunk and its checksum. */
const PNG = { start: '89504e470d0a1a0a', end: '0000000049454e44ae426082' }

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true })
const toasts = (page: Page) => page.locator('[data-toast]')
const savePicture = (page: Page) => page.getByRole('button', { name: 'Save the picture' })

/** Answers all ten of today over the API, wrongly, so that nothing is earned and no sheet opens; returns the date. */
async function playTen(quiz: QuizServer, token: string): Promise<string> {
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions()
  const day = await quiz.post('gameplay/api/daily/day', { time_zone }, token)
  const { today: date } = day['data'] as DailyDay
  for (let index = 0; index < 10; index += 1) {
    const opened = await quiz.post('gameplay/api/daily/open', { time_zone, date, has_clock: false }, token)
    const { question } = opened['data'] as OpenedPlay
    const wrong = question?.answers.find(({ text }) => text !== rightAnswer(question.text))
    await quiz.post('gameplay/api/daily/answer', { time_zone, date, index, answer: wrong?.id ?? null }, token)
  }
  return date
}

/** A phone that shows the result of the Daily Ten. */
async function openResult(browser: Browser, quiz: QuizServer, platform: 'android' | 'ios') {
  const token = await quiz.signIn(`${crypto.randomUUID()}@example.com`)
  const date = await playTen(quiz, token)
  const device = await NativeDevice.create(browser, quiz, { platform, token })
  await device.start(`/app/daily/${date}`)
  await expect(device.page.getByRole('heading', { level: 1, name: /^0 of 10/ })).toBeVisible()
  return { device, page: device.page, date }
}

/** What is shared, with or without the picture. */
function sharedText(quiz: QuizServer, date: string) {
  return {
    title: 'Daily Ten',
    text: expect.stringMatching(/^Quizmaster, \d+ \w+: 0 of 10$/),
    url: `${quiz.url}/daily/${date}`,
    dialogTitle: 'Daily Ten',
  }
}

/** Width and height of a picture as a browser decodes it. */
function decodedSize(page: Page, picture: Buffer): Promise<number[]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const { width, height } = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    return [width, height]
  }, picture.toString('base64'))
}

for (const platform of ['android', 'ios'] as const) {
  test(`${platform}: the result is shared with its picture, and only the last picture is kept`, async ({
    browser,
    quiz,
  }) => {
    const { device, page, date } = await openResult(browser, quiz, platform)
    device.cachedFiles.set('shared/daily-ten-2026-01-01.png', Buffer.from('an earlier picture'))
    device.cachedFiles.set('other/file', Buffer.from('not ours'))
    await shareButton(page).click()
    await expect.poll(() => device.called('Share.share')).toHaveLength(1)
    const file = `shared/daily-ten-${date}.png`
    expect([...device.cachedFiles.keys()]).toEqual(['other/file', file])
    const folder = platform === 'android' ? '/data/user/0/app.quizmaster/cache/' : '/Library/Caches/'
    expect(device.called('Share.share')).toEqual([
      {
        ...sharedText(quiz, date),
        files: [expect.stringMatching(new RegExp(`^file:///.*${folder.slice(1)}${file}$`))],
      },
    ])

    const picture = device.cachedFiles.get(file) ?? Buffer.alloc(0)
    expect(picture.subarray(0, 8).toString('hex')).toBe(PNG.start)
    expect(picture.subarray(-12).toString('hex')).toBe(PNG.end)
    expect(await decodedSize(page, picture)).toEqual([1080, 1920])

    await shareButton(page).click()
    await expect.poll(() => device.called('Share.share')).toHaveLength(2)
    expect(device.cachedFiles.get(file)?.equals(picture)).toBe(true)
    await expect(toasts(page)).toHaveCount(0)
    expect(device.pageErrors).toEqual([])
    await device.close()
  })
}

test('a phone without room for the picture shares the line and the link', async ({ browser, quiz }) => {
  const { device, page, date } = await openResult(browser, quiz, 'android')
  device.isStorageFull = true
  await shareButton(page).click()
  await expect.poll(() => device.called('Share.share')).toEqual([sharedText(quiz, date)])
  expect(device.cachedFiles.size).toBe(0)
  await expect(shareButton(page)).toBeEnabled()
  await expect(toasts(page)).toHaveCount(0)
  expect(device.pageErrors).toEqual([])
  await device.close()
})

test('nothing is said when the sheet is closed, and the result can be shared again', async ({ browser, quiz }) => {
  for (const platform of ['android', 'ios'] as const) {
    const { device, page } = await openResult(browser, quiz, platform)
    device.shareError = 'Share canceled'
    await shareButton(page).click()
    await expect.poll(() => device.called('Share.share')).toHaveLength(1)
    // A second press counts only once the first share has ended.
    await expect(shareButton(page)).toBeEnabled()
    await shareButton(page).click()
    await expect.poll(() => device.called('Share.share')).toHaveLength(2)
    await expect(toasts(page)).toHaveCount(0)
    await expect(savePicture(page)).toHaveCount(0)
    expect(device.pageErrors).toEqual([])
    await device.close()
  }
})

test('where the sheet fails, the line and the link are shown and the picture can be saved', async ({
  browser,
  quiz,
}) => {
  const { device, page, date } = await openResult(browser, quiz, 'ios')
  device.shareError = 'Error sharing item'
  await shareButton(page).click()
  await expect(savePicture(page)).toBeVisible()
  await expect(page.getByText(`${quiz.url}/daily/${date}`)).toBeVisible()
  expect(device.pageErrors).toEqual([])
  await device.close()
})
