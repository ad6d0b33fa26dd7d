import { type RealtimeService, socketPath } from '@quizmaster/contract/routes/route'
import { Socket } from 'phoenix'
import { ApiError } from '../http.ts'
import { Backoff, retryWaitMs } from './backoff.ts'
import type { FollowedTopic } from './followed-topic.ts'
import { TokenKeeper } from './token-keeper.ts'
import { firstTransport, nextTransport, noteWebSocketOpened, type Transport } from './transports.ts'

const REQUEST_TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 30_000
/** A browser can't see why an open failed; after so many the token is asked for (contract 7). */
const FAILED_OPENS_BEFORE_TOKEN = 3
/** A connection that lasted so long has worked: what fails after it is a new trouble with its own waits. */
const STABLE_AFTER_MS = 10_000
const FORBIDDEN = 403

/**
 * The one socket of a service. It comes back by itself, waiting 1, 2, 5, then 10 s, and follows the refusal rules of
 * contract 7: three failed opens or a long-poll 403 ask for a new token; where that is refused the session is over.
 */
export class ServiceSocket {
  readonly #service: RealtimeService
  readonly #token: TokenKeeper
  readonly #backoff = new Backoff()
  readonly #topics = new Set<FollowedTopic>()
  #socket: Socket | null = null
  #transport: Transport = firstTransport()
  /** Ends with the opening that it stands for; null while closed. */
  #life: AbortController | null = null
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #stableTimer: ReturnType<typeof setTimeout> | undefined
  #isOpen = false
  #failedOpens = 0
  #hasSwitched = false

  constructor(service: RealtimeService) {
    this.#service = service
    this.#token = new TokenKeeper(service)
  }

  /** Fetches a token and connects; until `close` the connection is kept up. */
  open(): void {
    if (this.#life) return
    this.#life = new AbortController()
    void this.#start(this.#life.signal)
  }

  /** Disconnects and forgets the token. */
  close(): void {
    this.#life?.abort()
    this.#life = null
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#stableTimer)
    this.#token.stop()
    this.#backoff.reset()
    this.#failedOpens = 0
    this.#isOpen = false
    for (const topic of this.#topics) topic.detach()
    this.#socket?.disconnect()
  }

  /** Keeps a topic joined while the socket is open, until the returned function is called. */
  follow(topic: FollowedTopic): () => void {
    this.#topics.add(topic)
    if (this.#life && this.#socket) topic.attach(this.#socket)
    return () => {
      this.#topics.delete(topic)
      topic.detach()
    }
  }

  async #start(life: AbortSignal): Promise<void> {
    try {
      await this.#token.renew()
    } catch (error) {
      if (life.aborted) return
      for (const topic of this.#topics) topic.fail()
      const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
      this.#later(() => void this.#start(life), Math.max(this.#backoff.next(), askedMs))
      return
    }
    if (life.aborted) return
    this.#socket ??= this.#createSocket()
    this.#socket.connect()
    for (const topic of this.#topics) topic.attach(this.#socket)
  }

  #createSocket(): Socket {
    const socket = new Socket(socketPath(this.#service), {
      transport: this.#transport,
      timeout: REQUEST_TIMEOUT_MS,
      heartbeatIntervalMs: HEARTBEAT_MS,
      reconnectAfterMs: () => this.#backoff.next(),
      rejoinAfterMs: retryWaitMs,
      // Only for the client's own long-poll fallback, which is off; where storage is blocked its default would throw.
      sessionStorage: {},
      // The client takes a function too and calls it for each connection; its types are behind.
      authToken: (() => this.#token.newest) as unknown as string,
    })
    socket.onOpen(() => this.#opened())
    socket.onError((error) => {
      if (error === FORBIDDEN) this.#forbidden(socket)
    })
    socket.onClose(() => this.#closed(socket))
    return socket
  }

  #opened(): void {
    this.#isOpen = true
    this.#failedOpens = 0
    if (this.#transport === firstTransport()) noteWebSocketOpened()
    this.#stableTimer = setTimeout(() => this.#backoff.reset(), STABLE_AFTER_MS)
  }

  #closed(socket: Socket): void {
    clearTimeout(this.#stableTimer)
    const wasOpen = this.#isOpen
    this.#isOpen = false
    if (wasOpen || !this.#life) return
    this.#failedOpens += 1
    if (this.#failedOpens % FAILED_OPENS_BEFORE_TOKEN === 0) void this.#checkToken(socket, this.#life.signal)
  }

  /** The client goes on trying meanwhile and takes the new token by itself; a 401 closes this socket. */
  async #checkToken(socket: Socket, life: AbortSignal): Promise<void> {
    const failedOpens = this.#failedOpens
    try {
      await this.#token.renew()
    } catch {
      return
    }
    if (life.aborted || this.#isOpen || this.#failedOpens !== failedOpens) return
    this.#switchTransport(socket)
  }

  #switchTransport(socket: Socket): void {
    const next = nextTransport(this.#transport)
    if (next === this.#transport) return
    this.#transport = next
    socket.replaceTransport(next)
    // Another road is no repetition: the first time it is taken soon.
    const waitMs = this.#hasSwitched ? this.#backoff.next() : retryWaitMs(1)
    this.#hasSwitched = true
    this.#later(() => socket.connect(), waitMs)
  }

  /** Long-poll says that the token is refused. The client would go on with it, so it is stopped first. */
  #forbidden(socket: Socket): void {
    const life = this.#life?.signal
    socket.disconnect()
    if (life) this.#later(() => void this.#start(life), this.#backoff.next())
  }

  #later(job: () => void, waitMs: number): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(job, waitMs)
  }
}
