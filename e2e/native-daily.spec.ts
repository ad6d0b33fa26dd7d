import type { OpenedPlay } from '@quizmaster/contract/http/daily'
import type { Browser, Locator } from '@playwright/test'
import { NativeDevice } from './support/native-device.ts'
import type { QuizServer } from './support/quiz-server.ts'
import { rightAnswer } from './support/right-answers.ts'
import { expect, test } from './support/test.ts'
import { zoneAtNoon } from './support/zone-at-noon.ts'

const timezoneId = zoneAtNoon()
test.use({ timezoneId })

/** A player on a phone, with the first question of today's Daily Ten open. */
class DailyPlayer {
  readonly timer: Locator
  readonly missed: Locator
  readonly #date: string

  private constructor(
    readonly device: NativeDevice,
    readonly token: string,
  ) {
    const { page } = device
    this.timer = page.getByRole('timer', { name: 'Time' })
    this.missed = page.getByText('Sorry, correct answer is', { exact: true })
    this.#date = new URL(page.url()).pathname.split('/').at(-2) ?? ''
  }

  static async start(browser: Browser, quiz: QuizServer, { hasClock = true } = {}): Promise<DailyPlayer> {
    const token = await quiz.signIn(`${crypto.randomUUID()}@example.com`)
    const device = await NativeDevice.create(browser, quiz, { token })
    await device.start('/app/daily')
    if (!hasClock) await device.page.getByRole('switch', { name: 'Clock' }).click()
    await device.page.getByRole('link', { name: 'Start' }).click()
    await device.page.waitForURL(/\/play$/)
    const player = new DailyPlayer(device, token)
    await expect(player.step(1)).toBeVisible()
    return player
  }

  /** The number of the question, in the header. */
  step(number: number): Locator {
    return this.device.page.getByText(`${number} of 10`, { exact: true })
  }

  /** Calls the API as the player's other device. */
  async call(path: 'open' | 'answer', body: object = {}): Promise<OpenedPlay> {
    const { quiz } = this.device
    const request = { date: this.#date, time_zone: timezoneId, ...body }
    return (await quiz.post(`gameplay/api/daily/${path}`, request, this.token))['data'] as OpenedPlay
  }

  /** The seconds left by the server's clock. Opening an open question again does not change it. */
  async secondsLeft(): Promise<number> {
    const { question, server_time: now } = await this.call('open')
    return ((question?.closes_at ?? 0) - now) / 1000
  }

  /** The timer agrees with the server's deadline within a second, plus the time that the check takes. */
  async expectRightTime(): Promise<void> {
    await expect(async () => {
      const askedAtMs = Date.now()
      const left = await this.secondsLeft()
      const shown = Number(await this.timer.innerText())
      expect(shown).toBeLessThanOrEqual(left + 1)
      expect(shown).toBeGreaterThanOrEqual(left - 1 - (Date.now() - askedAtMs) / 1000)
    }).toPass({ timeout: 10_000 })
  }

  /** Collects the texts that the timer changes to from now on; '' once it is gone. */
  async keepTimes(): Promise<() => Promise<string[]>> {
    const { page } = this.device
    await page.evaluate(() => {
      const shown = () => document.querySelector('[role="timer"]')?.textContent ?? ''
      const times = [shown()]
      Object.assign(window, { times })
      new MutationObserver(() => times.at(-1) === shown() || times.push(shown())).observe(document.body, {
        characterData: true,
        childList: true,
        subtree: true,
      })
    })
    return () => page.evaluate(() => (window as unknown as { times: string[] }).times.slice(1))
  }

  /** Closes the app, which has logged no errors. */
  async close(): Promise<void> {
    expect(this.device.pageErrors).toEqual([])
    await this.device.close()
  }
}

test('a question of the Daily Ten has the right time after the phone slept, and is over if it slept too long', async ({
  browser,
  quiz,
}) => {
  const player = await DailyPlayer.start(browser, quiz)
  const { device } = player
  await player.expectRightTime()

  await device.sleep()
  await expect.poll(() => player.secondsLeft()).toBeLessThan(16)
  await device.wake()
  await player.expectRightTime()

  await device.sleep()
  const times = await player.keepTimes()
  await expect.poll(() => player.secondsLeft()).toBeLessThanOrEqual(0)
  await device.wake()
  await expect(player.missed).toBeVisible()
  expect(await times()).toEqual(['0', ''])
  await player.close()
})

test('a question of the Daily Ten that was answered on another device while the phone slept gives way to the next', async ({
  browser,
  quiz,
}) => {
  const player = await DailyPlayer.start(browser, quiz, { hasClock: false })
  await player.device.sleep()
  const { question } = await player.call('open')
  await player.call('answer', { index: 0, answer: question?.answers[0]?.id })
  await player.device.wake()
  await expect(player.step(2)).toBeVisible()
  await player.close()
})

test('in the Daily Ten a press, a verdict and the last 5 seconds can be felt once each', async ({ browser, quiz }) => {
  const player = await DailyPlayer.start(browser, quiz)
  const { page } = player.device
  const felt = () => player.device.called('Haptics.notification').map(({ type }) => type)
  await expect(player.missed).toBeVisible()
  await expect.poll(felt).toEqual(['WARNING', 'WARNING'])
  expect(player.device.called('Haptics.impact')).toEqual([])

  await page.getByRole('button', { name: 'Next question' }).click()
  await expect(player.step(2)).toBeVisible()
  const text = await page.getByRole('heading', { level: 1 }).innerText()
  const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
  await answers.filter({ has: page.getByText(rightAnswer(text) ?? '', { exact: true }) }).click()
  await expect.poll(felt).toEqual(['WARNING', 'WARNING', 'SUCCESS'])
  expect(player.device.called('Haptics.impact')).toEqual([{ style: 'LIGHT' }])
  await player.close()
})
