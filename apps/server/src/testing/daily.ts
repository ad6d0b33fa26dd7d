import type { DailyDay, DailyVerdict, OpenedPlay } from '@quizmaster/contract/http/daily'
import { type Answer, dataOf, type TestApp } from './build-app.ts'

/** Somebody who plays the Daily Ten, by default in UTC: a player with a bearer token, or a visitor. */
export class DailyPlayer {
  /** The visitor's token, once there is one. */
  visitor: string | undefined

  constructor(
    readonly app: TestApp,
    readonly token: string | undefined,
    public timeZone = 'UTC',
  ) {}

  post(call: string, body: object = {}): Promise<Answer> {
    const whole = { time_zone: this.timeZone, ...(this.visitor ? { visitor: this.visitor } : {}), ...body }
    const options = this.token === undefined ? { body: whole } : { token: this.token, body: whole }
    return this.app.call('POST', `gameplay/api/daily/${call}`, options)
  }

  /** A date's Daily Ten, or today's. */
  async day(date?: string): Promise<DailyDay> {
    return dataOf<DailyDay>(await this.post('day', date === undefined ? {} : { date }))
  }

  /** Begins a day or opens its next question. */
  async open(date: string, body: object = {}): Promise<OpenedPlay> {
    const opened = dataOf<OpenedPlay>(await this.post('open', { date, ...body }))
    if (opened.visitor !== undefined) this.visitor = opened.visitor
    return opened
  }

  /** Answers the open question with the answer that starts with this text, by default the right one. */
  async answer(opened: OpenedPlay, text = 'Right'): Promise<Answer> {
    const { date, question } = opened
    const chosen = question?.answers.find((answer) => answer.text.startsWith(text))
    return this.post('answer', { date, index: question?.index, answer: chosen?.id ?? null })
  }

  /** Opens and answers questions of a date until all are answered, `rightCount` of them right, in 2 s each. */
  async play(date: string, rightCount = 10): Promise<DailyVerdict[]> {
    const verdicts: DailyVerdict[] = []
    for (;;) {
      const opened = await this.open(date)
      if (!opened.question) return verdicts
      this.app.clock.advance(2_000)
      const text = opened.question.index < rightCount ? 'Right' : 'Wrong'
      verdicts.push(dataOf<DailyVerdict>(await this.answer(opened, text)))
    }
  }
}
