import type { Game } from '@quizmaster/contract/http/games'
import type { Page } from '@playwright/test'

/** A message of the Phoenix client, version 2 of its serializer. */
type Message = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: { game?: Game | null; response?: { game?: Game | null } },
]

/**
 * Keeps each reveal, which lasts 5 s on the server, on a page until the test has seen it: what the server says about the
 * game after a reveal waits for {@link goOn}.
 */
export class RevealKeeper {
  readonly #kept: { text: string; send: () => void }[] = []
  #isKeeping = false

  /** Takes a message of the server on its way to the page; `send` delivers it. */
  take(text: string, send: () => void): void {
    const game = gameIn(text)
    if (this.#isKeeping && game !== undefined) {
      this.#kept.push({ text, send })
      return
    }
    send()
    if (game && isRevealed(game)) this.#isKeeping = true
  }

  /** Delivers what was kept, up to the next reveal. */
  goOn(): void {
    this.#isKeeping = false
    for (const { text, send } of this.#kept.splice(0)) this.take(text, send)
  }
}

/** Has a page keep its reveals. To be called before the page opens its sockets. */
export async function keepReveals(page: Page): Promise<RevealKeeper> {
  const keeper = new RevealKeeper()
  await page.routeWebSocket(/\/services\/gameplay\/socket/, (socket) => {
    socket.connectToServer().onMessage((message) => keeper.take(String(message), () => socket.send(message)))
  })
  return keeper
}

function gameIn(text: string): Game | null | undefined {
  const [, , , , payload] = JSON.parse(text) as Message
  return payload.game === undefined ? payload.response?.game : payload.game
}

function isRevealed({ status, state }: Game): boolean {
  return status === 'running' && state.current_question_index in state.answers_info_items
}
