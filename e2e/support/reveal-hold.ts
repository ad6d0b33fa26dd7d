import type { Game } from '@quizmaster/contract/http/games'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import type { Page } from '@playwright/test'
import type { PhoenixMessage } from './phoenix-message.ts'

/** What a message or a reply says about the page's own game, or about the one that it watches. */
interface Shown {
  game?: Game | null
  watched?: WatchedGame | null
}

/** The question whose reveal a message shows; null if it shows none. */
interface Reveal {
  of: keyof Shown
  question: number | null
}

/**
 * Keeps each reveal, which lasts 5 s on the server, on the page until the test has checked it: later messages about the
 * game wait for {@link release}. A page that joins again gets the same reveal again.
 */
export class RevealHold {
  readonly #kept: { text: string; send: () => void }[] = []
  /** The reveal that is kept. */
  #reveal: Reveal | null = null

  /** Takes a message of the server on its way to the page; `send` delivers it. */
  take(text: string, send: () => void): void {
    const reveal = revealIn(text)
    const kept = this.#reveal
    if (kept !== null && reveal?.of === kept.of && reveal.question !== kept.question) {
      this.#kept.push({ text, send })
      return
    }
    send()
    if (reveal !== null && reveal.question !== null) this.#reveal ??= reveal
  }

  /** Delivers what was kept, up to the next reveal. */
  release(): void {
    this.#reveal = null
    for (const { text, send } of this.#kept.splice(0)) this.take(text, send)
  }
}

/** Makes a page keep its reveals. Call it before the page opens its sockets. */
export async function keepReveals(page: Page): Promise<RevealHold> {
  const keeper = new RevealHold()
  await page.routeWebSocket(/\/services\/gameplay\/socket/, (socket) => {
    socket.connectToServer().onMessage((message) => keeper.take(String(message), () => socket.send(message)))
  })
  return keeper
}

/** The reveal in a message; null if the message is not about a game. */
function revealIn(text: string): Reveal | null {
  const [, , , , payload] = JSON.parse(text) as PhoenixMessage<Shown & { response?: Shown }>
  const { game, watched } = { ...payload, ...payload.response }
  if (watched !== undefined) return { of: 'watched', question: watched && watchedQuestion(watched) }
  return game === undefined ? null : { of: 'game', question: game && revealedQuestion(game) }
}

function revealedQuestion({ status, state }: Game): number | null {
  const { current_question_index: index } = state
  return status === 'running' && index in state.answers_info_items ? index : null
}

function watchedQuestion({ status, game }: WatchedGame): number | null {
  return status === 'running' && game?.reveal ? (game.question?.index ?? null) : null
}
