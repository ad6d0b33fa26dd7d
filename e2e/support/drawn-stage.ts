import type { StageState } from '@quizmaster/contract/channels/stage'
import type { StageGame } from '@quizmaster/contract/http/stage'
import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import type { PhoenixMessage } from './phoenix-message.ts'

const STAGE_ID = '00000000-0000-4000-8000-000000000001'
const LETTERS = 'HKRV'
const LETTERS_KEPT_MS = 600_000
/** Where invitations lead: a server on `localhost` has no code to scan. */
const PUBLIC_URL = 'https://quizmaster.example'

/** A stage whose server is played by the test: it shows any state of a game, for as long as the test looks at it. */
export class DrawnStage {
  #game: StageGame | null = null
  #socket: WebSocketRoute | null = null
  #since = 0

  private constructor(readonly page: Page) {}

  /** Opens a stage and waits until it shows its letters. */
  static async open(page: Page): Promise<DrawnStage> {
    const stage = new DrawnStage(page)
    await page.route('**/config.json', async (route) => {
      const config = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...config, public_url: PUBLIC_URL } })
    })
    await page.route('**/services/gameplay/api/stage', (route) =>
      route.fulfill({ json: { data: { id: STAGE_ID, token: 'token' } } }),
    )
    await page.routeWebSocket(/\/stage_socket\//, (socket) => {
      stage.#socket = socket
      socket.onMessage((message) => stage.#answer(socket, JSON.parse(message.toString()) as PhoenixMessage))
    })
    await page.goto('/stage')
    await expect(page.getByRole('img', { name: `Pairing code ${Array.from(LETTERS).join(' ')}` })).toBeVisible()
    return stage
  }

  /** Shows this game from now on. */
  show(game: StageGame): void {
    this.#since += 1
    this.#game = { ...game, since: this.#since }
    this.#socket?.send(JSON.stringify([null, null, `stage:${STAGE_ID}`, 'stage_update', { game: this.#sentGame() }]))
  }

  #answer(socket: WebSocketRoute, [joinRef, ref, topic, event]: PhoenixMessage): void {
    const response = event === 'get_stage' ? this.#sentState() : {}
    socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]))
  }

  #sentState(): StageState {
    const server_time = Date.now()
    const game = this.#sentGame()
    return game
      ? { game, letters: null, letters_until: null, server_time }
      : { game: null, letters: LETTERS, letters_until: server_time + LETTERS_KEPT_MS, server_time }
  }

  #sentGame(): StageGame | null {
    return this.#game && { ...this.#game, server_time: Date.now() }
  }
}
