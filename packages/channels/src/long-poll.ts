import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { headerOf, splitUrl } from './connect.ts'
import type { Endpoint } from './endpoint.ts'
import {
  readBody,
  sendLongPoll,
  sendPlain,
  sendPreflight,
  setCommonHeaders,
  splitBody,
  type ResponseHeaders,
} from './long-poll-http.ts'
import { LongPollSession, readSessionToken, signSessionToken } from './long-poll-session.ts'
import { ChannelSocket } from './socket.ts'
import { closeCodes } from './transport.ts'

/** Shared by the long-poll handlers of a server. */
export type LongPollContext = {
  /** Signs session tokens. The same on all nodes, so that they recognise each other's tokens. */
  readonly secret: string | Buffer
  /** Identifies this process in its tokens. */
  readonly nodeId: string
  readonly responseHeaders: ResponseHeaders
  epochMs(): number
  admits(req: IncomingMessage): boolean
}

/** The session belongs to another node. */
const FOREIGN = 'foreign'

/** HTTP long-polling for one endpoint (protocol 1.7). A GET receives messages, a POST sends them. */
export class LongPoll<Assigns> {
  readonly #endpoint: Endpoint<Assigns>
  readonly #context: LongPollContext
  readonly #sessions = new Map<string, LongPollSession>()

  constructor(endpoint: Endpoint<Assigns>, context: LongPollContext) {
    this.#endpoint = endpoint
    this.#context = context
  }

  /** Answers one request for `<mount>/longpoll`. Never throws or rejects. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const isAllowed = this.#endpoint.isOriginAllowed(req)
      setCommonHeaders(req, res, isAllowed, this.#context.responseHeaders)
      const isPollOrPost = req.method === 'GET' || req.method === 'POST'
      if (!this.#context.admits(req)) this.#refuse(res, isPollOrPost)
      else if (req.method === 'OPTIONS') sendPreflight(req, res)
      else if (!isPollOrPost) sendPlain(res, 400)
      else if (!isAllowed) sendLongPoll(res, { status: 403 })
      else if (req.method === 'GET') await this.#poll(req, res)
      else await this.#publish(req, res)
    } catch (cause) {
      // A client that disconnects during its request is not an error.
      if (!req.destroyed || req.complete) this.#endpoint.report(cause, 'long-poll')
      sendLongPoll(res, { status: 500 })
    }
  }

  #refuse(res: ServerResponse, isPollOrPost: boolean): void {
    if (isPollOrPost) sendLongPoll(res, { status: 500 })
    else sendPlain(res, 429)
  }

  async #poll(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { query } = splitUrl(req)
    const session = this.#findSession(req, query)
    if (session === FOREIGN) {
      await this.#waitForeign()
      // Without a new session: the client drops its session and retries without a token.
      return sendLongPoll(res, { status: 410 })
    }
    if (session) return session.poll(res)
    await this.#open(req, res, query)
  }

  async #open(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): Promise<void> {
    const authToken = headerOf(req, 'x-phoenix-authtoken') ?? null
    const attempt = { transport: 'longpoll', authToken, query: this.#withoutSessionToken(query) } as const
    const answer = await this.#endpoint.authorize(req, attempt)
    const refusal = 'refused' in answer ? answer : this.#endpoint.checkCapacity(req, answer)
    if (refusal) return sendLongPoll(res, { status: refusal.refused === 403 ? 403 : 500 })
    if ('refused' in answer || res.destroyed) return
    const sessionId = randomBytes(16).toString('base64url')
    const { secret, nodeId } = this.#context
    const claim = { nodeId, sessionId, issuedAtMs: this.#context.epochMs() }
    const token = signSessionToken(secret, this.#endpoint.mount, claim)
    const session = new LongPollSession(token, this.#endpoint, () => this.#sessions.delete(sessionId))
    const { id, assigns } = answer
    const socket = new ChannelSocket(this.#endpoint, session, { id, assigns, address: this.#endpoint.addressOf(req) })
    this.#endpoint.add(socket)
    session.start(socket)
    this.#sessions.set(sessionId, session)
    sendLongPoll(res, { status: 410, token, messages: [] })
  }

  async #publish(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { limits } = this.#endpoint
    const body = await readBody(req, limits.longPollBodyBytes)
    if (!body) {
      res.setHeader('connection', 'close')
      return sendLongPoll(res, { status: 413 }, 413)
    }
    const session = this.#findSession(req, splitUrl(req).query)
    if (session === FOREIGN) await this.#waitForeign()
    if (session === FOREIGN || !session?.socket) return sendLongPoll(res, { status: 410 })
    const { socket } = session
    const messages = splitBody(body, headerOf(req, 'content-type'), limits.longPollLines)
    const work = messages.map((message) => this.#receive(socket, message))
    const isDone = await this.#waitForAll(work)
    sendLongPoll(res, { status: socket.isClosed ? 410 : isDone ? 200 : 408 })
  }

  #receive(socket: ChannelSocket, message: string | Buffer | null): void | Promise<void> {
    if (message === null) return socket.close(closeCodes.malformed)
    if (Buffer.byteLength(message) > this.#endpoint.limits.maxFrameBytes) return socket.close(closeCodes.tooBig)
    return socket.receive(message)
  }

  /** Resolves with true if all messages were handled within the window. */
  async #waitForAll(work: readonly (void | Promise<void>)[]): Promise<boolean> {
    const pending = work.filter((item) => item instanceof Promise)
    if (pending.length === 0) return true
    const window = new AbortController()
    const tooLate = delay(this.#endpoint.limits.longPollWindowMs, false, { signal: window.signal }).catch(() => false)
    const isDone = await Promise.race([Promise.all(pending).then(() => true), tooLate])
    window.abort()
    return isDone
  }

  #waitForeign(): Promise<void> {
    return delay(this.#endpoint.limits.foreignTokenWaitMs)
  }

  /** The header wins over the query, whose last `token` counts: an auth parameter may have the same name. */
  #findSession(req: IncomingMessage, query: URLSearchParams): LongPollSession | typeof FOREIGN | undefined {
    const token = headerOf(req, 'x-phoenix-longpoll-token') ?? query.getAll('token').at(-1)
    const claim = token === undefined ? null : readSessionToken(this.#context.secret, this.#endpoint.mount, token)
    if (!claim) return undefined
    if (this.#context.epochMs() - claim.issuedAtMs >= this.#endpoint.limits.sessionTokenMaxAgeMs) return undefined
    if (claim.nodeId !== this.#context.nodeId) return FOREIGN
    return this.#sessions.get(claim.sessionId)
  }

  /** The query for connect(), with the application's own `token` parameter but without the session token. */
  #withoutSessionToken(query: URLSearchParams): URLSearchParams {
    const own = query
      .getAll('token')
      .find((token) => !readSessionToken(this.#context.secret, this.#endpoint.mount, token))
    const cleaned = new URLSearchParams(query)
    cleaned.delete('token')
    if (own !== undefined) cleaned.append('token', own)
    return cleaned
  }
}
