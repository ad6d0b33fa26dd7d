import { Socket } from 'phoenix'
import { serverSocketUrl } from '../api-origin.ts'
import { Backoff, retryWaitMs } from '../backoff.ts'
import { ApiError } from '../http.ts'
import { type FetchToken, SocketToken } from './socket-token.ts'
import type { TopicSubscription } from './topic-subscription.ts'
import type { Transport, Transports } from './transports.ts'

const REQUEST_TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 30_000
/** A browser does not say why a connection failed to open, so after this many failures the token is checked. */
const FAILED_OPENS_BEFORE_TOKEN = 3
/** After this long a connection counts as stable, and the waits start over at the next failure. */
const STABLE_AFTER_MS = 10_000
const FORBIDDEN = 403
/** Longer than an answer takes on a slow network. */
const PING_TIMEOUT_MS = 2_000
/** After this long in the background a connection is likely to be dead, and the server gets less time to answer. */
const LONG_AWAY_MS = 5_000
const PING_TIMEOUT_AFTER_LONG_MS = 500

/** The address of a socket, and how to get a token for it. */
export interface SocketSource {
  /** Without the transport. */
  readonly path: string
  /** Fetches a new token to connect with. Rejects with ApiError; after a 401 the session has ended. */
  readonly fetchToken: FetchToken
}

/**
 * The socket of a service. It reconnects by itself after 1, 2, 5, then 10 s, plus up to half of that. After three
 * failed opens or a 403 to long-poll it fetches a new token; if that is refused, the session has ended.
 */
export class ServiceSocket {
  readonly #path: string
  readonly #token: SocketToken
  readonly #transports: Transports
  readonly #backoff = new Backoff()
  readonly #topics = new Set<TopicSubscription>()
  #socket: Socket | null = null
  #transport: Transport
  /** From `open` to `close`; null while closed. */
  #session: AbortController | null = null
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #stableTimer: ReturnType<typeof setTimeout> | undefined
  #isOpen = false
  #failedOpens = 0
  #hasSwitched = false
  /** While a resumed connection is checked. */
  #isReviving = false

  constructor({ path, fetchToken }: SocketSource, transports: Transports) {
    this.#path = path
    this.#transports = transports
    this.#transport = transports.first()
    this.#token = new SocketToken(fetchToken)
  }

  /** Fetches a token and connects. The connection is kept up until `close`. */
  open(): void {
    if (this.#session) return
    this.#session = new AbortController()
    void this.#start(this.#session.signal)
  }

  /** Disconnects and drops the token. */
  close(): void {
    this.#session?.abort()
    this.#session = null
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#stableTimer)
    this.#token.stop()
    this.#backoff.reset()
    this.#failedOpens = 0
    this.#isOpen = false
    for (const topic of this.#topics) topic.detach()
    this.#socket?.disconnect()
  }

  /**
   * Called after the app was in the background, with how long, when the connection may be dead and the token expired.
   * Reconnects at once unless the server answers.
   */
  resume(awayMs = 0): void {
    const session = this.#session?.signal
    if (!session || !this.#socket || this.#isReviving) return
    this.#backoff.reset()
    void this.#revive(session, this.#socket, awayMs >= LONG_AWAY_MS)
  }

  /** Keeps a topic joined while the socket is open, until the returned function is called. */
  follow(topic: TopicSubscription): () => void {
    this.#topics.add(topic)
    if (this.#session && this.#socket) topic.attach(this.#socket)
    return () => {
      this.#topics.delete(topic)
      topic.detach()
    }
  }

  async #start(session: AbortSignal, token = this.#token.renew()): Promise<void> {
    try {
      await token
    } catch (error) {
      if (session.aborted) return
      for (const topic of this.#topics) topic.fail()
      const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
      this.#later(() => void this.#start(session), Math.max(this.#backoff.next(), askedMs))
      return
    }
    if (session.aborted) return
    this.#socket ??= this.#createSocket()
    this.#socket.connect()
    for (const topic of this.#topics) topic.attach(this.#socket)
  }

  async #revive(session: AbortSignal, socket: Socket, isLongAway: boolean): Promise<void> {
    this.#isReviving = true
    // Fetched while the server is pinged. It is needed in any case: the timer that renews it may have stood still.
    const token = isLongAway ? this.#token.renew() : null
    token?.catch(() => undefined)
    const isAlive = await answersPing(socket, isLongAway ? PING_TIMEOUT_AFTER_LONG_MS : PING_TIMEOUT_MS)
    this.#isReviving = false
    if (isAlive || session.aborted) return
    this.#dropConnection(socket)
    void this.#start(session, token ?? this.#token.renew())
  }

  /** Unlike `disconnect` of the client, this does not wait seconds until a dead connection has sent all and closed. */
  #dropConnection(socket: Socket): void {
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#stableTimer)
    this.#isOpen = false
    for (const topic of this.#topics) topic.expectRejoin()
    socket.replaceTransport(this.#transport)
  }

  #createSocket(): Socket {
    const socket = new Socket(serverSocketUrl(this.#path), {
      transport: this.#transport,
      timeout: REQUEST_TIMEOUT_MS,
      heartbeatIntervalMs: HEARTBEAT_MS,
      reconnectAfterMs: () => this.#backoff.next(),
      rejoinAfterMs: retryWaitMs,
      // Only the client's own long-poll fallback uses it, which is off. The default throws where storage is blocked.
      sessionStorage: {},
      // The client also accepts a function, called for each connection; its types are out of date.
      authToken: (() => this.#token.current) as unknown as string,
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
    if (this.#transport === this.#transports.first()) this.#transports.recordWebSocketOpened()
    this.#stableTimer = setTimeout(() => this.#backoff.reset(), STABLE_AFTER_MS)
  }

  #closed(socket: Socket): void {
    clearTimeout(this.#stableTimer)
    const wasOpen = this.#isOpen
    this.#isOpen = false
    if (wasOpen || !this.#session) return
    this.#failedOpens += 1
    if (this.#failedOpens % FAILED_OPENS_BEFORE_TOKEN === 0) void this.#checkToken(socket, this.#session.signal)
  }

  /**
   * Renews the token while the client keeps trying; the client picks up the new one by itself. A 401 closes the socket.
   */
  async #checkToken(socket: Socket, session: AbortSignal): Promise<void> {
    const failedOpens = this.#failedOpens
    try {
      await this.#token.renew()
    } catch {
      return
    }
    if (session.aborted || this.#isOpen || this.#failedOpens !== failedOpens) return
    this.#switchTransport(socket)
  }

  #switchTransport(socket: Socket): void {
    const next = this.#transports.next(this.#transport)
    if (next === this.#transport) return
    this.#transport = next
    socket.replaceTransport(next)
    // The first attempt with another transport is not a retry, so it waits only briefly.
    const waitMs = this.#hasSwitched ? this.#backoff.next() : retryWaitMs(1)
    this.#hasSwitched = true
    this.#later(() => socket.connect(), waitMs)
  }

  /** Long-poll reports that the token is refused. The client would keep using it, so it is stopped first. */
  #forbidden(socket: Socket): void {
    const session = this.#session?.signal
    socket.disconnect()
    if (session) this.#later(() => void this.#start(session), this.#backoff.next())
  }

  #later(job: () => void, waitMs: number): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(job, waitMs)
  }
}

/** Whether the server answers over this connection in time. */
function answersPing(socket: Socket, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (!socket.ping(() => resolve(true))) resolve(false)
    setTimeout(() => resolve(false), timeoutMs)
  })
}
