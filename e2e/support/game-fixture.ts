import type { Game } from '@quizmaster/contract/http/games'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { GamePlayer } from './game-player.ts'
import type { QuizServer } from './quiz-server.ts'
import { rightAnswer } from './right-answers.ts'
import { isNetworkNote, test as base } from './test.ts'

/** The smallest phone that the design supports. */
export const SMALL_PHONE = { width: 320, height: 568 }

interface Size {
  width: number
  height: number
}

/** Players with a browser each, and games set up over the API. */
export class GameFixture {
  /** Errors that the pages logged. */
  readonly pageErrors: string[] = []
  readonly #contexts: BrowserContext[] = []

  constructor(
    readonly browser: Browser,
    readonly quiz: QuizServer,
  ) {}

  /** A page in a new browser context, signed out. */
  async newVisitor(size?: Size): Promise<Page> {
    return this.#open({ ...(size && { viewport: size }) })
  }

  /** Follows "Sign in" on a visitor's page and signs a new account in, with the code from the mail. */
  async signIn(page: Page): Promise<void> {
    const email = `${crypto.randomUUID()}@example.com`
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Digit 1 of 6').click()
    await page.keyboard.type(await this.quiz.mailedCode(email))
  }

  /** A new account with this name (5 to 40 characters), signed in in a new browser context. */
  async newPlayer(name: string, size?: Size): Promise<GamePlayer> {
    const token = await this.quiz.signIn(`${crypto.randomUUID()}@example.com`)
    await this.quiz.post('user/api/game_name', { name }, token)
    const origins = [{ origin: this.quiz.url, localStorage: [{ name: 'token', value: token }] }]
    const page = await this.#open({ storageState: { cookies: [], origins }, ...(size && { viewport: size }) })
    return new GamePlayer(page, this, name, token)
  }

  /** Another tab of a player, opened at `path`. */
  async secondTab(player: GamePlayer, path: string): Promise<GamePlayer> {
    const page = this.#watch(await player.page.context().newPage())
    await page.goto(path)
    return new GamePlayer(page, this, player.name, player.token)
  }

  /** Creates a game of five questions on three topics and lets the guests join it; returns its id. */
  async open(host: GamePlayer, ...guests: GamePlayer[]): Promise<string> {
    const { id } = (await this.call(host, 'game', { type: 'fun', is_forced: true })) as Game
    const response = await fetch(`${this.quiz.url}/services/gameplay/api/topic/random_list?count=3`)
    const topics = ((await response.json()) as { data: { id: string }[] }).data.map((topic) => topic.id)
    await this.call(host, 'game/update', { settings: { topics, question_count: 5 } })
    for (const guest of guests) await this.call(guest, `game/${id}/join`)
    return id
  }

  /** Like `open`, with all players on the lobby screen. */
  async openLobby(host: GamePlayer, ...guests: GamePlayer[]): Promise<string> {
    const id = await this.open(host, ...guests)
    await Promise.all([host, ...guests].map((player) => player.goTo('lobby')))
    for (const player of [host, ...guests]) {
      await expect(player.players).toHaveCount(guests.length + 1)
    }
    return id
  }

  /** Turns off the clock of a game in its lobby, so that a question stays open however slow the machine is. */
  async removeClock(host: GamePlayer): Promise<void> {
    await this.call(host, 'game/update', { settings: { has_clock: false } })
  }

  /** Gives players ten times the usual time to answer, 200 s, for tests that need a clock and may be slow. */
  async giveTime(...players: GamePlayer[]): Promise<void> {
    for (const { token } of players) await this.quiz.post('user/api/settings', { time_factor: 10 }, token)
  }

  /** The host starts the game from the lobby; returns once everybody sees the first question. */
  async start(host: GamePlayer, ...guests: GamePlayer[]): Promise<void> {
    await host.page.getByRole('button', { name: 'Start game' }).click()
    for (const player of [host, ...guests]) {
      await player.expectAt('play')
      await expect(player.answers).toHaveCount(4)
    }
  }

  /** The game as the server sends it to one of its players. A 503, "not right now", is asked again. */
  async fetchGame(player: GamePlayer, id: string): Promise<Game> {
    const path = `game/${id}/join`
    let answer = await this.quiz.post(`gameplay/api/${path}`, {}, player.token)
    while (answer['code'] === 'unavailable') {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      answer = await this.quiz.post(`gameplay/api/${path}`, {}, player.token)
    }
    return dataOf(path, answer) as Game
  }

  /**
   * Waits until the server has closed the question with this number. The reveal, which lasts 5 s, may be over before a
   * slow page has drawn it.
   */
  async untilClosed(player: GamePlayer, id: string, number: number): Promise<void> {
    const closed = async () => (await this.fetchGame(player, id)).state.answers_info_items[number - 1]
    await expect.poll(closed).toBeDefined()
  }

  /** Calls the gameplay API as a player and returns `data`. */
  async call(player: GamePlayer, path: string, body: unknown = {}): Promise<unknown> {
    return dataOf(path, await this.quiz.post(`gameplay/api/${path}`, body, player.token))
  }

  /** The index (0 to 3) of the right answer to the open question, looked up in the question bank. */
  async rightIndex(player: GamePlayer, id: string): Promise<number> {
    const question = (await this.fetchGame(player, id)).questions.at(-1)
    const index = question?.answers.findIndex(({ text }) => text === rightAnswer(question.text)) ?? -1
    if (index < 0) throw new Error(`not in the bank: ${question?.text}`)
    return index
  }

  /** All players answer the open question at the same time, rightly or wrongly. */
  async answerAll(id: string, players: readonly (readonly [player: GamePlayer, isRight: boolean])[]): Promise<void> {
    await Promise.all(players.map(([player, isRight]) => player.answer(id, isRight)))
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
    page.on('pageerror', (error) => this.pageErrors.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && !isNetworkNote(message.text()))
        this.pageErrors.push(`console: ${message.text()}`)
    })
    return page
  }
}

function dataOf(path: string, answer: Record<string, unknown>): unknown {
  if (!('data' in answer)) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer['data']
}

/** The usual test with a `games` fixture. A page that logs an error fails the test. */
export const test = base.extend<{ games: GameFixture }>({
  games: async ({ browser, quiz, expectedPageError }, use) => {
    const games = new GameFixture(browser, quiz)
    await use(games)
    await games.close()
    const pageErrors = games.pageErrors.filter((error) => !expectedPageError?.test(error))
    expect(pageErrors, 'errors that the pages logged').toEqual([])
  },
})

export { expect } from '@playwright/test'
