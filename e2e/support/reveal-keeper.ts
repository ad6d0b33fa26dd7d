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
 * Keeps each reveal, which lasts 5 s on the server, on the page until the test has checked it: later messages about the
 * game wait for {@link release}. A page that joins again gets the same reveal again.
 */
export class RevealKeeper {
  readonly #kept: { text: string; send: () => void }[] = []
  /** The index of the question whose reveal is kept. */
  #question: number | null = null

  /** Takes a message of the server on its way to the page; `send` delivers it. */
  take(text: string, send: () => void): void {
    const game = gameIn(text)
    const revealed = game ? revealedQuestion(game) : null
    if (this.#question !== null && game !== undefined && revealed !== this.#question) {
      this.#kept.push({ text, send })
      return
    }
    send()
    this.#question ??= revealed
  }

  /** Delivers what was kept, up to the next reveal. */
  release(): void {
    this.#question = null
    for (const { text, send } of this.#kept.splice(0)) this.take(text, send)
  }
}

/** Makes a page keep its reveals. Call it before the page opens its sockets. */
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

/** The index of the question whose reveal the game shows; null if it shows none. */
function revealedQuestion({ status, state }: Game): number | null {
  const { current_question_index: index } = state
  return status === 'running' && index in state.answers_info_items ? index : null
}
