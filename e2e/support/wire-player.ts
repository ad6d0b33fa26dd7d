import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { openSocket } from '../../apps/server/src/testing/realtime-client.ts'

const RETRY_AFTER_MS = 50

/**
 * A player without a browser. It knows about the game only what its socket receives, answers each question once it is
 * open, and repeats calls that no server answered, as the web app does.
 */
export class WirePlayer {
  /** The newest state of each game that the socket has received. */
  readonly games = new Map<string, Game>()
  /** The answers that the server has acknowledged, by {@link answerKey}. */
  readonly acknowledged = new Map<string, string>()
  /** How often the socket was opened. */
  connections = 0
  readonly #tried = new Set<string>()
  #disconnect: (() => void) | null = null

  /** `seat` decides what the player answers. */
  constructor(
    readonly port: number,
    readonly token: string,
    readonly userId: UserId,
    readonly seat: number,
  ) {}

  /** Opens the socket; resolves when the player's topic is joined. */
  async connect(): Promise<void> {
    const response = await this.#fetch('GET', 'token/generate')
    const { token } = (await response.json()) as { token: string }
    const socket = openSocket(this.port, 'gameplay', token)
    this.#disconnect = () => socket.disconnect()
    socket.onOpen(() => {
      this.connections += 1
    })
    const channel = socket.channel(activeGameTopic(this.userId))
    channel.on('game_update', ({ game }: GameUpdate) => this.#take(game))
    await new Promise<void>((resolve) => {
      // Again after each reconnection.
      channel.join().receive('ok', () => {
        channel
          .push('get_active_game', { user_id: this.userId })
          .receive('ok', ({ game }: { game: Game | null }) => this.#take(game))
        resolve()
      })
    })
  }

  disconnect(): void {
    this.#disconnect?.()
  }

  /** Calls the gameplay API until a server answers, and returns `data`. */
  async call<T>(path: string, body: unknown = {}): Promise<T> {
    const response = await this.#fetch('POST', path, body)
    const answer = (await response.json()) as { data?: T }
    if (answer.data === undefined) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer.data
  }

  #take(game: Game | null): void {
    if (!game || game.version <= (this.games.get(game.id)?.version ?? -1)) return
    this.games.set(game.id, game)
    void this.#answer(game)
  }

  async #answer({ id, status, state, questions }: Game): Promise<void> {
    const index = state.current_question_index
    const key = answerKey(id, index)
    if (status !== 'running' || state.answers_info_items[index] || this.#tried.has(key)) return
    const answer = questions[index]?.answers[(index + this.seat) % 4]?.id
    if (answer === undefined) return
    this.#tried.add(key)
    const response = await this.#fetch('POST', 'game/commit_answer', { answer, time_spent: 500, question_index: index })
    if (response.ok) this.acknowledged.set(key, answer)
  }

  async #fetch(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
    const url = `http://localhost:${this.port}/services/gameplay/api/${path}`
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    for (;;) {
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
      const response = await fetch(url, init).catch(() => null)
      if (response && response.status < 500) return response
      await new Promise((resolve) => void setTimeout(resolve, RETRY_AFTER_MS))
    }
  }
}

/** Names the answer of a player to the question at `index` of a game. */
export function answerKey(gameId: string, index: number): string {
  return `${gameId} ${index}`
}
