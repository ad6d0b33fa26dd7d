import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Game } from '@quizmaster/contract/http/games'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { parse } from 'yaml'
import { PlayerSeat } from './player-seat.ts'
import type { QuizServer } from './quiz-server.ts'
import { test as base } from './test.ts'

const CONTENT = join(import.meta.dirname, '../../content')

/** The right answer of every question, by its words: a game's ids say nothing outside of it. */
const RIGHT_ANSWERS = readRightAnswers()

/** A small phone, the smallest that docs/design.md knows. */
export const SMALL_PHONE = { width: 320, height: 568 }

interface Size {
  width: number
  height: number
}

/** Friends around one game, each in a browser of their own, and beside them what only the server knows. */
export class GameTable {
  /** What the pages complained about. */
  readonly complaints: string[] = []
  readonly #contexts: BrowserContext[] = []

  constructor(
    readonly browser: Browser,
    readonly quiz: QuizServer,
  ) {}

  /** A browser nobody is signed in with. */
  async visitor(size?: Size): Promise<Page> {
    return this.#open({ ...(size && { viewport: size }) })
  }

  /** A browser that is signed in as a new player of this name (5 to 40 characters). */
  async seat(name: string, size?: Size): Promise<PlayerSeat> {
    const token = await this.quiz.signIn(`${crypto.randomUUID()}@example.com`)
    const { data } = await this.quiz.post('user/api/auth/current_user', {}, token)
    await this.quiz.post('user/api/update_profile', { displayName: name, id: (data as { id: string }).id }, token)
    const origins = [{ origin: this.quiz.url, localStorage: [{ name: 'token', value: token }] }]
    const page = await this.#open({ storageState: { cookies: [], origins }, ...(size && { viewport: size }) })
    return new PlayerSeat(page, this, name, token)
  }

  /** Another tab of a player, at a path. */
  async secondTab(seat: PlayerSeat, path: string): Promise<PlayerSeat> {
    const page = this.#watch(await seat.page.context().newPage())
    await page.goto(path)
    return new PlayerSeat(page, this, seat.name, seat.token)
  }

  /** Opens a game of five questions on three topics, for the first of the players, and joins the others; its id. */
  async open(host: PlayerSeat, ...guests: PlayerSeat[]): Promise<string> {
    const { id } = (await this.call(host, 'game', { type: 'fun', is_forced: true })) as Game
    const response = await fetch(`${this.quiz.url}/services/gameplay/api/topic/random_list?count=3`)
    const topics = ((await response.json()) as { data: { id: string }[] }).data.map((topic) => topic.id)
    await this.call(host, 'game/update', { settings: { topics, question_count: 5 } })
    for (const guest of guests) await this.call(guest, `game/${id}/join`)
    return id
  }

  /** The same, with everybody on the lobby's screen. */
  async openLobby(host: PlayerSeat, ...guests: PlayerSeat[]): Promise<string> {
    const id = await this.open(host, ...guests)
    await Promise.all([host, ...guests].map((seat) => seat.goTo('lobby')))
    for (const seat of [host, ...guests]) {
      await expect(seat.players).toHaveCount(guests.length + 1)
    }
    return id
  }

  /** The host starts the game from the lobby, and everybody comes to the first question. */
  async start(host: PlayerSeat, ...guests: PlayerSeat[]): Promise<void> {
    await host.page.getByRole('button', { name: 'Start game' }).click()
    for (const seat of [host, ...guests]) {
      await seat.expectAt('play')
      await expect(seat.answers).toHaveCount(4)
    }
  }

  /** The game as the server has it, for one of its players. */
  async look(seat: PlayerSeat, id: string): Promise<Game> {
    return (await this.call(seat, `game/${id}/join`)) as Game
  }

  /** Calls the game's API as a player; the answer's data. */
  async call(seat: PlayerSeat, path: string, body: unknown = {}): Promise<unknown> {
    const answer = await this.quiz.post(`gameplay/api/${path}`, body, seat.token)
    if (!('data' in answer)) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer['data']
  }

  /** Where the right answer of the question that is open stands, 0 to 3, told by the bank itself. */
  async rightIndex(seat: PlayerSeat, id: string): Promise<number> {
    const question = (await this.look(seat, id)).questions.at(-1)
    const index = question?.answers.findIndex(({ text }) => text === RIGHT_ANSWERS.get(question.text)) ?? -1
    if (index < 0) throw new Error(`not in the bank: ${question?.text}`)
    return index
  }

  /** Everybody answers the question that is open at once: rightly for `true`, wrongly for `false`. */
  async answerAll(id: string, seats: readonly (readonly [seat: PlayerSeat, isRight: boolean])[]): Promise<void> {
    await Promise.all(seats.map(([seat, isRight]) => seat.answer(id, isRight)))
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) await context.close()
  }

  async #open(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
    const context = await this.browser.newContext({ baseURL: this.quiz.url, ...options })
    this.#contexts.push(context)
    return this.#watch(await context.newPage())
  }

  #watch(page: Page): Page {
    page.on('pageerror', (error) => this.complaints.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      const isNetworkNote = /^Failed to load resource|^WebSocket connection to/.test(message.text())
      if (message.type() === 'error' && !isNetworkNote) this.complaints.push(`console: ${message.text()}`)
    })
    return page
  }
}

function readRightAnswers(): ReadonlyMap<string, string> {
  const files = readdirSync(CONTENT).filter((name) => name.endsWith('.yaml'))
  const questions = files.flatMap((name) => {
    const topic = parse(readFileSync(join(CONTENT, name), 'utf8')) as {
      questions: { text: string; right: string | number }[]
    }
    return topic.questions
  })
  return new Map(questions.map(({ text, right }) => [text, String(right)]))
}

/** The usual test with a table for friends; a page that logs an error fails it. */
export const test = base.extend<{ table: GameTable }>({
  table: async ({ browser, quiz, expectedComplaint }, use) => {
    const table = new GameTable(browser, quiz)
    await use(table)
    await table.close()
    const complaints = table.complaints.filter((complaint) => !expectedComplaint?.test(complaint))
    expect(complaints, 'what the pages complained about').toEqual([])
  },
})

export { expect } from '@playwright/test'
