import { setTimeout as delay } from 'node:timers/promises'
import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import { userStatsTopic } from '@quizmaster/contract/channels/user-stats'
import type { Game } from '@quizmaster/contract/http/games'
import type { Stats } from '@quizmaster/contract/http/stats'
import type { AnswerId, GameId, UserId } from '@quizmaster/contract/ids'
import type { Rng } from '@quizmaster/engine/draw'
import type { Socket } from 'phoenix'
import { openSocket } from '../../apps/server/src/testing/realtime-client.ts'
import type { HistoryRecorder, PlayerRequest } from './history.ts'

const ANSWERED_WITHIN_MS = 4_000
const RETRY_AFTER_MS = 200
const QUICKEST_ANSWER_MS = 200
const SLOWEST_ANSWER_MS = 1_500

/** The response to a call. A 5xx or 429 asks to try again; any other is final. */
export interface Decision {
  status: number
  body: Record<string, unknown>
}

/** A player's account, and the client address that its calls come from. */
export interface Account {
  token: string
  userId: UserId
  address: string
}

/**
 * A scripted player with real sockets and calls. It moves to the next server when one does not answer, as a load
 * balancer does, repeats calls until it gets a final response, and records everything.
 */
export class Player {
  /** The newest state of each game. */
  readonly games = new Map<GameId, Game>()
  readonly #answering = new Set<string>()
  readonly #socketPorts = new Map<string, number>()
  readonly #sockets = new Map<string, Socket>()
  #server: number
  #isGone = false

  /** @param ports of all servers; the player begins with the one at `seat` */
  constructor(
    readonly account: Account,
    readonly ports: readonly number[],
    readonly seat: number,
    readonly recorder: HistoryRecorder,
    readonly chance: Rng,
  ) {
    this.#server = seat
  }

  get userId(): UserId {
    return this.account.userId
  }

  /** Whether one of the player's sockets is connected to this server. */
  isConnectedTo(port: number): boolean {
    return [...this.#socketPorts.values()].includes(port)
  }

  /** Opens both sockets and keeps them connected; resolves when their topics are joined. */
  async connect(): Promise<void> {
    await Promise.all([this.#keepConnected('gameplay'), this.#keepConnected('stats')])
  }

  leave(): void {
    this.#isGone = true
    for (const socket of this.#sockets.values()) socket.disconnect()
  }

  /** Repeats a recorded call until a response is final. */
  async ask(request: PlayerRequest, path: string, body: unknown = {}): Promise<Decision> {
    for (;;) {
      const call = this.recorder.addCall(this.userId, request)
      const decision = await this.#try('POST', path, body)
      this.recorder.add({ type: 'reply', call, status: decision?.status ?? null, ...learned(request, decision) })
      if (decision && isDecided(decision)) return decision
      await delay(RETRY_AFTER_MS)
    }
  }

  /** Repeats a call, without recording it, until a response is final. */
  async fetch(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Decision> {
    for (;;) {
      const decision = await this.#try(method, path, body)
      if (decision && isDecided(decision)) return decision
      await delay(RETRY_AFTER_MS)
    }
  }

  async #try(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Decision | null> {
    const response = await callServer(this.#nextPort(), method, path, this.account, body)
    if (!response || !isDecided(response)) this.#server += 1
    return response
  }

  #nextPort(): number {
    return this.ports[this.#server % this.ports.length] ?? 0
  }

  async #keepConnected(service: 'gameplay' | 'stats'): Promise<void> {
    const { body } = await this.fetch('GET', `${service}/api/token/generate`)
    if (this.#isGone) return
    const port = this.#nextPort()
    const socket = openSocket(port, service, String(body['token']))
    this.#sockets.set(service, socket)
    this.#socketPorts.set(service, port)
    let isLost = false
    const reconnect = () => {
      if (isLost || this.#isGone) return
      isLost = true
      if (service === 'gameplay') this.recorder.add({ type: 'dropped', player: this.userId })
      this.#socketPorts.delete(service)
      socket.disconnect()
      this.#server += 1
      void delay(RETRY_AFTER_MS).then(() => this.#keepConnected(service))
    }
    socket.onError(reconnect)
    socket.onClose(reconnect)
    await (service === 'gameplay' ? this.#followGame(socket) : this.#followStats(socket))
  }

  #followGame(socket: Socket): Promise<void> {
    const channel = socket.channel(activeGameTopic(this.userId))
    channel.on('game_update', ({ game }: GameUpdate) => this.#see(game, null))
    return new Promise((resolve) => {
      channel.join().receive('ok', () => {
        this.recorder.add({ type: 'joined', player: this.userId })
        const askedAtMs = this.recorder.nowMs()
        channel
          .push('get_active_game', { user_id: this.userId })
          .receive('ok', ({ game }: { game: Game | null }) => this.#see(game, askedAtMs))
        resolve()
      })
    })
  }

  #followStats(socket: Socket): Promise<void> {
    const channel = socket.channel(userStatsTopic(this.userId))
    const see = ({ total_points: points }: Stats) => this.recorder.add({ type: 'stats', player: this.userId, points })
    channel.on('user_stats_update', see)
    return new Promise((resolve) => {
      channel.join().receive('ok', () => {
        channel.push('get_user_stats', { user_id: this.userId }).receive('ok', see)
        resolve()
      })
    })
  }

  #see(game: Game | null, askedAtMs: number | null): void {
    if (!game) return
    this.recorder.add({ type: 'update', player: this.userId, game, askedAtMs })
    this.take(game)
  }

  /** Takes a state unless a newer one is known, and answers its question. */
  take(game: Game): void {
    if (game.version <= (this.games.get(game.id)?.version ?? -1)) return
    this.games.set(game.id, game)
    void this.#answer(game)
  }

  async #answer({ id: game, status, state, questions }: Game): Promise<void> {
    const index = state.current_question_index
    const answers = questions[index]?.answers
    const question = `${game} ${index}`
    if (status !== 'running' || state.answers_info_items[index] || !answers || this.#answering.has(question)) return
    this.#answering.add(question)
    const answer = this.choose(answers)
    const timeMs = Math.round(QUICKEST_ANSWER_MS + this.chance() * (SLOWEST_ANSWER_MS - QUICKEST_ANSWER_MS))
    await delay(timeMs)
    if (this.#isGone) return
    const body = { answer, time_spent: timeMs, question_index: index }
    await this.ask({ name: 'commit_answer', game, index, answer }, 'gameplay/api/game/commit_answer', body)
  }

  /** Chooses an answer: in two of three cases the right one, which begins with "Right" in the bank of these runs. */
  choose(answers: readonly { id: AnswerId; text: string }[]): AnswerId {
    const isRight = this.chance() < 2 / 3
    const fitting = answers.filter(({ text }) => text.startsWith('Right') === isRight)
    const chosen = fitting[Math.floor(this.chance() * fitting.length)]
    if (!chosen) throw new Error('a question without answers')
    return chosen.id
  }
}

/** Whether a response is final, so that the call need not be tried again. */
function isDecided({ status }: Decision): boolean {
  return status < 500 && status !== 429
}

/** Makes one call; null if no response came in time. */
export async function callServer(
  port: number,
  method: 'GET' | 'POST',
  path: string,
  { token, address }: Pick<Account, 'address'> & { token?: string },
  body?: unknown,
  withinMs = ANSWERED_WITHIN_MS,
): Promise<Decision | null> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': address,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const signal = AbortSignal.timeout(withinMs)
  try {
    const init = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await fetch(`http://127.0.0.1:${port}/services/${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return null
  }
}

/** What the history keeps of a 200 response. */
function learned(request: PlayerRequest, decision: Decision | null): { game?: Game; isRight?: boolean } {
  if (decision?.status !== 200) return {}
  const data = decision.body['data'] as Record<string, unknown>
  if (request.name === 'verify_answer') return { isRight: data['is_correct'] === true }
  const isGame = request.name === 'create_game' || request.name === 'join_game' || request.name === 'start_game'
  return isGame ? { game: data as unknown as Game } : {}
}
