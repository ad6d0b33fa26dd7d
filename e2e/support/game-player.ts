import { expect, type Locator, type Page } from '@playwright/test'
import type { GameFixture } from './game-fixture.ts'

type Screen = 'lobby' | 'play' | 'results' | 'settings'

/** One player's browser tab in a game. */
export class GamePlayer {
  readonly main: Locator
  /** The rows of the lobby's player list. */
  readonly players: Locator
  readonly question: Locator
  readonly answers: Locator
  readonly correct: Locator
  readonly sorry: Locator
  readonly timer: Locator
  readonly waiting: Locator
  /** The rows of the ranking after a question. */
  readonly ranking: Locator
  /** The rows of the results table. */
  readonly results: Locator
  readonly toasts: Locator
  readonly sheet: Locator

  constructor(
    readonly page: Page,
    readonly games: GameFixture,
    readonly name: string,
    readonly token: string,
  ) {
    this.main = page.getByRole('main')
    this.players = this.main.getByRole('list').getByRole('listitem')
    this.question = this.main.getByRole('heading', { level: 1 })
    this.answers = this.main.getByRole('group', { name: 'Answers' }).getByRole('button')
    this.correct = this.main.getByText("That's correct! Answer is", { exact: true })
    this.sorry = this.main.getByText('Sorry, correct answer is', { exact: true })
    this.timer = this.main.getByRole('timer')
    this.waiting = this.main.getByText('Waiting for other players', { exact: true })
    this.ranking = this.main.getByRole('region', { name: 'Ranking' }).getByRole('listitem')
    this.results = this.main.getByRole('table', { name: 'Game results' }).locator('tbody').getByRole('row')
    this.toasts = page.locator('[data-toast]')
    this.sheet = page.getByRole('dialog')
  }

  async goTo(screen: Screen): Promise<void> {
    await this.page.goto(`/app/private-game/${screen}`)
  }

  async expectAt(screen: Screen): Promise<void> {
    await expect(this.page).toHaveURL(`/app/private-game/${screen}`)
  }

  async expectAtDashboard(): Promise<void> {
    await expect(this.page).toHaveURL('/app/dashboard')
  }

  /** A button of the screen, its header or a sheet. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** The texts of the results table's rows, once it has `players` of them. */
  async resultRows(players: number): Promise<string[]> {
    await expect(this.results).toHaveCount(players)
    return this.results.allInnerTexts()
  }

  /** Answers the open question with a click. */
  async answer(id: string, isRight: boolean): Promise<void> {
    const rightIndex = await this.games.rightIndex(this, id)
    await this.answers.nth(isRight ? rightIndex : (rightIndex + 1) % 4).click()
  }

  /**
   * The same until the server has the answer. With PostgreSQL and Valkey a machine that stalls for seconds breaks the
   * servers' limits of time: an answer is refused with a 503, or its press meets answers that are locked. The page then
   * opens the question again, and nothing is sent until the player presses again.
   */
  async answerUntilTaken(id: string, isRight: boolean): Promise<void> {
    const { state, questions } = await this.games.fetchGame(this, id)
    const index = state.current_question_index
    const rightIndex = await this.games.rightIndex(this, id)
    const place = isRight ? rightIndex : (rightIndex + 1) % 4
    const text = questions[index]?.answers[place]?.text ?? ''
    await this.answers.nth(place).click()
    await expect
      .poll(async () => {
        const { players, state: now } = await this.games.fetchGame(this, id)
        const own = players.find(({ name }) => name === this.name)?.id ?? ''
        const isTaken = now.answers[index]?.[own]?.is_answered === true
        // Looks and presses in one go, as the next question may open meanwhile.
        if (!isTaken) await this.answers.evaluateAll(pressAgain, text)
        return isTaken
      })
      .toBe(true)
  }

  /** The seconds that the timer shows. */
  async secondsShown(): Promise<number> {
    return Number(await this.timer.innerText())
  }

  /** Expects the timer to agree with the server's deadline within a second, plus the time that the check takes. */
  async expectRightTime(id: string): Promise<void> {
    await expect(async () => {
      const askedAtMs = Date.now()
      const { phase_ends_at: endsAt, server_time: now } = await this.games.fetchGame(this, id)
      const left = ((endsAt ?? 0) - now) / 1000
      const shown = await this.secondsShown()
      expect(shown).toBeLessThanOrEqual(left + 1)
      expect(shown).toBeGreaterThanOrEqual(left - 1 - (Date.now() - askedAtMs) / 1000)
    }).toPass({ timeout: 60_000 })
  }
}

/** Runs in the page: presses the answer with this text if it can be chosen. */
function pressAgain(buttons: Element[], text: string): void {
  const open = buttons.find(
    (button) => button.getAttribute('data-state') === 'rest' && button.textContent.includes(text),
  )
  if (open instanceof HTMLElement) open.click()
}
